import Foundation
import PhoneSimulation
import SchedulingPolicies
import Studies
import StudyReports
import TestSupport
import Testing
import Workload

@Suite("The encoding of a run's sums") struct AccumulatorEncodingTests {
  /// Sums of random phones under a policy.
  private func accumulator(_ index: Int) throws -> RunAccumulator {
    let phone = try RandomPhone(index, days: 3)
    let descriptor = try #require(PolicyCatalogue.builtIn.descriptor("seven-factor"))
    let result = try phone.run(descriptor)
    var accumulator = RunAccumulator(apps: phone.apps.map(\.bundleID), nominalJoules: 46_728.5)
    let regrets = result.apps.compactMap { FetchRegret($0, observedFrom: phone.plan.warmUpEnd) }
    accumulator.add(result, of: phone.plan, regrets: index % 2 == 0 ? regrets : [])
    return accumulator
  }

  /// All that a results file gets of the sums.
  private func facts(_ accumulator: RunAccumulator) -> [String] {
    accumulator.metrics(runID: "r").map { "\($0)" } + accumulator.eventCountRows(runID: "r").map { "\($0)" }
      + accumulator.dayRows(runID: "r").map { "\($0)" }
      + ["\(accumulator.events) \(accumulator.eventHash) \(accumulator.deviceCount)"]
  }

  @Test("gives back the sums of any phone, and the same bytes again", arguments: 0..<12)
  func roundTrip(_ index: Int) throws {
    let accumulator = try accumulator(index)
    let bytes = accumulator.encoded
    let decoded = try RunAccumulator(decoding: bytes)
    #expect(facts(decoded) == facts(accumulator))
    #expect(decoded.encoded == bytes)
  }

  @Test("decoded sums merge like the original sums")
  func merging() throws {
    var whole = SmallFleet.accumulator()
    whole.merge(SmallFleet.accumulator())
    var decoded = try RunAccumulator(decoding: SmallFleet.accumulator().encoded, parts: 2)
    decoded.merge(try RunAccumulator(decoding: SmallFleet.accumulator().encoded, parts: 2))
    #expect(facts(decoded) == facts(whole))
    #expect(decoded.encoded == whole.encoded)
    let empty = RunAccumulator(apps: [], nominalJoules: 1)
    #expect(try RunAccumulator(decoding: empty.encoded).encoded == empty.encoded)
  }

  @Test("the encoding matches the start sample of the fuzzer")
  func sample() throws {
    let url = PackageRoot.file("Tests/Fuzz/Corpus/sums/one-device")
    if Snapshot.areRecorded { try Data(SmallFleet.accumulator().encoded).write(to: url) }
    let bytes = try Data(contentsOf: url)
    #expect(try RunAccumulator(decoding: Array(bytes)).encoded == Array(bytes))
  }

  @Test("an encoding of another version, cut off, or with extra bytes is rejected with the reason")
  func refusals() throws {
    let bytes = SmallFleet.accumulator().encoded
    func problem(_ bytes: [UInt8]) -> String? {
      do throws(SumsDamage) {
        _ = try RunAccumulator(decoding: bytes)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(problem(bytes) == nil)
    #expect(problem([]) == "found its end too early")
    #expect(problem([1] + bytes.dropFirst()) == "found version 1, expected 4")
    #expect(problem(bytes + [0]) == "found 1 bytes after its end")
    for length in stride(from: 1, to: bytes.count, by: 7) {
      #expect(problem(Array(bytes.prefix(length))) != nil, "\(length)")
    }
    var mechanisms = bytes
    mechanisms[1] = 200
    #expect(problem(mechanisms)?.hasPrefix("found a number of mechanisms of 200, expected ") == true)
  }

  @Test("any bytes are rejected or decoded, and decoded sums can be merged and give metrics")
  func fuzz() throws {
    var random = SeededGenerator(seed: 7)
    let seeds = [SmallFleet.accumulator().encoded, try accumulator(3).encoded]
    var accepted = 0
    for _ in 0..<TestCount.encodings {
      var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes[place] = 0xff
        case 2: bytes.insert(0x80 | UInt8.random(in: 0...127, using: &random), at: place)
        default: bytes.remove(at: place)
        }
      }
      guard let decoded = try? RunAccumulator(decoding: bytes, parts: 1_000_000) else { continue }
      accepted += 1
      var sum = decoded
      for _ in 0..<10 { sum.merge(decoded) }
      holds(!sum.metrics(runID: "r").isEmpty)
      #expect(try RunAccumulator(decoding: decoded.encoded).encoded == decoded.encoded)
    }
    // Most changes of a number leave a number.
    #expect(accepted > 0)
  }

  private enum TestCount { static let encodings = 3000 }
}

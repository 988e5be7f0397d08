import RandomStreams
import TestSupport
import Testing

@Suite("Random streams")
struct RandomStreamTests {
  private func address(
    seed: UInt64 = 1, group: UInt64 = 0, replication: Int = 0, device: Int = 0,
    purpose: StreamPurpose = .test, index: Int = 0
  ) -> StreamAddress {
    StreamAddress(
      seed: seed, group: group, replication: replication, device: device, purpose: purpose, index: index)
  }

  private func words(_ stream: RandomStream, _ count: Int) -> [UInt32] {
    (0..<count).map { _ in stream.nextWord() }
  }

  @Test("a sequential stream runs through the blocks of successive indices")
  func sequential() {
    let stream = RandomStream()
    stream.seek(sequential: address())
    let run = words(stream, 12)
    for block in 0..<3 {
      stream.seek(event: address(index: block))
      #expect(words(stream, 4) == Array(run[4 * block..<4 * block + 4]))
      stream.seek(sequential: address(index: block))
      #expect(words(stream, 4) == Array(run[4 * block..<4 * block + 4]))
    }
  }

  @Test("the first two numbers of an event need no stream")
  func firstOfEvent() {
    let stream = RandomStream()
    for index in 0..<100 {
      stream.seek(event: address(seed: 3, group: 5, replication: 7, device: 11, index: index))
      let first = RandomStream.firstUniform(
        ofEvent: address(seed: 3, group: 5, replication: 7, device: 11, index: index))
      let both = RandomStream.firstUniforms(
        ofEvent: address(seed: 3, group: 5, replication: 7, device: 11, index: index))
      holds(first == stream.uniform() && both.first == first && both.second == stream.uniform())
    }
  }

  @Test("an event's draws do not depend on the draws of other events")
  func eventKeyed() {
    let stream = RandomStream()
    stream.seek(event: address(index: 17))
    let alone = words(stream, 9)
    stream.seek(event: address(index: 16))
    _ = words(stream, 1001)
    stream.seek(event: address(index: 17))
    #expect(words(stream, 9) == alone)
    let other = RandomStream()
    other.seek(event: address(index: 17))
    #expect(words(other, 9) == alone)
  }

  @Test("doubles take the next two words, aligned or not")
  func pairs() {
    let stream = RandomStream()
    stream.seek(sequential: address())
    let run = words(stream, 8)
    for skipped in 0..<5 {
      stream.seek(sequential: address())
      _ = words(stream, skipped)
      let pair = UInt64(run[skipped]) | UInt64(run[skipped + 1]) << 32
      #expect(stream.uniform() == StreamLayout.openUnit(pair))
      #expect(stream.nextWord() == run[skipped + 2])
    }
  }

  @Test("the ends of the unit interval are never reached, and both are exact")
  func openInterval() {
    #expect(StreamLayout.openUnit(0) == 0x1p-53)
    #expect(StreamLayout.openUnit(.max) == 1 - 0x1p-53)
  }

  @Test("GSL's samplers and Swift's draws read the same words")
  func shared() {
    let stream = RandomStream()
    stream.seek(sequential: address())
    let exponential = stream.exponential(mean: 1)
    let next = stream.uniform()
    stream.seek(sequential: address())
    let u = stream.uniform()
    #expect(abs((Exponential.unit?.quantile(u) ?? .nan) - exponential) < 1e-14)
    #expect(stream.uniform() == next)
  }

  @Test("first blocks are distinct over a grid of seeds, groups, replications, devices, purposes and events")
  func distinct() {
    let stream = RandomStream()
    var seen: Set<[UInt32]> = []
    var count = 0
    let app = StreamAddress.group(of: "org.example.mail")
    for seed in [0, 1, 42, UInt64.max] {
      for group in [0, 1, app, 1 << 32] {
        for replication in 0..<4 {
          for device in [0, 1, 2, 999_999] {
            for purpose in StreamPurpose.allCases {
              for index in [0, 1, 2, 1000] {
                let address = address(
                  seed: seed, group: group, replication: replication, device: device, purpose: purpose,
                  index: index)
                stream.seek(event: address)
                seen.insert(words(stream, 4))
                count += 1
              }
            }
          }
        }
      }
    }
    #expect(seen.count == count)
  }

  @Test("neighboring devices, replications, purposes, events, groups and seeds are uncorrelated")
  func uncorrelated() {
    let n = 20_000
    func uniforms(_ address: StreamAddress) -> [Double] {
      let stream = RandomStream()
      stream.seek(sequential: address)
      return (0..<n).map { _ in stream.uniform() }
    }
    func correlation(_ a: [Double], _ b: [Double]) -> Double {
      // Uniform numbers: mean 1/2 and variance 1/12 are known.
      zip(a, b).reduce(0) { $0 + ($1.0 - 0.5) * ($1.1 - 0.5) } * 12 / Double(n)
    }
    let base = uniforms(address(seed: 42))
    let band = 6 / Double(n).squareRoot()
    for neighbor in [
      address(seed: 43), address(seed: 42, group: 1), address(seed: 42, replication: 1),
      address(seed: 42, device: 1), address(seed: 42, purpose: .benchmark),
    ] { #expect(abs(correlation(base, uniforms(neighbor))) < band) }
    // The first draw of event k against the first draw of event k + 1, and of device k against device k + 1.
    let stream = RandomStream()
    let events = (0...n).map { k in
      stream.seek(event: address(seed: 42, index: k))
      return stream.uniform()
    }
    #expect(abs(correlation(Array(events.dropLast()), Array(events.dropFirst()))) < band)
    let devices = (0...n).map { k in
      stream.seek(event: address(seed: 42, device: k))
      return stream.uniform()
    }
    #expect(abs(correlation(Array(devices.dropLast()), Array(devices.dropFirst()))) < band)
    #expect(abs(base.reduce(0, +) / Double(n) - 0.5) < 6 * (1 / (12 * Double(n))).squareRoot())
  }

  @Test("a stream that would run into its neighbor stops the program")
  func exhaustion() async {
    await #expect(processExitsWith: .failure) {
      let stream = RandomStream()
      stream.seek(
        sequential: StreamAddress(
          seed: 1, replication: 0, device: 0, purpose: .test, index: Int(UInt32.max)))
      for _ in 0..<4 { _ = stream.nextWord() }
      _ = stream.nextWord()
    }
  }

  @Test("the last block of a sequential stream can be read")
  func lastBlock() {
    let stream = RandomStream()
    stream.seek(sequential: address(index: Int(UInt32.max)))
    let last = words(stream, 4)
    stream.seek(event: address(index: Int(UInt32.max)))
    #expect(words(stream, 4) == last)
  }

  @Test("purposes have the numbers that stored results rely on")
  func purposes() {
    #expect(
      StreamPurpose.allCases.map(\.rawValue) == [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 20, 21, 22, 23, 29, 30, 31, 32, 33, 34, 35,
        36,
        37,
        38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48,
        60, 61, 62, 63, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 250, 251,
      ])
  }
}

extension Exponential {
  static var unit: Exponential? { try? Exponential(mean: 1) }
}

import PhoneSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("Timeline for the Perfetto UI")
struct DeviceTraceTests {
  @Test("fields are written as the wire format of protocol buffers says")
  func wire() {
    var writer = ProtobufWriter()
    writer.unsigned(1, 150)
    writer.text(2, "testing")
    writer.message(3) { $0.unsigned(1, 150) }
    writer.signed(4, -1)
    // The first three are the examples of the format's own documentation.
    #expect(
      writer.bytes == [
        0x08, 0x96, 0x01, 0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6E, 0x67, 0x1A, 0x03, 0x08, 0x96, 0x01,
        0x20,
      ] + Array(repeating: 0xFF, count: 9) + [0x01])
  }

  @Test("a trace of 14 days is well formed, below 10 MB, and its slices nest")
  func wellFormed() throws {
    let replay = try QuickstartDevice.replay(device: 3, days: 14)
    let result = try replay.run(records: [.log, .decisions, .power])
    let bytes = DeviceTrace.bytes(of: result, plan: replay.plan, title: "device 3")
    #expect(bytes.count < 10_000_000)
    let trace = try ReadTrace(bytes)
    holds(
      trace.unknownTracks == 0 && trace.unknownNames == 0 && trace.overlaps == 0 && trace.openSlices == 0)
    for name in [
      "device 3", "screen", "lock", "network", "decisions", "cellular radio", "state of charge",
      "power: processor", "energy budget", "process",
    ] {
      holds(trace.trackNames.contains(name), "\(name)")
    }
  }

  @Test("runs and pushes of the log are all drawn, with an arrow from sent to launched to run")
  func complete() throws {
    let replay = try QuickstartDevice.replay(device: 1, days: 7)
    let result = try replay.run(records: [.log, .decisions, .power])
    let trace = try ReadTrace(DeviceTrace.bytes(of: result, plan: replay.plan, title: "device 1"))
    let launches = result.log.filter { $0.event == .launched }
    let runs = trace.slices.filter { $0.track.hasSuffix(": runs") }
    holds(runs.count == launches.count && !runs.isEmpty)
    let pushes = launches.filter { $0.mechanism == .push }
    holds(!pushes.isEmpty)
    for push in pushes {
      let flow = UInt64(push.item)
      holds(trace.flows.contains { $0.flow == flow && $0.track == "push server" })
      holds(trace.flows.contains { $0.flow == flow && $0.track == "push: runs" })
    }
  }

  @Test("what blocks a wait is a set of reasons with their times, and no list of changes")
  func blockers() throws {
    let replay = try QuickstartDevice.replay(device: 1, days: 7)
    let result = try replay.run(records: [.log, .decisions, .power, .blocking])
    let text = String(decoding: DeviceTrace.bytes(of: result, plan: replay.plan, title: ""), as: UTF8.self)
    let found = text.matches(of: /blocked by\P{L}{1,4}((?:\w+ [\d.]+ [hs](?:, )?)+)/).map { String($0.1) }
    #expect(found.count > 10)
    for words in found {
      let reasons = words.matches(of: /([a-zA-Z]+) [\d.]+/).map { String($0.1) }
      #expect(Set(reasons).count == reasons.count, "\(words)")
    }
  }

  @Test("recording powers does not change the events, and the powers integrate to the ledger's energy")
  func powers() throws {
    let replay = try QuickstartDevice.replay(device: 2, days: 3)
    let plain = try replay.run(records: [])
    let result = try replay.run(records: [.power])
    #expect(plain.eventHash == result.eventHash)
    holds(!result.powers.isEmpty)
    for (a, b) in zip(result.powers, result.powers.dropFirst()) {
      holds(a.time < b.time && a.microwatts != b.microwatts)
    }
  }
}

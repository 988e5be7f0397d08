import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("States of the device and their log")
struct DeviceStateRuleTests {
  @Test("BAR-1: restricted acts like off, and apps read another status", arguments: [true, false])
  func restricted(isDevice: Bool) throws {
    func run(_ value: Double) throws -> DeviceResult {
      var bench = try PhoneBench([.with(earliestBegin: .hours(5), takesPushes: true)], hours: 6)
      bench.at(.hour, set: isDevice ? .backgroundRefresh : .appRefresh, to: value, app: isDevice ? -1 : 0)
      bench.push(at: .hours(2))
      bench.at(.hours(3), .submit(app: 0, identifier: "task", mechanism: .refresh, earliestBegin: nil))
      bench.at(.hours(4), set: isDevice ? .backgroundRefresh : .appRefresh, to: isDevice ? 2 : 1, app: 0)
      return try bench.run()
    }
    let (off, restricted) = (try run(0), try run(isDevice ? 3 : 2))
    func lines(_ result: DeviceResult) -> [String] {
      result.log.filter { $0.event != .settingChanged }.map { "\($0.time) \($0.event) \($0.word)" }
    }
    #expect(lines(off) == lines(restricted))
    #expect(restricted.seconds(.dropped, .barOff) == [7200])
    #expect(restricted.seconds(.rejected, .unavailable) == [10_800])
    #expect(restricted.seconds(.canceled, .barOff) == [3600])
    let word: LogWord = isDevice ? .backgroundRefresh : .appRefresh
    #expect(off.log(.settingChanged, word).map { $0[.status] } == [.text("denied"), .text("available")])
    #expect(
      restricted.log(.settingChanged, word).map { $0[.status] } == [.text("restricted"), .text("available")])
    #expect(restricted.log(.settingChanged, word).map { $0.value } == (isDevice ? [3, 2] : [2, 1]))
  }
}

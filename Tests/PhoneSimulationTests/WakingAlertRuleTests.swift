import DeviceModel
import EventSimulation
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Alerts that wake their app")
struct WakingAlertRuleTests {
  /// A phone whose app gets an alert with `content-available: 1` at each of some times, under one of the two spellings.
  private func bench(
    at times: [TimeSpan], asVisible: Bool = false, hours: Double = 6, modes: BackgroundModes = .all,
    extension seconds: Double? = nil, _ changes: [String: String] = [:]
  ) throws -> PhoneBench {
    var app = try AppSpecification.visible(seconds)
    app.declarations.modes = modes
    app.pushes = try AppSpecification.pushed().pushes
    var launches = try #require(app.pushes)
    (launches.priority, launches.isUserVisible, launches.isOfTypeBackground) = (10, true, false)
    if asVisible { app.visiblePushes?.launches = launches } else { app.pushes = launches }
    var bench = try PhoneBench([app], hours: hours, changes)
    for time in times {
      if asVisible {
        bench.at(time, .visiblePushSent, app: 0, value: -1)
      } else {
        bench.push(at: time)
      }
    }
    return bench
  }

  private func words(_ result: DeviceResult) -> [String] {
    result.log.map { "\($0.time.seconds) \($0.event) \($0.word) \($0.mechanism.map { "\($0)" } ?? "")" }
  }

  @Test("PUSH-1 both spellings give the same log")
  func spellings() throws {
    let times: [TimeSpan] = [.hour, .hours(2), .hours(2) + .minutes(3), .hours(4)]
    let logs = try [false, true].map { words(try bench(at: times, asVisible: $0).run()) }
    holds(logs[0] == logs[1] && logs[0].count > 20)
  }
}

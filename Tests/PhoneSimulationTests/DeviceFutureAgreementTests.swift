import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// The future that is read from a timeline against a phone that lives through it.
@Suite("The future of a device and its phone")
struct DeviceFutureAgreementTests {
  @Test("Both have the same opens, for any order of screen, lock, reboots and apps")
  func opens() throws {
    var opened = 0
    var ignored = 0
    for seed in 0..<100 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let apps = [try AppSpecification.pushed(bundleID: "a"), try .pushed(bundleID: "b")]
      var bench = try PhoneBench(apps, hours: 6)
      bench.initial.isLocked = numbers.integer(below: 2) == 0
      for _ in 0..<120 {
        let time = TimeSpan.minutes(numbers.integer(below: 360))
        switch numbers.integer(below: 14) {
        case 0..<2: bench.at(time, .screenOn)
        case 2: bench.at(time, .screenOff)
        case 3..<6: bench.at(time, .unlock)
        case 6..<8: bench.at(time, .lock)
        case 8..<11: bench.at(time, .appForeground, app: numbers.integer(below: 2))
        case 11: bench.at(time, .appBackground, app: numbers.integer(below: 2))
        case 12: bench.at(time, .forceQuit, app: numbers.integer(below: 3) - 1)
        default: bench.at(time, .reboot)
        }
      }
      let future = DeviceFuture(
        DevicePlan(
          replication: 0, device: 0, archetype: "bench",
          apps: apps.enumerated().map { InstalledApp(specification: $0, bundleID: $1.bundleID) },
          timeline: ExogenousTimeline(bench.events), initial: bench.initial, end: bench.end, warmUpEnd: .zero)
      )
      let result = try bench.run()
      for app in apps.indices {
        #expect(
          future.opens[app] == result.log(.userOpened, app: Int32(app)).map(\.time),
          "seed \(seed), app \(app)")
      }
      opened += future.opens.joined().count
      ignored += bench.events.count { $0.type == .appForeground } - future.opens.joined().count
    }
    // Many of both, or nothing has been shown.
    holds(opened > 500 && ignored > 500, "\(opened) and \(ignored)")
  }
}

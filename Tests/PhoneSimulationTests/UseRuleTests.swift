import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("How use of an app gates its refreshes")
struct UseRuleTests {
  private static let interval = ["gate.evaluationInterval": "60 min", "refresh.minGap": "0 s"]

  /// Two weeks of hourly refreshes on the charger.
  private func bench(_ changes: [String: String] = [:], days: Double = 14) throws -> PhoneBench {
    var bench = try PhoneBench(
      [.with(floor: .hour, resubmits: .atStart)], hours: 24 * days, Self.interval.merging(changes) { $1 })
    bench.initial.charger = .wired5W
    return bench
  }

  /// The days on which the app was launched.
  private func days(_ result: DeviceResult) -> [Int] {
    Set(result.log(.launched, nil, .refresh).map { $0.time.day }).sorted()
  }

  @Test("USE-4 an app that nobody opens is refreshed until two of the last seven days are gone")
  func unused() throws {
    let result = try bench().runObediently()
    // Days before the start count as opened: the sixth midnight leaves one of them.
    #expect(days(result) == Array(0...5))
    #expect(result.log(.deferred, .appUsage).map(\.time.day) == [6])
    #expect(result.mechanism(.refresh).counts[.pending] == 1)
  }

  @Test("USE-4 two opened days make it eligible from the midnight after the second, for a week")
  func used() throws {
    var bench = try bench(days: 20)
    bench.use(0, at: .days(8) + .hours(9))
    bench.use(0, at: .days(8) + .hours(20))
    bench.use(0, at: .days(10) + .hours(9))
    let result = try bench.runObediently()
    #expect(days(result) == Array(0...5) + Array(11...15))
    // The change at midnight is a decision point.
    holds(result.log(.launched).contains { $0.time == .day(11) })
  }

  @Test("USE-4 a new app has no days before the start")
  func newApp() throws {
    var bench = try bench(days: 5)
    bench.initial.newApps = [0]
    for day in [0, 1] { bench.use(0, at: .days(day) + .hours(9)) }
    #expect(try days(bench.runObediently()) == [2, 3, 4])
  }

  @Test("USE-4 a policy that does not obey the gate launches all the same, and 0 learning days deny nothing")
  func switches() throws {
    #expect(try days(bench().run()) == Array(0...13))
    #expect(try days(bench(["usage.learningDays": "0 d"]).runObediently()) == Array(0...13))
    #expect(try days(bench(["factor.appUsage": "off"]).runObediently()) == Array(0...13))
    let hard = try bench(["factor.appUsage": "hard"]).run()
    #expect(days(hard) == Array(0...5))
    #expect(hard.log(.deferred, .appUsage).first?[.enforcement] == .text("hard"))
  }

  @Test("USE-4 PUSH-9 use gates no push and no processing task")
  func others() throws {
    let app = try AppSpecification.with(.processing, floor: .days(10), takesPushes: true)
    var bench = try PhoneBench([app], hours: 24 * 11, Self.interval)
    bench.initial.charger = .wired5W
    bench.initial.newApps = [0]
    bench.push(at: .days(9))
    let result = try bench.run(
      Immediate(enforces: .everyFactorAndCondition.subtracting(.of(.rateLimit))),
      enforces: .everyFactorAndCondition)
    #expect(result.seconds(.launched, nil, .push) == [9 * 86_400])
    // USE-3 alone stops the processing task of an app that was never in front.
    #expect(result.log(.deferred, .appUsage).map(\.mechanism) == [.processing])
  }

  @Test("USE-4 a day on which the phone was dead counts as a day without an open")
  func dead() throws {
    var bench = try bench(["battery.capacity": "1 Wh"], days: 10)
    bench.initial = InitialState(stateOfCharge: 0.02)
    bench.at(.days(7) + .hours(12), plug: .wired20W)
    bench.use(0, at: .days(7) + .hours(20))
    let result = try bench.runObediently()
    holds(!result.log(.poweredOff).isEmpty)
    holds(days(result).allSatisfy { $0 < 7 })
    #expect(result.log(.deferred, .appUsage).count == 1)
  }
}

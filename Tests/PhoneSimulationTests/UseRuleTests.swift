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

  @Test("USE-4 PUSH-9 use gates no push and no processing task")
  func others() throws {
    let app = try AppSpecification.with(.processing, earliestBegin: .days(10), takesPushes: true)
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
}

import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Life cycle, force quit and Background App Refresh")
struct ProcessRuleTests {
  @Test("LIFE-6 under memory pressure and by the hazard only suspended processes go")
  func pressure() throws {
    var bench = try PhoneBench([.with(floor: .hour, cpu: 20), .with(floor: .hours(9), bundleID: "org.other")])
    bench.use(1, at: .minutes(30))
    bench.at(.seconds(3610), set: .memoryPressure, to: 1)
    let result = try bench.run()
    #expect(result.log(.terminated, .memoryPressure).map(\.app) == [1])
    #expect(result.log(.completed, .success, app: 0).count == 1)
    // Hazard 0.5 per hour over ten days in which the process is mostly suspended: about 120 chances.
    let hazard = try PhoneBench(
      [.with(floor: .hour, resubmits: .atStart)], hours: 240, ["life.jetsamHazard": "0.5 1/h"])
    let kills = try hazard.run().log(.terminated, .memoryPressure).count
    holds(kills > 40 && kills < 160)
  }
}

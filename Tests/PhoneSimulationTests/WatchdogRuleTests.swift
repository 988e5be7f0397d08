import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Watchdogs over processes")
struct WatchdogRuleTests {
  private func charged(_ apps: AppSpecification..., hours: Double = 2) throws -> PhoneBench {
    var bench = try PhoneBench(apps, hours: hours)
    bench.initial.charger = .wired20W
    // An app that was never opened may not process; these policies do not ask.
    return bench
  }

  @Test("LIFE-6 episodes of pressure by hazard remove suspended processes and last five minutes")
  func pressureHazard() throws {
    var bench = try PhoneBench([.with(submits: false)], hours: 240, ["life.pressureHazard": "0.5 1/h"])
    bench.use(0, at: .minutes(1))
    let result = try bench.run()
    let changes = result.log(.memoryChanged)
    holds(changes.count > 100 && changes.count < 400)
    #expect(result.log(.terminated, .memoryPressure).count == 1)
    for pair in stride(from: 0, to: changes.count - 1, by: 2) {
      #expect(changes[pair + 1].time - changes[pair].time == .minutes(5))
    }
  }

  @Test("PROC-10 a health request leaves the log of a processing request with equal fields")
  func health() throws {
    func log(_ mechanism: Mechanism) throws -> [String] {
      var bench = try charged(
        .with(mechanism, earliestBegin: .hour, cpu: 30, wait: 200, resubmits: .atStart), hours: 24)
      bench.use(0, at: .seconds(3720))
      bench.at(.hours(14), .unplug)
      return try bench.run().log.map {
        "\($0.time) \($0.event) \($0.app) \($0.identifier) \($0.word)"
      }
    }
    let processing = try log(.processing)
    #expect(processing.count > 30)
    #expect(try log(.health) == processing)
  }
}

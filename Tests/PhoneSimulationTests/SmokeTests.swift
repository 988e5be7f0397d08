import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import Testing
import UsageModels
import Workload

@Suite("A generated phone")
struct SmokeTests {
  @Test("runs to its horizon under every policy", arguments: PolicyCatalogue.all.map(\.name))
  func runs(name: String) throws {
    let parameters = ParameterSet()
    let work = WorkSpecification(
      cpu: try Lognormal(median: 1.5, sigma: 0.6), wait: try Lognormal(median: 2, sigma: 0.7),
      up: try Constant(10_000), down: try Lognormal(median: 150_000, sigma: 1))
    let apps = (0..<6).map { index in
      AppSpecification(
        bundleID: "app.\(index)", usage: .popularity(installShare: 1, weight: 0.1, spread: 0.5),
        content: ContentSpecification(process: .poisson, changesPerDay: 8),
        tasks: [
          TaskSpecification(
            identifier: "app.\(index).refresh", mechanism: .refresh, floor: .minutes(15), work: work,
            fetches: true),
          TaskSpecification(
            identifier: "app.\(index).db", mechanism: .processing, floor: nil, work: work, fetches: false),
        ],
        pushes: PushSpecification(trigger: .contentChange, expiration: .hours(24), work: work))
    }
    let generator = TimelineGenerator(
      population: .everyday(devices: 4, parameters: parameters), apps: apps, parameters: parameters, seed: 1,
      horizonDays: 14, warmUpDays: 7)
    let simulator = PhoneSimulator(apps: apps, parameters: parameters, seed: 1)
    let stream = RandomStream()
    let descriptor = try #require(PolicyCatalogue.descriptor(name))
    for device in 0..<4 {
      let plan = generator.plan(replication: 0, device: device, stream: stream)
      let policy = descriptor.make(PolicyContext(parameters: parameters, enforces: descriptor.enforces))
      let result = try simulator.run(
        plan, policy: policy, enforces: descriptor.enforces, records: [.attempts], stream: stream)
      let launches = result.apps.flatMap(\.mechanisms).map(\.launched).reduce(0, +)
      print(
        name, device, plan.archetype, "events", result.events, "J/d",
        Double(result.energyObserved.device) / 7e9, "launches/d", Double(launches) / 7, "dead h",
        result.deadTime.hours, "decisions/d", Double(result.decisions) / 7, "cand/dec",
        Double(result.candidates) / Double(max(1, result.decisions)))
      for mechanism in Mechanism.allCases {
        let r = result.apps.map { $0.mechanisms[Int(mechanism.rawValue)] }
        print(
          "   ", mechanism.name, "sub", r.map(\.submitted).reduce(0, +), "launch",
          r.map(\.launched).reduce(0, +), "ok", r.map(\.completedSuccess).reduce(0, +), "fail",
          r.map(\.completedFailure).reduce(0, +), "exp", r.map(\.expired).reduce(0, +), "kill",
          r.map(\.killed).reduce(0, +), "coal", r.map(\.coalesced).reduce(0, +), "deliv",
          r.map(\.delivered).reduce(0, +), "E", Double(r.map(\.runEnergy).reduce(0, +)) / 1e9)
      }
    }
  }
}

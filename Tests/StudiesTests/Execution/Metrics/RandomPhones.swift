import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import UsageModels
import Workload

/// Random phones for a few days: users, apps and settings of the platform are drawn from an index.
struct RandomPhone {
  let apps: [AppSpecification]
  let parameters: ParameterSet
  let plan: DevicePlan
  private let seed: UInt64

  /// - Parameter onlyRefresh: One app with a refresh task whose runs are neither cut short nor fail.
  init(_ index: Int, days: Int, warmUpDays: Int = 1, onlyRefresh: Bool = false) throws {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 11, replication: index, device: 0, purpose: .test))
    seed = UInt64(index)
    var parameters = ParameterSet()
    if onlyRefresh {
      try parameters.set("refresh.shortGrantProbability", parsing: ["0"])
      // Nobody foresees an empty battery or a lost path, which an early fetch escapes.
      try parameters.set("battery.capacity", parsing: ["200 Wh"])
      try parameters.set("network.noPathShare", parsing: ["0"])
    } else {
      for factor in [
        "lowBattery", "lowPowerMode", "appSwitcher", "backgroundRefresh", "budgets", "rateLimit",
      ] {
        let words = ["hard", "soft", "off"]
        if stream.bernoulli(0.3) {
          try parameters.set("factor.\(factor)", parsing: [words[stream.integer(below: 3)]])
        }
      }
      if stream.bernoulli(0.3) { try parameters.set("budget.energyFraction", parsing: ["0.0025"]) }
    }
    self.parameters = parameters
    let count = onlyRefresh ? 1 : 1 + stream.integer(below: 3)
    apps = try (0..<count).map { try Self.app($0, stream, onlyRefresh: onlyRefresh) }
    let population: PopulationSpecification =
      !onlyRefresh && stream.bernoulli(0.2)
      ? .scripted() : .named(.everyday, devices: 1, parameters: parameters)
    plan = TimelineGenerator(
      population: population, apps: apps, parameters: parameters, seed: seed, horizon: .days(days),
      warmUpDays: warmUpDays
    ).plan(replication: 0, device: 0, stream: stream)
  }

  private static func app(
    _ index: Int, _ stream: RandomStream, onlyRefresh: Bool
  ) throws -> AppSpecification {
    let work = WorkSpecification(
      cpu: try Lognormal(median: 1.5, sigma: 0.6), wait: try Lognormal(median: 2, sigma: 0.7),
      up: try Constant(10_000), down: try Lognormal(median: 150_000, sigma: 1))
    func task(_ name: String, _ mechanism: Mechanism, earliestBegin: TimeSpan?, fetches: Bool)
      -> TaskSpecification
    {
      TaskSpecification(
        identifier: "app.\(index).\(name)", mechanism: mechanism,
        earliestBegin: earliestBegin.map { .after($0) },
        requiresExternalPower: stream.bernoulli(0.5), requiresNetworkConnectivity: stream.bernoulli(0.5),
        work: work, fetches: fetches)
    }
    let delays: [TimeSpan] = [.minutes(15), .hours(1), .hours(4), .hours(12)]
    var app = AppSpecification(
      bundleID: "app.\(index)", usage: .popularity(installShare: 1, weight: 0.2, spread: 0.5),
      content: ContentSpecification(
        process: .poisson, changesPerDay: [2.0, 8, 48][stream.integer(below: 3)],
        fetchOnOpen: stream.bernoulli(0.7)))
    if onlyRefresh {
      app.tasks = [task("refresh", .refresh, earliestBegin: delays[stream.integer(below: 2)], fetches: true)]
      app.quality.failureProbability = 0
      return app
    }
    if stream.bernoulli(0.2) {
      app.usage = .scripted(ScriptedUse(opensPerDay: 1 + Double(stream.integer(below: 12))))
    }
    if stream.bernoulli(0.7) {
      app.tasks.append(
        task(
          "refresh", .refresh, earliestBegin: delays[stream.integer(below: 4)], fetches: stream.bernoulli(0.9)
        ))
    }
    if stream.bernoulli(0.5) {
      app.tasks.append(
        task(
          "db", .processing, earliestBegin: delays[stream.integer(below: 4)], fetches: stream.bernoulli(0.5)))
    }
    if stream.bernoulli(0.5) {
      app.pushes = PushSpecification(trigger: .contentChange, expiration: .hours(24), work: work)
    }
    if stream.bernoulli(0.3) {
      let trigger: TransferSpecification.Trigger =
        app.tasks.first.map { .success(of: $0.identifier) } ?? .background
      app.transfers = [
        TransferSpecification(
          session: "session", files: 1, up: try Constant(0), down: try Constant(5e6),
          isDiscretionary: stream.bernoulli(0.5), fetches: true, work: work, trigger: trigger)
      ]
    }
    app.quality.failureProbability = stream.bernoulli(0.5) ? 0.2 : 0
    if stream.bernoulli(0.1) { app.quality.completesEarly = true }
    if stream.bernoulli(0.1) { app.quality.rearmsOnBackground = true }
    return app
  }

  /// The phone under a policy, with what a bound needs.
  func run(_ descriptor: PolicyDescriptor, records: RecordOptions = .freshness) throws -> DeviceResult {
    let policy = descriptor.make(
      PolicyContext(
        descriptor, parameters: parameters, enforces: descriptor.enforces, seed: seed, plan: plan,
        deviceKey: "0123456789abcdef"))
    return try PhoneSimulator(apps: apps, parameters: parameters, seed: seed).run(
      plan, policy: policy, enforces: descriptor.enforces, records: records, stream: RandomStream())
  }
}

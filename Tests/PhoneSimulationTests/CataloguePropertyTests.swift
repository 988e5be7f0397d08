import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import Testing
import UsageModels
import Workload

/// What holds for every policy on generated phones: section 8.5 of the specification.
@Suite("Every policy")
struct CataloguePropertyTests {
  static let parameters = ParameterSet()

  static func apps() throws -> [AppSpecification] {
    let work = WorkSpecification(
      cpu: try Lognormal(median: 1.5, sigma: 0.6), wait: try Lognormal(median: 2, sigma: 0.7),
      up: try Constant(10_000), down: try Lognormal(median: 150_000, sigma: 1))
    return (0..<6).map { index in
      AppSpecification(
        bundleID: "app.\(index)", usage: .popularity(installShare: 1, weight: 0.1, spread: 0.5),
        content: ContentSpecification(process: .poisson, changesPerDay: 8),
        tasks: [
          TaskSpecification(
            identifier: "app.\(index).refresh", mechanism: .refresh, floor: .minutes(15), work: work,
            fetches: true),
          TaskSpecification(
            identifier: "app.\(index).db", mechanism: .processing, floor: .hours(2), work: work,
            fetches: false),
        ],
        pushes: PushSpecification(trigger: .contentChange, expiration: .hours(24), work: work))
    }
  }

  /// Four phones for a fortnight. The simulator throws where a ledger or a count does not close.
  private func run(
    _ enforces: BlockingSet, records: RecordOptions = [], devices: Int = 4,
    _ policy: (DevicePlan) -> any SchedulingPolicy
  ) throws -> [DeviceResult] {
    let apps = try Self.apps()
    let generator = TimelineGenerator(
      population: .everyday(devices: 4, parameters: Self.parameters), apps: apps, parameters: Self.parameters,
      seed: 1, horizonDays: 14, warmUpDays: 7)
    let simulator = PhoneSimulator(apps: apps, parameters: Self.parameters, seed: 1)
    let stream = RandomStream()
    return try (0..<devices).map {
      let plan = generator.plan(replication: 0, device: $0, stream: stream)
      return try simulator.run(
        plan, policy: policy(plan), enforces: enforces, records: records, stream: stream)
    }
  }

  private func make(_ descriptor: PolicyDescriptor, _ plan: DevicePlan) -> any SchedulingPolicy {
    descriptor.make(
      PolicyContext(
        descriptor, parameters: Self.parameters, enforces: descriptor.enforces, seed: 1, plan: plan))
  }

  @Test(
    "ORD-2 LOG-1 LOG-2 LOG-3 BUD-9 closes its books, breaks no rule, and repeats itself whatever is recorded",
    arguments: PolicyCatalogue.builtIn.all.map(\.name))
  func repeats(name: String) throws {
    let descriptor = try #require(PolicyCatalogue.builtIn.descriptor(name))
    let plain = try run(descriptor.enforces) { make(descriptor, $0) }
    let watched = try run(descriptor.enforces, records: [.attempts, .energy, .timeseries, .log, .freshness]) {
      make(descriptor, $0)
    }
    #expect(plain.map(\.eventHash) == watched.map(\.eventHash))
    #expect(plain.map(\.energyWhole) == watched.map(\.energyWhole))
    #expect(plain.map(\.eventCounts) == watched.map(\.eventCounts))
    #expect(Set(plain.map(\.eventHash)).count == 4)
    for result in watched {
      #expect(result.violations.isEmpty)
      #expect(result.ledgerWhole.map(\.energyNanojoules).reduce(0, +) == result.energyWhole.device)
      let isOrdered = zip(result.log, result.log.dropFirst()).allSatisfy { $0.time <= $1.time }
      #expect(isOrdered)
      let launched = result.log(.launched)
      #expect(Set(launched.map(\.item)).count == launched.count)
      #expect(launched.isEmpty == (name == "never"))
      if name == "immediate" { #expect(result.log(.deferred, .policyChoice).isEmpty) }
    }
  }

  @Test(
    "dominance of the hard gates: starts lie among the candidates",
    arguments: PolicyCatalogue.builtIn.all.map(\.name)
  )
  func dominance(name: String) throws {
    let descriptor = try #require(PolicyCatalogue.builtIn.descriptor(name))
    let witness = Witness()
    let result = try #require(
      run(descriptor.enforces, records: .log, devices: 1) { witness.watching(make(descriptor, $0)) }.first)
    for launch in result.log(.launched) { #expect(witness.seen[launch.item] == launch.time) }
  }

  @Test("GATE-6 a policy that obeys a gate starts nothing that it denies")
  func obedience() throws {
    let descriptor = SevenFactor.descriptor
    let witness = Witness()
    _ = try run(descriptor.enforces, devices: 1) { witness.watching(make(descriptor, $0)) }
    #expect(witness.startsAgainstDenial == 0)
  }

  @Test(
    "monotone cost: where the budget binds, cheaper runs are not launched less often",
    arguments: [EnergyBudget.descriptor.name, SevenFactor.descriptor.name])
  func monotoneCost(name: String) throws {
    let descriptor = try #require(PolicyCatalogue.builtIn.descriptor(name))
    var parameters = Self.parameters
    try parameters.set("budget.energyFraction", parsing: ["0.0025"])
    func launches(megabytes: Double) throws -> Int {
      var apps = try Self.apps()
      let bytes = try Constant(megabytes * 1e6)
      for app in apps.indices {
        apps[app].pushes?.work.down = bytes
        for task in apps[app].tasks.indices { apps[app].tasks[task].work.down = bytes }
      }
      let generator = TimelineGenerator(
        population: .everyday(devices: 4, parameters: parameters), apps: apps, parameters: parameters,
        seed: 1, horizonDays: 14, warmUpDays: 7)
      let simulator = PhoneSimulator(apps: apps, parameters: parameters, seed: 1)
      let stream = RandomStream()
      return try (0..<4).reduce(0) { sum, device in
        let policy = descriptor.make(
          PolicyContext(parameters: parameters, enforces: descriptor.enforces, seed: 1, device: device))
        let result = try simulator.run(
          generator.plan(replication: 0, device: device, stream: stream), policy: policy,
          enforces: descriptor.enforces, stream: stream)
        return sum + result.apps.flatMap(\.mechanisms).reduce(0) { $0 + Int($1.launched) }
      }
    }
    // A mean over four phones; a hundredth of the launches may go the other way by chance.
    let (dear, middle, cheap) = try (
      launches(megabytes: 40), launches(megabytes: 10), launches(megabytes: 0.1)
    )
    #expect(Double(middle) >= 0.99 * Double(dear))
    #expect(Double(cheap) >= 0.99 * Double(middle))
    #expect(cheap > dear)
  }

  // MARK: Policies that mean harm

  @Test("GATE-2 starts of what is no candidate are named and not carried out")
  func starter() throws {
    var bench = try PhoneBench(
      [.with(floor: .hours(2)), .with(floor: .hour, bundleID: "org.other")], hours: 4)
    bench.initial.charger = .usb
    let result = try bench.run(StartsEverything())
    #expect(result.seconds(.launched) == [3600, 7200])
    let count = try #require(result.violations["notACandidate"])
    #expect(count > 0)
    #expect(result.log(.policyViolation).count == Int(count))
  }

  @Test("GATE-2 starting twice is one launch and one violation")
  func twice() throws {
    let result = try PhoneBench([.with()]).run(Stubborn { [.start($1), .start($1)] })
    #expect(result.log(.launched).count == 1)
    #expect(result.violations == ["notACandidate": 1])
  }

  @Test("an until that is not in the future is a violation", arguments: [-3_600_000_000, 0])
  func past(microseconds: Int64) throws {
    let result = try PhoneBench([.with()]).run(
      Stubborn { [.wait($1, until: $0.now + .microseconds(microseconds))] })
    #expect(result.log(.launched).isEmpty)
    #expect((result.violations["untilInThePast"] ?? 0) > 0)
  }

  @Test("a policy that wants to be woken at every tick neither stops the clock nor goes unnamed")
  func hurried() throws {
    let result = try PhoneBench([.with()], hours: 3).run(Stubborn { [.wait($1, until: $0.now + .tick)] })
    #expect((result.violations["wakesWithoutEnd"] ?? 0) > 0)
    #expect(result.events < 100_000)
    #expect(result.mechanism(.refresh).pending == 1)
  }

  // MARK: A stored result

  @Test("ORD-2 a small scenario has the hash that it has always had")
  func stored() throws {
    var app = try AppSpecification.with(
      floor: .minutes(30), cpu: 2, wait: 1, down: 120_000, resubmits: .atStart)
    app.pushes = try AppSpecification.pushed().pushes
    var bench = try PhoneBench(
      [app, .with(.processing, cpu: 60, power: true, bundleID: "org.other")], hours: 48)
    for hour in [1, 7, 13, 31, 37] { bench.push(at: .hours(hour), .hours(hour) + .minutes(7)) }
    bench.use(0, at: .hours(8))
    bench.use(1, at: .hours(12))
    bench.at(.hours(20), network: .cellular)
    bench.at(.hours(23), plug: .qi)
    bench.at(.hours(31), .unplug)
    bench.at(.hours(32), .forceQuit, app: 0)
    bench.use(0, at: .hours(35))
    let result = try bench.runSevenFactor()
    let launches = result.seconds(.launched).map { Int($0) }
    #expect(
      launches.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        == 17_007_783_115_331_228_045)
    #expect(String(result.eventHash, radix: 16) == "4b0c944e6eb5d43")
  }
}

/// Passes a policy's decisions on and remembers when each item was last shown as a candidate.
final class Witness: SchedulingPolicy {
  var policy: any SchedulingPolicy = NeverStart()
  var seen: [Int32: Instant] = [:]
  var startsAgainstDenial = 0

  func watching(_ policy: any SchedulingPolicy) -> Witness {
    self.policy = policy
    return self
  }

  var decidesAtLaunches: Bool { policy.decidesAtLaunches }
  func runStarted(_ item: Int32) { policy.runStarted(item) }
  func runEnded(_ outcome: RunOutcome) { policy.runEnded(outcome) }
  func notice(_ event: DeviceEvent, at now: Instant) { policy.notice(event, at: now) }
  func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }

  func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    var denied: Set<Int32> = []
    for candidate in candidates {
      seen[candidate.item] = observation.now
      if !candidate.denials.isEmpty { denied.insert(candidate.item) }
    }
    let decisions = policy.decide(observation, candidates)
    startsAgainstDenial += decisions.count { $0.verdict == .start && denied.contains($0.item) }
    return decisions
  }
}

/// Asks for the start of every number there might be.
struct StartsEverything: SchedulingPolicy {
  mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    (1...5).map { Decision(item: $0, verdict: .start) }
  }
}

/// Decides the same for each candidate, for ever.
struct Stubborn: SchedulingPolicy {
  let decision: (Observation, Candidate) -> [Decision]
  init(_ decision: @escaping (Observation, Candidate) -> [Decision]) { self.decision = decision }

  mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    candidates.flatMap { decision(observation, $0) }
  }
}

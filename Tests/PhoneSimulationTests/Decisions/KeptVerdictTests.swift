import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// A policy that is asked at every decision point, whatever it declares.
struct AlwaysAsked: SchedulingPolicy {
  var policy: any SchedulingPolicy

  init(_ policy: any SchedulingPolicy) { self.policy = policy }

  mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    policy.decide(observation, candidates)
  }

  mutating func runStarted(_ item: Int32) { policy.runStarted(item) }
  mutating func runEnded(_ outcome: RunOutcome) { policy.runEnded(outcome) }
  mutating func notice(_ event: DeviceEvent, at now: Instant) { policy.notice(event, at: now) }
  mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }
  var decidesAtLaunches: Bool { policy.decidesAtLaunches }
  var refusal: PolicyRefusal? { policy.refusal }
}

@Suite("Kept verdicts")
struct KeptVerdictTests {
  /// Parameters under which other gates are hard, and some come often.
  private static let platforms: [[String: String]] = [
    [:],
    ["factor.budgets": "hard", "budget.energyFraction": "0.001", "budget.cellularCapacity": "10 MB"],
    [
      "factor.rateLimit": "hard", "factor.appUsage": "hard", "rate.scope": "perApp",
      "push.bucketCapacity": "2",
    ],
    ["factor.backgroundRefresh": "soft", "factor.appSwitcher": "soft", "processing.allowOnBattery": "true"],
    ["refresh.maxConcurrent": "1", "gate.bootHold": "30 min", "bar.offCancelsPending": "false"],
    [
      "quit.rebootClears": "all", "factor.appSwitcher": "off", "push.holdSlots": "3",
      "debug.attached": "true",
    ],
  ]

  private func bench(_ random: inout SeededGenerator) throws -> PhoneBench {
    func flag(_ probability: Double) -> Bool { random.uniform() < probability }
    var apps: [AppSpecification] = []
    for app in 0..<6 {
      var specification = try AppSpecification.with(
        [.refresh, .processing, .health, .refresh][app % 4],
        floor: flag(0.5) ? .minutes(random.uniform(1...90)) : nil, cpu: random.uniform(1...40),
        down: flag(0.5) ? 2e6 : 0, power: flag(0.3), network: flag(0.3), modes: .all,
        bundleID: "org.example.app\(app)", resubmits: [.atStart, .atEnd, .onSuccess][app % 3])
      specification.tasks.append(
        TaskSpecification(
          identifier: "second", mechanism: flag(0.5) ? .refresh : .processing, floor: .minutes(20),
          work: try .constant(cpu: 5), fetches: true))
      specification.pushes = PushSpecification(
        trigger: .schedule([]), expiration: nil, work: try .constant(cpu: 2))
      specification.transfers = [
        try .files(2, "files", megabytes: 5, discretionary: flag(0.5), floor: flag(0.3) ? .hour : nil)
      ]
      apps.append(specification)
    }
    var continued = TaskSpecification(
      identifier: "org.example.app0.export", mechanism: .continued, floor: nil,
      work: try .constant(cpu: 200), fetches: false)
    continued.continued.startsAfterOpen = .seconds(5)
    apps[0].tasks.append(continued)
    apps[0].declarations.permittedIdentifiers =
      apps[0].tasks.map(\.identifier) + ["org.example.app0.*"]
    let changes = Self.platforms[random.integer(below: Self.platforms.count)]
    var bench = try PhoneBench(apps, hours: 72, changes)
    bench.initial.stateOfCharge = random.uniform(0.15...1)
    bench.seed = random.next()
    for _ in 0..<600 { addEvent(&bench, &random) }
    bench.events.sort { $0.time < $1.time }
    return bench
  }

  private func addEvent(_ bench: inout PhoneBench, _ random: inout SeededGenerator) {
    let time = TimeSpan.minutes(Double(random.integer(below: 72 * 60)))
    let app = random.integer(below: 6)
    switch random.integer(below: 21) {
    case 0, 1, 2, 3, 4: bench.at(time, .pushSent, app: app, value: random.uniform() < 0.5 ? -1 : 600)
    case 5, 6, 7: bench.use(app, at: time, for: .minutes(random.uniform(0.2...8)))
    case 8: bench.at(time, plug: .wired20W)
    case 9: bench.at(time, .unplug)
    case 10, 11: bench.at(time, network: [.none, .cellular, .wifi][random.integer(below: 3)])
    case 12: bench.at(time, set: .backgroundRefresh, to: Double(random.integer(below: 3)))
    case 13: bench.at(time, set: .appRefresh, to: Double(random.integer(below: 2)), app: app)
    case 14: bench.at(time, set: .lowPowerMode, to: Double(random.integer(below: 2)))
    case 15: bench.at(time, set: .thermal, to: Double(random.integer(below: 4)))
    case 16: bench.at(time, set: .busy, to: Double(random.integer(below: 2)))
    case 17: bench.at(time, .forceQuit, app: random.integer(below: 3) == 0 ? -1 : app)
    case 18: bench.at(time, random.integer(below: 4) == 0 ? .reboot : .contentChange, app: app)
    case 19:
      bench.at(
        time, .submit(app: app, identifier: "second", mechanism: .processing, floor: .minutes(30)))
    default:
      bench.at(
        time,
        [
          .transfer(app: app, index: 0), .cancel(app: app, identifier: "task"),
          .simulateLaunch(app: app, identifier: "second"), .kill(app: app, isCrash: true),
        ][random.integer(below: 4)])
    }
  }

  private func policy(_ number: Int, _ parameters: ParameterSet) -> (any SchedulingPolicy, BlockingSet) {
    let descriptor = PolicyCatalogue.builtIn.all[number % PolicyCatalogue.builtIn.all.count]
    let enforces = number % 2 == 0 ? descriptor.enforces : .everyFactorAndCondition
    return (descriptor.make(PolicyContext(parameters: parameters, enforces: enforces)), enforces)
  }

  @Test(
    "GATE-2 verdicts and candidates that are kept are those computed anew, over random scripts",
    arguments: 0..<52)
  func randomScripts(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 100)
    let bench = try bench(&random)
    let (policy, enforces) = policy(number, bench.parameters)
    let plain = try bench.run(policy, enforces: enforces, records: .gateCheck)
    let (same, _) = self.policy(number, bench.parameters)
    let recorded = try bench.run(
      AlwaysAsked(same), enforces: enforces, records: [.gateCheck, .log, .attempts, .blocking])
    // Neither records nor a policy that is passed over change what happens.
    #expect(plain.eventHash == recorded.eventHash)
    #expect(plain.eventCounts == recorded.eventCounts)
    #expect(plain.decisions == recorded.decisions && plain.candidates == recorded.candidates)
    #expect(plain.violations == recorded.violations)
    #expect(recorded.policyCalls >= plain.policyCalls)
  }

  @Test("the log of a policy that is passed over is that of one that is asked", arguments: 0..<26)
  func standingAnswers(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 500)
    let bench = try bench(&random)
    let (policy, enforces) = policy(number, bench.parameters)
    let (same, _) = self.policy(number, bench.parameters)
    let passedOver = try bench.run(policy, enforces: enforces)
    let asked = try bench.run(AlwaysAsked(same), enforces: enforces)
    #expect(passedOver.log == asked.log)
    #expect(passedOver.attempts == asked.attempts)
  }

  @Test("a policy that starts nothing is asked when a candidate comes, changes or leaves, and no more")
  func passedOver() throws {
    var bench = try PhoneBench([.with(submits: true)], hours: 24)
    bench.use(0, at: .minutes(5))
    let result = try bench.run(NeverStart(), records: [])
    #expect(result.decisions > 20 && result.policyCalls < 6)
    let asked = try bench.run(AlwaysAsked(NeverStart()), records: [])
    #expect(asked.decisions == result.decisions && asked.policyCalls == asked.decisions)
  }

  @Test("a verdict is computed about once for each time that it changes")
  func evaluations() throws {
    var random = SeededGenerator(seed: 77)
    let result = try bench(&random).run(records: [])
    #expect(result.verdictsChanged > 500)
    #expect(Double(result.itemsEvaluated) <= 2 * Double(result.verdictsChanged))
  }
}

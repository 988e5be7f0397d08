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

  mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    policy.decide(observation, candidates, into: &answer)
  }

  mutating func observe(_ event: PolicyEvent) { policy.observe(event) }
  mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }
  var traits: PolicyTraits {
    PolicyTraits(listens: .all, decidesAtLaunches: policy.traits.decidesAtLaunches)
  }
  var refusal: PolicyRefusal? { policy.refusal }
}

/// Starts what is no candidate, starts twice, and waits for what has been.
private func careless(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
  var decisions = [Decision(item: 1_000_000, verdict: .start)]
  for candidate in candidates where candidate.denials.isDisjoint(with: .softGates) {
    switch candidate.item % 4 {
    case 0: decisions += [.start(candidate), .start(candidate)]
    case 1: decisions.insert(.start(candidate), at: 0)
    case 2: decisions.append(.wait(candidate, until: observation.now))
    default: decisions.append(.wait(candidate, until: observation.now + .hour))
    }
  }
  return decisions
}

@Suite("Kept verdicts")
struct KeptVerdictTests {
  private func policy(_ number: Int, _ parameters: ParameterSet) -> (any SchedulingPolicy, BlockingSet) {
    let descriptor = PolicyCatalogue.builtIn.all[number % PolicyCatalogue.builtIn.all.count]
    let enforces = number % 2 == 0 ? descriptor.enforces : .everyFactorAndCondition
    return (descriptor.make(PolicyContext(parameters: parameters, enforces: enforces)), enforces)
  }

  @Test(
    "GATE-2 stored verdicts and candidates equal newly computed ones, over random scripts",
    arguments: 0..<52)
  func randomScripts(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 100)
    let bench = try PhoneBench.random(&random)
    let (policy, enforces) = policy(number, bench.parameters)
    let plain = try bench.run(policy, enforces: enforces, records: .gateCheck)
    let (same, _) = self.policy(number, bench.parameters)
    let recorded = try bench.run(
      AlwaysAsked(same), enforces: enforces, records: [.gateCheck, .log, .attempts, .blocking])
    // Without any record nobody sees the list of candidates while an answer is for all of them.
    let (third, _) = self.policy(number, bench.parameters)
    let bare = try bench.run(third, enforces: enforces, records: [], checksGates: false)
    holds(bare.eventHash == plain.eventHash && bare.eventCounts == plain.eventCounts)
    holds(
      bare.counts[.decisions] == plain.counts[.decisions]
        && bare.counts[.candidates] == plain.counts[.candidates])
    // Neither records nor a policy that is passed over change what happens.
    #expect(plain.eventHash == recorded.eventHash)
    #expect(plain.eventCounts == recorded.eventCounts)
    holds(
      plain.counts[.decisions] == recorded.counts[.decisions]
        && plain.counts[.candidates] == recorded.counts[.candidates])
    #expect(plain.violations == recorded.violations)
    #expect(recorded.policyCalls >= plain.policyCalls)
  }

  @Test(
    "the counts of items that wait for a slot together equal the counts of each, over random scripts with many apps",
    arguments: 0..<30)
  func crowds(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 1300)
    var bench = try PhoneBench.random(&random, appCount: 24)
    let thresholds = [("0.9", "0.3"), ("0.5", "0.4"), ("0.75", "0.7")][number % 3]
    try bench.parameters.set("score.thresholdStart", parsing: [thresholds.0])
    try bench.parameters.set("score.thresholdEnd", parsing: [thresholds.1])
    try bench.parameters.set("refresh.maxConcurrent", parsing: ["\(1 + number % 2)"])
    // A launch may evict an app whose push the same answer has just asked for.
    if number % 4 < 2 { try bench.parameters.set("life.residentLimit", parsing: ["5"]) }
    func policy() -> any SchedulingPolicy {
      if number % 5 == 4 { return ClosurePolicy(decides: careless) }
      return SevenFactor(readiness: ReadinessScore(bench.parameters), enforces: .softGates)
    }
    let bare = try bench.run(policy(), enforces: .softGates, records: [], checksGates: false)
    let plain = try bench.run(policy(), enforces: .softGates, records: .gateCheck)
    let recorded = try bench.run(
      AlwaysAsked(policy()), enforces: .softGates, records: [.gateCheck, .log, .attempts, .blocking])
    holds(bare.eventHash == recorded.eventHash && plain.eventHash == recorded.eventHash)
    holds(bare.eventCounts == recorded.eventCounts && plain.eventCounts == recorded.eventCounts)
    holds(
      bare.counts[.decisions] == recorded.counts[.decisions]
        && bare.counts[.candidates] == recorded.counts[.candidates])
    #expect(bare.violations == recorded.violations)
    #expect(bare.itemsEvaluated < recorded.itemsEvaluated)
  }

  @Test(
    "stored gates of freshness records equal the gates read after every event, over random scripts",
    arguments: 0..<40)
  func freshnessRecords(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 900)
    var bench = try PhoneBench.random(&random)
    for factor in ["factor.lowBattery", "factor.budgets"] where number % 2 == 1 {
      try bench.parameters.set(factor, parsing: ["hard"])
    }
    for app in bench.apps.indices { bench.apps[app].content = .init(process: .poisson, changesPerDay: 10) }
    let (policy, enforces) = policy(number, bench.parameters)
    let standing = try bench.run(policy, enforces: enforces, records: .freshness, checksGates: false)
    let (same, _) = self.policy(number, bench.parameters)
    let read = try bench.run(same, enforces: enforces, records: .freshness)
    #expect(standing.apps.map(\.freshness) == read.apps.map(\.freshness))
    holds(standing.apps.contains { ($0.freshness?.allowed.count ?? 0) > 1 })
    #expect(standing.eventHash == read.eventHash)
  }

  @Test("the log of a skipped policy equals the log of a policy that is called", arguments: 0..<26)
  func standingAnswers(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 500)
    let bench = try PhoneBench.random(&random)
    let (policy, enforces) = policy(number, bench.parameters)
    let (same, _) = self.policy(number, bench.parameters)
    let passedOver = try bench.run(policy, enforces: enforces)
    let asked = try bench.run(AlwaysAsked(same), enforces: enforces)
    #expect(passedOver.log == asked.log)
    #expect(passedOver.attempts == asked.attempts)
  }

  @Test("a policy that lets all wait that come is asked once")
  func passedOver() throws {
    var bench = try PhoneBench([.with(submits: true)], hours: 24)
    bench.use(0, at: .minutes(5))
    let result = try bench.run(NeverStart(), records: [])
    holds(result.counts[.decisions] > 20 && result.policyCalls == 1)
    let asked = try bench.run(AlwaysAsked(NeverStart()), records: [])
    holds(
      asked.counts[.decisions] == result.counts[.decisions]
        && asked.policyCalls == asked.counts[.decisions])
  }

  @Test("a verdict is computed about once for each time that it changes")
  func evaluations() throws {
    var random = SeededGenerator(seed: 77)
    let result = try PhoneBench.random(&random).run(records: [])
    #expect(result.verdictsChanged > 500)
    #expect(Double(result.itemsEvaluated) <= 2 * Double(result.verdictsChanged))
  }
}

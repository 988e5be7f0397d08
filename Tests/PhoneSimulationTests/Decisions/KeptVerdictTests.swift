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
    let bench = try PhoneBench.random(&random)
    let (policy, enforces) = policy(number, bench.parameters)
    let plain = try bench.run(policy, enforces: enforces, records: .gateCheck)
    let (same, _) = self.policy(number, bench.parameters)
    let recorded = try bench.run(
      AlwaysAsked(same), enforces: enforces, records: [.gateCheck, .log, .attempts, .blocking])
    // Without any record nobody sees the list of candidates while an answer is for all of them.
    let (third, _) = self.policy(number, bench.parameters)
    let bare = try bench.run(third, enforces: enforces, records: [], checksGates: false)
    #expect(bare.eventHash == plain.eventHash && bare.eventCounts == plain.eventCounts)
    #expect(bare.decisions == plain.decisions && bare.candidates == plain.candidates)
    // Neither records nor a policy that is passed over change what happens.
    #expect(plain.eventHash == recorded.eventHash)
    #expect(plain.eventCounts == recorded.eventCounts)
    #expect(plain.decisions == recorded.decisions && plain.candidates == recorded.candidates)
    #expect(plain.violations == recorded.violations)
    #expect(recorded.policyCalls >= plain.policyCalls)
  }

  @Test(
    "gates of freshness records that stand are those that are read after every event, over random scripts",
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
    #expect(standing.apps.contains { ($0.freshness?.allowed.count ?? 0) > 1 })
    #expect(standing.eventHash == read.eventHash)
  }

  @Test("the log of a policy that is passed over is that of one that is asked", arguments: 0..<26)
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
    #expect(result.decisions > 20 && result.policyCalls == 1)
    let asked = try bench.run(AlwaysAsked(NeverStart()), records: [])
    #expect(asked.decisions == result.decisions && asked.policyCalls == asked.decisions)
  }

  @Test("a verdict is computed about once for each time that it changes")
  func evaluations() throws {
    var random = SeededGenerator(seed: 77)
    let result = try PhoneBench.random(&random).run(records: [])
    #expect(result.verdictsChanged > 500)
    #expect(Double(result.itemsEvaluated) <= 2 * Double(result.verdictsChanged))
  }
}

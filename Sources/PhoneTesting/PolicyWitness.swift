import EventSimulation
import SchedulingPolicies
import Workload

/// Stands between driver and policy, passes everything on, and holds each answer against what was asked.
///
/// It is a class because the simulation keeps the policy to itself; it belongs to one run.
final class PolicyWitness: SchedulingPolicy {
  private var policy: any SchedulingPolicy
  private let device: ConformanceDevice
  private let enforces: BlockingSet
  private(set) var findings = FindingList()
  /// When each item was last asked for.
  private(set) var asked: [Int32: Instant] = [:]

  init(_ policy: any SchedulingPolicy, on device: ConformanceDevice, enforces: BlockingSet) {
    self.policy = policy
    self.device = device
    self.enforces = enforces
  }

  /// All events and data, and a call at every decision point, so that the traits of the policy skip no call.
  var traits: PolicyTraits { PolicyTraits(listens: .all, decidesAtLaunches: policy.traits.decidesAtLaunches) }
  var refusal: PolicyRefusal? { policy.refusal }
  func begin(_ history: AppHistory, forecast: (any OpenForecast)?) { policy.begin(history, forecast: nil) }
  func observe(_ event: PolicyEvent) { policy.observe(event) }
  func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }

  func decide(_ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer) {
    policy.decide(observation, candidates, into: &answer)
    let now = observation.now
    let byItem = Dictionary(candidates.map { ($0.item, $0) }) { first, _ in first }
    var started: Set<Int32> = []
    for decision in answer.decisions {
      if case .wait(_, let until) = decision.verdict {
        guard let until, until <= now, byItem[decision.item] != nil else { continue }
        note(.noViolations, now, decision.item, "a wait until \(until) s", "a later time, or no time")
        continue
      }
      let isFirst = started.insert(decision.item).inserted
      guard let candidate = byItem[decision.item], isFirst else {
        note(
          .hardGates, now, decision.item,
          isFirst ? "a start of an item that is not a candidate" : "a second start in one answer",
          "starts of candidates, each once")
        continue
      }
      asked[decision.item] = now
      let denials = candidate.denials.intersection(enforces)
      if !denials.isEmpty {
        note(.obedience, now, decision.item, "a start against \(denials.names(separator: ", "))", "a wait")
      }
      // Where nothing ever happens, the policy must have asked to be woken in time.
      if device.isCalm, candidate.mechanism == .refresh, candidate.denials.isEmpty, now > candidate.deadline {
        note(
          .noStarvation, now, candidate.item, "a start after the deadline of a refresh without denials",
          "its start by \(candidate.deadline) s")
      }
    }
    for candidate in candidates where !started.contains(candidate.item) {
      judgePatience(candidate, observation)
    }
  }

  /// A refresh that nothing denies must not wait at its deadline or beyond.
  private func judgePatience(_ candidate: Candidate, _ observation: Observation) {
    guard candidate.mechanism == .refresh, candidate.denials.isEmpty, observation.isIdle,
      observation.network != .none, observation.thermal == .nominal, observation.now >= candidate.deadline
    else { return }
    note(
      .noStarvation, observation.now, candidate.item, "a refresh that waits without a denial",
      "its start by \(candidate.deadline) s")
  }

  private func note(
    _ clause: ConformanceClause, _ time: Instant, _ item: Int32, _ found: String, _ expected: String
  ) { findings.add(clause, on: device.name, at: time, item: item, found, expected) }
}

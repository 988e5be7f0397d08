import EventSimulation
import Workload

/// Any policy, restricted to external power: on battery its starts become waits.
///
/// The policy is asked on battery too, so that what it learns and draws does not depend on the charger; its
/// reasons, wishes to be asked again, scores and thresholds are kept.
public struct OnlyWhileCharging: SchedulingPolicy {
  var policy: any SchedulingPolicy

  public init(_ policy: any SchedulingPolicy) { self.policy = policy }

  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    decisions(observation, candidates)
  }

  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    policy.decide(observation, candidates, into: &answer)
    guard !observation.isPlugged else { return }
    answer.replaceDecisions(
      by: answer.decisions.map { decision in
        guard decision.verdict == .start else { return decision }
        var wait = decision
        wait.verdict = .wait(.policyChoice, until: nil)
        return wait
      })
  }

  public mutating func begin(_ history: AppHistory) { policy.begin(history) }
  public mutating func runStarted(_ item: Int32) { policy.runStarted(item) }
  public mutating func runEnded(_ outcome: RunOutcome) { policy.runEnded(outcome) }
  public mutating func notice(_ event: DeviceEvent, at now: Instant) { policy.notice(event, at: now) }
  public mutating func learn(_ outcome: PolicyOutcome) { policy.learn(outcome) }
  public mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }
  public var decidesAtLaunches: Bool { policy.decidesAtLaunches }
  public var wantsOutcomes: Bool { policy.wantsOutcomes }
  public var decidesOnChangeOnly: Bool { policy.decidesOnChangeOnly }
  public var ignoresLikelihoodWhenDenied: BlockingSet? { policy.ignoresLikelihoodWhenDenied }
  public var refusal: PolicyRefusal? { policy.refusal }
}

import EventSimulation
import Workload

/// Any policy, restricted to external power: on battery its starts become waits.
///
/// The policy is asked on battery too, so that what it learns and draws does not depend on the charger; its
/// reasons, wishes to be asked again, scores and thresholds are kept.
public struct OnlyWhileCharging: SchedulingPolicy {
  var policy: any SchedulingPolicy

  /// - Parameter policy: The policy whose starts are restricted.
  public init(_ policy: any SchedulingPolicy) { self.policy = policy }

  /// Decides as ``decide(_:_:into:)`` does.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    decisions(observation, candidates)
  }

  /// Decides as the restricted policy; on battery its starts become waits without an end.
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

  /// Hands the history to the restricted policy.
  public mutating func begin(_ history: AppHistory) { policy.begin(history) }
  /// Tells the restricted policy of the launch.
  public mutating func runStarted(_ item: Int32) { policy.runStarted(item) }
  /// Tells the restricted policy of the end.
  public mutating func runEnded(_ outcome: RunOutcome) { policy.runEnded(outcome) }
  /// Tells the restricted policy of the event.
  public mutating func notice(_ event: DeviceEvent, at now: Instant) { policy.notice(event, at: now) }
  /// Tells the restricted policy of the outcome.
  public mutating func learn(_ outcome: PolicyOutcome) { policy.learn(outcome) }
  /// The report of the restricted policy.
  public mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }
  /// Whether the restricted policy decides at launches that it did not ask for.
  public var decidesAtLaunches: Bool { policy.decidesAtLaunches }
  /// Whether the restricted policy is told of outcomes.
  public var wantsOutcomes: Bool { policy.wantsOutcomes }
  /// Whether the restricted policy is told of events.
  public var wantsEvents: Bool { policy.wantsEvents }
  /// Whether the restricted policy need not be asked while nothing has changed. The charger is among the changes.
  public var decidesOnChangeOnly: Bool { policy.decidesOnChangeOnly }
  /// The gates whose denial makes a likelihood useless to the restricted policy; nil if it never reads one.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { policy.ignoresLikelihoodWhenDenied }
  /// The refusal of the restricted policy; nil while its answers count.
  public var refusal: PolicyRefusal? { policy.refusal }
}

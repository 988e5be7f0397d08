import EventSimulation
import Workload

package struct ChargingOnly: SchedulingPolicy {
  let enforces: BlockingSet

  package init(enforces: BlockingSet = []) { self.enforces = enforces }

  package var traits: PolicyTraits { .onChange }

  /// Lets every candidate wait on battery, without an end of the wait.
  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    guard observation.isPlugged else { return answer.letAllWait() }
    answer.decide(candidates.oldestFirst, obeying: enforces) { .start($0) }
  }

  package static let descriptor = PolicyDescriptor(
    name: "charging-only",
    summary: "Starts work only while the device is on external power.",
    idea: "Background work must not cost battery life at all.",
    rule: "the device is plugged in, oldest window first.",
    weakness: "Content ages all day, and held pushes wake the app only on the charger.",
    source: "common practice of maintenance work",
    make: { ChargingOnly(enforces: $0.enforces) })
}

/// Any policy, restricted to external power: on battery its starts become waits.
///
/// The policy is also called on battery, so its learning and draws do not depend on the charger. Its reasons,
/// requested decision points, scores, and thresholds are kept.
public struct OnlyWhileCharging: SchedulingPolicy {
  var policy: any SchedulingPolicy

  public init(_ policy: any SchedulingPolicy) { self.policy = policy }

  /// The traits of the restricted policy. The policy also reads the charger, which is among the changes.
  public var traits: PolicyTraits {
    var traits = policy.traits
    traits.readsDevice = true
    return traits
  }

  /// Decides as the restricted policy; on battery its starts become waits without an end.
  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    policy.decide(observation, candidates, into: &answer)
    guard !observation.isPlugged else { return }
    answer.replaceDecisions(
      by: answer.decisions.map { decision in
        var decision = decision
        if decision.isStart { decision.verdict = .wait(.policyChoice, until: nil) }
        return decision
      })
  }

  /// Hands the history of the apps to the restricted policy.
  public mutating func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    policy.begin(history, forecast: forecast)
  }
  /// Tells the restricted policy of the event.
  public mutating func observe(_ event: PolicyEvent) { policy.observe(event) }
  /// The report of the restricted policy.
  public mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }
  /// The refusal of the restricted policy; nil while its answers count.
  public var refusal: PolicyRefusal? { policy.refusal }
}

import Workload

/// Starts work only on external power.
public struct ChargingOnly: SchedulingPolicy {
  let enforces: BlockingSet

  /// - Parameter enforces: The soft gates to obey, also on the charger.
  public init(enforces: BlockingSet = []) { self.enforces = enforces }

  /// True: the answer depends on the charger and the gates alone.
  public var decidesOnChangeOnly: Bool { true }
  /// Nil: the policy never reads the likelihood of a use.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { nil }

  /// Decides as ``decide(_:_:into:)`` does.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    decisions(observation, candidates)
  }

  /// Starts everything that no obeyed gate denies while the device is plugged in, oldest window first. On battery
  /// everything waits, without an end.
  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    if observation.isPlugged {
      decideImmediately(candidates, enforces: enforces, into: &answer)
    } else {
      answer.letAllWait()
    }
  }

  /// The catalogue entry `charging-only`.
  public static let descriptor = PolicyDescriptor(
    name: "charging-only",
    summary: "Starts work only while the phone is on external power.",
    idea: "Background work must not cost battery life at all.",
    rule: "the device is plugged in, oldest window first.",
    declares: .decidesOnChangeOnly,
    weakness: "Content ages all day, and wakes of held pushes come with the charger.",
    source: "common practice of maintenance work",
    make: { ChargingOnly(enforces: $0.enforces) })
}

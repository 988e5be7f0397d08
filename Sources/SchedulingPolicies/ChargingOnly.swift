import Workload

/// Starts work only on external power.
public struct ChargingOnly: SchedulingPolicy {
  let enforces: BlockingSet

  public init(enforces: BlockingSet = []) { self.enforces = enforces }

  public var decidesOnChangeOnly: Bool { true }
  public var ignoresLikelihoodWhenDenied: BlockingSet? { nil }

  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    decisions(observation, candidates)
  }

  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    if observation.isPlugged {
      decideImmediately(candidates, enforces: enforces, into: &answer)
    } else {
      for candidate in candidates { answer.wait(candidate) }
    }
  }

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

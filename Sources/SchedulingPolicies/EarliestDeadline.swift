import EventSimulation
import ModelParameters
import Workload

/// Waits for the charger until the deadline is near, then starts the most urgent work first.
public struct EarliestDeadline: SchedulingPolicy {
  let slack: TimeSpan
  let enforces: BlockingSet

  /// - Parameters:
  ///   - slack: On battery an item starts this long before its deadline, or later if it is late.
  ///   - enforces: The soft gates to obey.
  public init(slack: TimeSpan, enforces: BlockingSet = []) {
    self.slack = slack
    self.enforces = enforces
  }

  /// It reads the clock only where its wait has an end.
  public var decidesOnChangeOnly: Bool { true }
  /// Nil: the policy never reads the likelihood of a use.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { nil }

  /// Decides as ``decide(_:_:into:)`` does.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    decisions(observation, candidates)
  }

  /// Starts candidates on the charger, or from the slack before their deadline on; others wait until then. Earliest
  /// deadline first, ties by item number.
  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    for candidate in candidates.sorted(by: { ($0.deadline, $0.item) < ($1.deadline, $1.item) }) {
      let latestStart = candidate.deadline - slack
      if let denial = candidate.denials.intersection(enforces).first {
        answer.wait(candidate, denial)
      } else if observation.isPlugged || observation.now >= latestStart {
        answer.start(candidate)
      } else {
        answer.wait(candidate, until: latestStart)
      }
    }
  }

  /// The catalogue entry `deadline`.
  public static let descriptor = PolicyDescriptor(
    name: "deadline",
    summary: "Waits for the charger, but not past a little before the deadline; earliest deadline first.",
    idea: "Work may cost battery only when waiting for the charger would make it late.",
    rule: """
      the device is plugged in, or the deadline is at most `deadline.slack` away or has passed; earliest \
      deadline first while slots are free.
      """,
    parameterNames: ["deadline.slack"],
    declares: .decidesOnChangeOnly,
    weakness: "On battery it starts at the end of the window whatever the moment is like, often in bursts.",
    source: "earliest deadline first [LiuLayland1973]",
    make: { EarliestDeadline(slack: $0.parameters.span("deadline.slack"), enforces: $0.enforces) })
}

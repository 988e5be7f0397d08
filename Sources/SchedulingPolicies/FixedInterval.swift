import EventSimulation
import ModelParameters
import Workload

/// Starts an app's work when a fixed interval has passed since its last launch.
public struct FixedInterval: SchedulingPolicy {
  let interval: TimeSpan
  let enforces: BlockingSet

  /// - Parameters:
  ///   - interval: Shortest time between two launches of one app by one mechanism.
  ///   - enforces: The soft gates to obey.
  public init(interval: TimeSpan, enforces: BlockingSet = []) {
    self.interval = interval
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

  /// Starts a candidate when the interval since its app's last launch by the same mechanism has passed, or if there was
  /// none; others wait until then. Discretionary transfers start at once. Oldest window first.
  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    for candidate in candidates.oldestFirst {
      if let denial = candidate.denials.intersection(enforces).first {
        answer.wait(candidate, denial)
      } else if candidate.mechanism != .transferD, let last = candidate.lastLaunch,
        last + interval > observation.now
      {
        // A transfer launches no app: the interval is one between fetches.
        answer.wait(candidate, until: last + interval)
      } else {
        answer.start(candidate)
      }
    }
  }

  /// The catalogue entry `fixed-interval`.
  public static let descriptor = PolicyDescriptor(
    name: "fixed-interval",
    summary: "Starts an app's work at most once per fixed interval.",
    idea: "The legacy minimum fetch interval that developers ask for, whatever the state of the phone.",
    rule: """
      at least `fixed.interval` has passed since the last launch of the app by the same mechanism; oldest window \
      first.
      """,
    parameterNames: ["fixed.interval"],
    declares: .decidesOnChangeOnly,
    weakness: "Works at night and on an almost empty battery as often as before the user's breakfast.",
    source: "minimum background fetch interval [AppleUIKit]",
    make: { FixedInterval(interval: $0.parameters.span("fixed.interval"), enforces: $0.enforces) })
}

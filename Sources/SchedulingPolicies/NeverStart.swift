import Workload

/// Starts nothing.
public struct NeverStart: SchedulingPolicy {
  /// A policy without parameters.
  public init() {}

  /// False: the policy remembers nothing.
  public var wantsEvents: Bool { false }
  /// False: the policy looks at nothing.
  public var readsDevice: Bool { false }
  /// True: the answer is always empty.
  public var decidesOnChangeOnly: Bool { true }
  /// Nil: the policy never reads the likelihood of a use.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { nil }

  /// No decisions: all candidates wait.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] { [] }

  /// Lets all candidates wait that there are and that come.
  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) { answer.letAllWait() }

  /// The catalogue entry `never`.
  public static let descriptor = PolicyDescriptor(
    name: "never",
    summary: "Starts nothing: the lower bound on energy and the upper bound on staleness.",
    idea: "A reference: what the phone costs and how old content is without any background launch.",
    rule: "never.",
    declares: .decidesOnChangeOnly,
    weakness: "Users find what was fetched when they last looked.",
    source: "bound of the comparison",
    make: { _ in NeverStart() })
}

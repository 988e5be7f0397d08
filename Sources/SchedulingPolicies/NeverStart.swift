import Workload

/// Starts nothing.
public struct NeverStart: SchedulingPolicy {
  public init() {}

  public var decidesOnChangeOnly: Bool { true }
  public var ignoresLikelihoodWhenDenied: BlockingSet? { nil }

  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] { [] }

  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {}

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

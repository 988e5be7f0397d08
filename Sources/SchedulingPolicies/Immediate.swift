import Workload

/// Starts every candidate at once, oldest window first.
public struct Immediate: SchedulingPolicy {
  let enforces: BlockingSet

  public init(enforces: BlockingSet = []) { self.enforces = enforces }

  /// It looks at the candidates alone.
  public var traits: PolicyTraits {
    PolicyTraits(ignoresLikelihoodWhenDenied: nil, readsDevice: false, decidesOnChangeOnly: true)
  }

  /// Starts every candidate that no obeyed gate denies, oldest window first; ties by item number.
  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    answer.decide(candidates.oldestFirst, obeying: enforces) { .start($0) }
  }

  /// The catalogue entry `immediate`.
  public static let descriptor = PolicyDescriptor(
    name: "immediate",
    summary: "Starts every candidate at once, limited only by the hard rules.",
    idea: "Freshness first: the maximum that the platform's interface contract permits.",
    rule: "it is a candidate and a slot is free, oldest window first.",
    weakness: "Ignores battery, budgets, spacing, and usage; polls as often as earliest begin dates allow.",
    source: "bound of the comparison",
    make: { Immediate(enforces: $0.enforces) })

  /// The catalogue entry `gates-only`: the same code, which obeys every soft gate.
  public static let gatesOnly = PolicyDescriptor(
    name: "gates-only",
    summary: "Starts every candidate at once that no soft gate denies.",
    idea: """
      A reference without a score: `immediate` under the gates of `seven-factor`. The difference to `immediate` is \
      the part of the gates, and the difference to `seven-factor` is the part of the score.
      """,
    rule: "no soft gate denies it and a slot is free, oldest window first.",
    enforces: .everyFactorAndCondition,
    weakness: "Ignores learned use: between the gates it polls as often as earliest begin dates allow.",
    source: "null model of the comparison: gates as in `seven-factor`, without its score",
    make: descriptor.make)
}

extension [Candidate] {
  /// By the opening of the window; ties by item number.
  var oldestFirst: [Candidate] {
    for index in indices.dropFirst() where Self.isOlder(self[index], self[index - 1]) {
      return sorted(by: Self.isOlder)
    }
    return self
  }

  private static func isOlder(_ a: Candidate, _ b: Candidate) -> Bool {
    a.open != b.open ? a.open < b.open : a.item < b.item
  }
}

package struct NeverStart: SchedulingPolicy {
  package init() {}

  package var traits: PolicyTraits {
    PolicyTraits(ignoresLikelihoodWhenDenied: nil, readsDevice: false, decidesOnChangeOnly: true)
  }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) { answer.letAllWait() }

  package static let descriptor = PolicyDescriptor(
    name: "never",
    summary: "Never starts work: the lower bound on energy and the upper bound on staleness.",
    idea: "A reference: the energy of the device and the age of content without any background launch.",
    rule: "never.",
    weakness: "Users find the content of their last visit.",
    source: "bound of the comparison",
    make: { _ in NeverStart() })
}

import Workload

/// Starts every candidate at once, oldest window first.
public struct Immediate: SchedulingPolicy {
  let enforces: BlockingSet

  /// - Parameter enforces: The soft gates to obey.
  public init(enforces: BlockingSet = []) { self.enforces = enforces }

  /// False: the policy remembers nothing.
  public var wantsEvents: Bool { false }
  /// False: the policy looks at the candidates alone.
  public var readsDevice: Bool { false }
  /// True: the answer depends on the gates alone.
  public var decidesOnChangeOnly: Bool { true }
  /// Nil: the policy never reads the likelihood of a use.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { nil }

  /// Decides as ``decide(_:_:into:)`` does.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    decisions(observation, candidates)
  }

  /// Starts every candidate that no obeyed gate denies, oldest window first; ties by item number.
  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    decideImmediately(candidates, enforces: enforces, into: &answer)
  }

  /// The catalogue entry `immediate`.
  public static let descriptor = PolicyDescriptor(
    name: "immediate",
    summary: "Starts every candidate at once: what the hard rules alone allow.",
    idea: "Freshness first: the most that the platform's interface contract would permit.",
    rule: "it is a candidate and a slot is free, oldest window first.",
    declares: .decidesOnChangeOnly,
    weakness: "Ignores battery, budgets, spacing and usage; polls as often as floors allow.",
    source: "bound of the comparison",
    make: { Immediate(enforces: $0.enforces) })
}

/// Starts all candidates that no obeyed gate denies, oldest window first; ties by item number.
func decideImmediately(
  _ candidates: [Candidate], enforces: BlockingSet, into answer: inout PolicyAnswer
) {
  func decide(_ candidate: Candidate) {
    if let denial = candidate.denials.intersection(enforces).first {
      answer.wait(candidate, denial)
    } else {
      answer.start(candidate)
    }
  }
  guard candidates.isOldestFirst else { return candidates.oldestFirst.forEach(decide) }
  // Mostly there is one. By position: an array that is gone through counts as referenced.
  for index in candidates.indices { decide(candidates[index]) }
}

extension [Candidate] {
  /// By the opening of the window; ties by item number.
  var oldestFirst: [Candidate] { isOldestFirst ? self : sorted(by: Self.isOlder) }

  fileprivate var isOldestFirst: Bool {
    for index in indices.dropFirst() where Self.isOlder(self[index], self[index - 1]) { return false }
    return true
  }

  private static func isOlder(_ a: Candidate, _ b: Candidate) -> Bool {
    a.open != b.open ? a.open < b.open : a.item < b.item
  }
}

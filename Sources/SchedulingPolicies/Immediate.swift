import Workload

/// Starts every candidate at once, oldest window first.
public struct Immediate: SchedulingPolicy {
  let enforces: BlockingSet

  public init(enforces: BlockingSet = []) { self.enforces = enforces }

  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    decideImmediately(candidates, enforces: enforces)
  }

  public static let descriptor = PolicyDescriptor(
    name: "immediate",
    summary: "Starts every candidate at once: what the hard rules alone allow.",
    idea: "Freshness first: the most that the platform's interface contract would permit.",
    rule: "it is a candidate and a slot is free, oldest window first.",
    weakness: "Ignores battery, budgets, spacing and usage; polls as often as floors allow.",
    source: "specification of background execution, 8.3",
    make: { Immediate(enforces: $0.enforces) })
}

/// Starts all candidates that no obeyed gate denies, oldest window first; ties by item number.
func decideImmediately(_ candidates: [Candidate], enforces: BlockingSet) -> [Decision] {
  var decisions: [Decision] = []
  decisions.reserveCapacity(candidates.count)
  for candidate in candidates.oldestFirst {
    if let denial = candidate.denials.intersection(enforces).first {
      decisions.append(.wait(candidate, denial))
    } else {
      decisions.append(.start(candidate))
    }
  }
  return decisions
}

extension [Candidate] {
  /// By the opening of the window; ties by item number.
  var oldestFirst: [Candidate] { sorted { ($0.open, $0.item) < ($1.open, $1.item) } }
}

import SchedulingPolicies

/// One thing that a policy is held to.
public enum ConformanceClause: String, Sendable, Hashable, CaseIterable {
  case determinism, observers, shortcuts, ownStreams, books, noViolations, hardGates, obedience, finishing
  case monotoneCost, noStarvation

  /// The statement that holds under a policy that keeps the clause.
  public var meaning: String {
    switch self {
    case .determinism: "the same device twice gives the same events (ORD-2)"
    case .observers: "nothing depends on what is recorded"
    case .shortcuts: "asked at every decision point and shown everything, it gives the same events"
    case .ownStreams: "nothing depends on other runs, instances or draws of the same worker"
    case .books: "energy, items and budgets close; no item is launched twice"
    case .noViolations: "the driver names no violation"
    case .hardGates: "only candidates are asked for, and only what was asked for is launched (GATE-2)"
    case .obedience: "nothing is started that an obeyed gate denies (GATE-6)"
    case .finishing: "every device reaches its horizon without wake-ups for ever"
    case .monotoneCost: "cheaper runs are not launched less often"
    case .noStarvation:
      "a refresh that nothing denies starts by its deadline on an idle, cool, connected phone"
    }
  }

  /// The promise that makes the clause apply; nil for one that every policy is held to.
  var promise: PolicyProperties? {
    switch self {
    case .determinism, .observers, .shortcuts, .ownStreams, .books, .noViolations, .hardGates, .obedience,
      .finishing:
      nil
    case .monotoneCost: .monotoneCost
    case .noStarvation: .noStarvation
    }
  }
}

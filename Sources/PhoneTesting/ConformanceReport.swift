import EventSimulation
import SchedulingPolicies

/// One thing that a policy is held to.
public enum ConformanceClause: String, Sendable, Hashable, CaseIterable {
  case determinism, observers, shortcuts, ownStreams, books, noViolations, hardGates, obedience, finishing
  case monotoneCost, noStarvation

  /// The statement that holds under a policy that keeps the clause.
  public var meaning: String {
    switch self {
    case .determinism: "running the same device twice gives the same events (ORD-2)"
    case .observers: "the events do not depend on the recorded data"
    case .shortcuts: "the events are the same if the policy is called at every decision point with full data"
    case .ownStreams: "the events do not depend on other runs, instances, or draws of the same worker"
    case .books: "energy, items, and budgets balance; an item is launched at most once"
    case .noViolations: "the simulator finds no violation"
    case .hardGates: "the policy starts only candidates, and only started candidates are launched (GATE-2)"
    case .obedience: "the policy does not start work that an obeyed gate denies (GATE-6)"
    case .finishing: "every simulation reaches its horizon (no infinite wake-ups)"
    case .monotoneCost: "cheaper runs are launched at least as often"
    case .noStarvation:
      "a refresh without denials starts by its deadline on an idle, cool, connected device"
    }
  }

  /// The promise that makes the clause apply; nil for one that every policy is held to.
  var promise: PolicyProperties? {
    switch self {
    case .monotoneCost: .monotoneCost
    case .noStarvation: .noStarvation
    default: nil
    }
  }
}

/// The clauses that a policy keeps and breaks.
public struct ConformanceReport: Sendable, Hashable {
  /// The judgment of one clause.
  public enum Outcome: Sendable, Hashable {
    case holds
    case fails(ConformanceFinding)
    /// The policy does not promise it.
    case notDeclared
    /// Nothing was found against it, but the check ended early: the policy did not let a phone come to its end.
    case notJudged
  }
  /// A clause with its judgment.
  public struct Entry: Sendable, Hashable {
    /// The clause of the policy contract.
    public var clause: ConformanceClause
    /// The result of its check.
    public var outcome: Outcome
  }

  /// Name of the policy.
  public let policy: String
  /// Names of the devices that it was put on, in order.
  public let devices: [String]
  /// All clauses in their order.
  public let entries: [Entry]

  /// Whether no clause fails.
  public var holds: Bool { failures.isEmpty }

  /// The clauses that fail.
  public var failures: [ConformanceClause] {
    entries.filter { if case .fails = $0.outcome { true } else { false } }.map(\.clause)
  }

  /// The finding against a clause; nil unless it fails.
  public func finding(_ clause: ConformanceClause) -> ConformanceFinding? {
    for entry in entries where entry.clause == clause {
      if case .fails(let finding) = entry.outcome { return finding }
    }
    return nil
  }

  /// - Parameter isComplete: Whether every phone came to its end, so that no finding means that a clause holds.
  init(
    _ descriptor: PolicyDescriptor, devices: [String], findings: [ConformanceClause: ConformanceFinding],
    isComplete: Bool
  ) {
    policy = descriptor.name
    self.devices = devices
    entries = ConformanceClause.allCases.map { clause in
      if let promise = clause.promise, !descriptor.declares.contains(promise) {
        return Entry(clause: clause, outcome: .notDeclared)
      }
      return Entry(
        clause: clause, outcome: findings[clause].map { .fails($0) } ?? (isComplete ? .holds : .notJudged))
    }
  }
}

/// The first evidence against a clause: its place and time, the observed behavior, and the expected behavior.
public struct ConformanceFinding: Sendable, Hashable, CustomStringConvertible {
  /// Name of the device.
  public var device: String
  /// The time of the finding; nil for a finding about a whole run.
  public var time: Instant?
  /// Number of the item, if the finding is about one.
  public var item: Int32?
  /// Description of the behavior that breaks the clause.
  public var found: String
  /// Description of the behavior that the clause asks for.
  public var expected: String

  /// One sentence; the time is in seconds since the midnight of day 0.
  public var description: String {
    var place = "device `\(device)`"
    if let time { place += ", \(time) s" }
    if let item { place += ", item \(item)" }
    return "\(place): found \(found), expected \(expected)"
  }
}

/// Collects the first finding of each clause.
package struct FindingList {
  package private(set) var first: [ConformanceClause: ConformanceFinding] = [:]

  package init() {}

  mutating func add(
    _ clause: ConformanceClause, on device: String, at time: Instant? = nil, item: Int32? = nil,
    _ found: @autoclosure () -> String, _ expected: @autoclosure () -> String
  ) {
    guard first[clause] == nil else { return }
    first[clause] = ConformanceFinding(
      device: device, time: time, item: item, found: found(), expected: expected())
  }

  /// Adds what another list has found of other clauses.
  mutating func add(_ others: FindingList) { first.merge(others.first) { own, _ in own } }
}

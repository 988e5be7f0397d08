import EventSimulation
import Workload

/// The decisions of a policy at one decision point, in a buffer that is used again at the next.
public struct PolicyAnswer: Sendable {
  /// The decisions, and behind them what is left of longer answers.
  @usableFromInline var kept: [Decision] = []
  /// Number of decisions.
  public private(set) var count = 0
  /// The instant from which on the policy wants to be asked again, even if nothing has changed.
  public private(set) var holdsUntil = Instant.distantFuture

  public init() {}

  /// The decisions, in the order in which starts are to be executed.
  public var decisions: [Decision] { Array(kept[..<count]) }

  /// A decision by its place.
  @inlinable @inline(__always)
  public subscript(index: Int) -> Decision { _read { yield kept[index] } }

  /// Starts a candidate.
  public mutating func start(_ candidate: Candidate) { append(.start(candidate)) }

  /// Lets a candidate wait; `until` asks for a decision point at that instant, which must lie in the future.
  public mutating func wait(
    _ candidate: Candidate, _ reason: BlockingReason = .policyChoice, until: Instant? = nil
  ) {
    append(.wait(candidate, reason, until: until))
  }

  /// Adds a decision. An answer holds no longer than the first of its waits.
  public mutating func append(_ decision: Decision) {
    if count < kept.count { kept[count] = decision } else { kept.append(decision) }
    count += 1
    if case .wait(_, let until?) = decision.verdict { askAgain(at: until) }
  }

  /// Adds decisions in their order, each as ``append(_:)`` does.
  public mutating func append(contentsOf decisions: some Sequence<Decision>) {
    for decision in decisions { append(decision) }
  }

  /// Wants the policy to be asked at the first decision point from an instant on; an instant that has come asks
  /// for the next decision point. Only a policy with ``SchedulingPolicy/decidesOnChangeOnly`` needs it.
  public mutating func askAgain(at time: Instant) { holdsUntil = min(holdsUntil, time) }

  /// Replaces the decisions by others, and keeps when the policy wants to be asked again.
  public mutating func replaceDecisions(by others: [Decision]) {
    count = 0
    append(contentsOf: others)
  }

  /// Puts decisions before those that there are.
  mutating func prepend(_ first: [Decision]) {
    kept.removeLast(kept.count - count)
    kept.insert(contentsOf: first, at: 0)
    count += first.count
  }

  /// Forgets everything but the memory.
  public mutating func removeAll() {
    count = 0
    holdsUntil = .distantFuture
  }
}

/// The classes of events that happen at one instant, in the order in which they are handled.
///
/// Ends come first, so limits are inclusive: work that ends exactly at its limit is in time. The environment
/// then changes before the user sees it. User actions count before limits apply, and allowances are refilled
/// before new items arrive. The policy decides once, on the finished state of the instant; samples are taken
/// after that. Within a class, events are handled in the order of their creation.
public enum EventPriority: UInt8, CaseIterable, Comparable, Sendable {
  /// Ends of work, steps of a launch, bytes done.
  case completion
  /// Thresholds of battery, charger, radio and heat.
  case crossing
  /// Lock, screen, plug, network, settings, reboot.
  case environment
  /// Opening, leaving, force quit, cancellation by the user.
  case userAction
  /// Limits, kills, ends of storage, suspensions.
  case expiry
  /// Budget refills.
  case refill
  /// Submissions, pushes, content changes, earliest begin dates reached, gaps over.
  case arrival
  /// The one call of the policy at an instant.
  case decision
  /// Samples of the state.
  case sampling

  @inlinable public static func < (a: EventPriority, b: EventPriority) -> Bool { a.rawValue < b.rawValue }
}

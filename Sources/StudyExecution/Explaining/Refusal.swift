import Workload

/// Submissions, pushes or simulated calls of an app that were refused for the same reason.
public struct Refusal: Sendable, Hashable {
  /// The identifier as the app wrote it; empty for pushes.
  public var identifier: String
  /// The reason as the event log names it: `notPermitted`, `unavailable`, …
  public var reason: String
  /// Nil for a call of a debugger.
  public var mechanism: Mechanism?
  /// Number of refusals over the horizon.
  public var count: Int
}

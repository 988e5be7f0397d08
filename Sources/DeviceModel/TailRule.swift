/// The rule by which the tails of a burst are billed: the time from the promotion of a radio until it is idle again.
public enum TailRule: String, Sendable, Hashable, CaseIterable {
  /// The app of the transfer that was the last so far, until its timer ends or another transfer starts.
  case last
  /// The app whose transfer raised the radio, for all tails of the burst.
  case first
  /// The apps of the burst in equal parts.
  case equal
  /// Each app what its absence would save; the system the rest, as ``EnergyCause/sharedTail``.
  case marginal

  /// Whether the tails of a burst can be billed only when it is over.
  @inline(__always)
  var settlesBursts: Bool { self == .equal || self == .marginal }
}

import EventSimulation

/// The earliest begin of a request or transfer: `earliestBeginDate`, as its app computes it at the submission.
public enum Floor: Sendable, Hashable {
  /// A delay from the submission.
  case after(TimeSpan)
  /// A local time of day, from 00:00 and before 24:00: the next one strictly later than the submission.
  case at(TimeSpan)

  /// The earliest begin of what is submitted at an instant.
  public func instant(after submission: Instant) -> Instant {
    switch self {
    case .after(let delay): return submission + delay
    case .at(let time):
      let today = Instant.day(submission.day, time)
      return today > submission ? today : today + .day
    }
  }

  /// The delay; nil for a time of day.
  public var delay: TimeSpan? {
    guard case .after(let delay) = self else { return nil }
    return delay
  }
}

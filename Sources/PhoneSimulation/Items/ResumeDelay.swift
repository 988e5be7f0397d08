import EventSimulation

/// The resume delay of an app: URL-9 and URL-10.
struct ResumeDelay {
  private var length: TimeSpan = .zero
  /// The last wake, or the last instant with a background-created transfer waiting or in flight.
  private var quietSince: Instant = .zero
  /// Transfers created in the background that wait or are in flight.
  private var backgroundTransfers = 0

  /// Returns the delay of a transfer that is created now in the background.
  ///
  /// The delay is gone after a full delay of quiet: without a wake and without a transfer of that kind waiting or
  /// in flight.
  mutating func present(at now: Instant) -> TimeSpan {
    if backgroundTransfers == 0, now - quietSince >= length { length = .zero }
    return length
  }

  /// Doubles the delay at a background wake.
  ///
  /// - Returns: The delay before.
  mutating func raise(first: TimeSpan, cap: TimeSpan, at now: Instant) -> TimeSpan {
    let before = present(at: now)
    length = min(before > .zero ? before * 2 : first, cap)
    quietSince = now
    return before
  }

  /// The user opens the app.
  mutating func clear() { length = .zero }

  mutating func beginBackgroundTransfer() { backgroundTransfers += 1 }

  mutating func endBackgroundTransfer(at now: Instant) {
    backgroundTransfers -= 1
    quietSince = now
  }
}

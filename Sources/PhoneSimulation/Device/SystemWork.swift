import EventSimulation

/// The wake of the system itself that lasts longest, past or present.
struct SystemWork {
  private var end: Instant = .zero

  /// Whether the system keeps the phone awake for work of its own.
  @inline(__always)
  func isAwake(at now: Instant) -> Bool { now < end }

  mutating func wake(until end: Instant) { self.end = max(self.end, end) }

  /// The phone has powered off.
  mutating func cancel() { end = .zero }
}

import EventSimulation

/// A request to keep the platform awake until an instant that is known.
struct TimedHold: Sendable {
  /// The slot of its claim, -1 for none.
  var slot = -1
  /// The platform is released then; the distant future while there is no such request.
  var end: Instant = .distantFuture
}

/// Why a run loop returned.
public enum StopReason: Equatable, Sendable {
  /// Every event at or before the horizon has been handled, and later ones are pending.
  case horizonReached
  /// No event is pending.
  case calendarEmpty
  /// The model asked to stop, for the reason given.
  case stopped(String)
  /// As many events as allowed have been handled.
  case eventLimitReached
  /// More events than allowed happened at one instant: the model reschedules itself without moving the clock.
  case livelock(at: Instant)
  /// The model scheduled an event that the calendar could not take.
  case calendarFault(CalendarFault)
}

extension StopReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .horizonReached: "horizon reached"
    case .calendarEmpty: "no events left"
    case .stopped(let reason): "stopped: \(reason)"
    case .eventLimitReached: "event limit reached"
    case .livelock(let instant): "livelock: too many events at \(instant) s"
    case .calendarFault(let fault): "calendar fault: \(fault)"
    }
  }
}

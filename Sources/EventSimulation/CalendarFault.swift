/// Why a calendar could not schedule an event as a model asked.
public enum CalendarFault: Equatable, Sendable {
  /// An event was scheduled before the current time; it was put at the current time.
  case eventInThePast(at: Instant, now: Instant)
  /// As many events are pending as a calendar holds; one of the last was dropped.
  case tooManyPending(limit: Int)
  /// A calendar has taken as many schedulings as it can put in order.
  case tooManySchedulings(limit: UInt64)
}

extension CalendarFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .eventInThePast(let time, let now):
      "an event was scheduled at \(time) s, before the current time \(now) s"
    case .tooManyPending(let limit): "more than \(limit) events are pending"
    case .tooManySchedulings(let limit): "more than \(limit) events have been scheduled"
    }
  }
}

import EventSimulation

/// One timer of a phone: at most one event of its kind is in the calendar.
struct PhoneTimer {
  private(set) var handle: EventHandle?

  /// Whether its event is in the calendar.
  var isSet: Bool { handle != nil }

  /// Puts the event to an instant; the distant future takes it out of the calendar.
  mutating func move(
    _ event: PhoneEvent, to time: Instant, _ priority: EventPriority, _ c: inout EventCalendar<PhoneEvent>
  ) {
    if time == .distantFuture {
      cancel(&c)
    } else if let handle, c.reschedule(handle, at: time) {
      return
    } else {
      handle = c.schedule(event, at: time, priority)
    }
  }

  /// Takes the event out of the calendar.
  mutating func cancel(_ c: inout EventCalendar<PhoneEvent>) {
    if let handle { _ = c.cancel(handle) }
    handle = nil
  }

  /// Its event is being handled.
  mutating func fired() { handle = nil }
}

import EventSimulation

/// One timer of a phone: at most one event of its kind is in the calendar.
struct PhoneTimer {
  /// The event in the calendar; one that is not pending where there is none.
  private var handle = EventHandle.none

  /// Whether its event is in the calendar.
  @inline(__always)
  var isSet: Bool { !handle.isNone }

  /// Puts the event to an instant; the distant future takes it out of the calendar.
  mutating func move(
    _ event: PhoneEvent, to time: Instant, _ priority: EventPriority, _ c: inout EventCalendar<PhoneEvent>
  ) {
    if time == .distantFuture {
      cancel(&c)
    } else if isSet, c.reschedule(handle, at: time) {
      return
    } else {
      handle = c.schedule(event, at: time, priority)
    }
  }

  /// Takes the event out of the calendar.
  mutating func cancel(_ c: inout EventCalendar<PhoneEvent>) {
    if isSet { c.cancel(handle) }
    handle = .none
  }

  /// Its event is being handled.
  mutating func fired() { handle = .none }
}

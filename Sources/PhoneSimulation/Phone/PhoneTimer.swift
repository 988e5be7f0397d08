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
    } else if isSet, c.moveEvent(handle, to: time) {
      return
    } else {
      handle = c.schedule(event, at: time, priority)
    }
  }

  /// Takes the event out of the calendar.
  mutating func cancel(_ c: inout EventCalendar<PhoneEvent>) {
    if isSet { c.withdraw(handle) }
    handle = .none
  }

  /// Its event is being handled.
  mutating func fired() { handle = .none }
}

/// Calls, where the calendar's own steps would be made part of each function that moves a timer: the loop has no room for them.
extension EventCalendar<PhoneEvent> {
  @inline(never)
  mutating func moveEvent(_ handle: EventHandle, to time: Instant) -> Bool { reschedule(handle, at: time) }

  @inline(never)
  mutating func withdraw(_ handle: EventHandle) { cancel(handle) }
}

/// Runs a model event by event, counting and hashing what happens.
///
/// You can divide a run into slices with calls of ``run(_:calendar:until:)`` and growing horizons. Counts and
/// hash continue, and equal the counts and hash of one run to the last horizon.
public struct EventLoop: Sendable {
  /// More events than this at one instant are taken for a livelock.
  public var eventsPerInstantLimit: Int
  /// The loop stops when this many events have been handled in all.
  public var eventLimit: Int

  /// Number of events handled so far.
  public var eventCount: Int
  /// Hash over (time, priority, code) of the events handled so far.
  public var hash: EventHash
  @usableFromInline var instant: Instant
  @usableFromInline var eventsAtInstant: Int

  @inlinable public init(eventLimit: Int = .max, eventsPerInstantLimit: Int = 1_000_000) {
    self.eventLimit = eventLimit
    self.eventsPerInstantLimit = eventsPerInstantLimit
    eventCount = 0
    hash = EventHash()
    instant = .zero
    eventsAtInstant = 0
  }

  /// Handles all events up to and including those at `horizon`, unless something stops the run before.
  @inlinable public mutating func run<Model: SimulationModel & ~Copyable>(
    _ model: inout Model, calendar: inout EventCalendar<Model.Event>, until horizon: Instant
  ) -> StopReason {
    while true {
      if let reason = model.stopRequest { return .stopped(reason) }
      if eventCount >= eventLimit { return .eventLimitReached }
      guard let (key, event) = calendar.popKey(through: horizon) else {
        return calendar.isEmpty ? .calendarEmpty : .horizonReached
      }
      let time = key.time
      if time != instant {
        instant = time
        eventsAtInstant = 0
      }
      eventsAtInstant &+= 1
      eventCount &+= 1
      hash.combine(
        UInt64(bitPattern: time.microseconds), UInt64(key.priorityCode) &<< 56 ^ model.code(of: event))
      model.handle(event, at: time, calendar: &calendar)
      if let fault = calendar.fault { return .calendarFault(fault) }
      if eventsAtInstant >= eventsPerInstantLimit, calendar.nextTime == time {
        return .livelock(at: time)
      }
    }
  }
}

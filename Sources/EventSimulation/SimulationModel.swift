/// A system that changes at events only: its state, and the effect of each event on the state.
public protocol SimulationModel: ~Copyable {
  /// The events of the model; usually an enum with identifiers and numbers.
  associatedtype Event

  /// Changes the state as `event` does at `now`, and schedules, moves and cancels future events.
  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>)

  /// An integer that tells events apart in the ``EventHash`` of a run; it must not depend on memory
  /// addresses or on hash values of the standard library.
  func code(of event: Event) -> UInt64

  /// Why the run should stop before its horizon; nil to go on. Read after every event.
  var stopRequest: String? { get }
}

extension SimulationModel where Self: ~Copyable {
  /// No reason to stop: the model runs to its horizon.
  @inlinable public var stopRequest: String? { nil }
}

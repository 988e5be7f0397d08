/// Names one scheduled event of an ``EventCalendar``, to move or cancel it later.
///
/// A handle is valid while its event is pending, even if the event is rescheduled. Once the event has been
/// popped or canceled, the handle is stale. The calendar that issued it then reports that, and does not touch
/// the event that uses the storage now. (A slot must be used 2³² more times before a stale handle could match
/// again.)
public struct EventHandle: Hashable, Sendable {
  /// Where the calendar keeps the event.
  @usableFromInline let slot: UInt32
  /// How often that slot had been vacated when the event was scheduled.
  @usableFromInline let generation: UInt32

  @inlinable init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  /// A handle of no event, stale in every calendar: the state of a timer that was never set.
  @inlinable public static var none: EventHandle { EventHandle(slot: .max, generation: .max) }

  /// Whether it is ``none``: no calendar has that slot.
  @inlinable @inline(__always) public var isNone: Bool { slot == .max }
}

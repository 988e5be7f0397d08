/// The pending events of one simulation, in the total order (time, priority, sequence of scheduling).
///
/// Events can be moved and removed completely. Two events at one instant and of one priority come in the
/// order of their scheduling; rescheduling counts as scheduling again. The order never depends on the place
/// where events are stored.
///
/// A calendar holds at most 2²² pending events and takes 2³⁸ schedulings between two clearings. Scheduling beyond that, or before
/// the current time, is a fault of the model: it is recorded in ``fault``, and no program ends by it.
public struct EventCalendar<Event>: ~Copyable {
  @usableFromInline var heap: EventHeap
  /// The keys of pending events that are not in the heap.
  @usableFromInline var near: NearKeys
  /// Payloads by slot; initialized for pending events only.
  @usableFromInline var events: UnsafeMutablePointer<Event>
  /// First of the list of vacated slots, linked through their places; ``noSlot`` when there is none.
  @usableFromInline var freeSlot: UInt32
  /// Slots at and above this one were never used.
  @usableFromInline var usedSlots: Int
  @usableFromInline var nextSequence: UInt64
  /// The slot of the event popped last while the root of the heap is still the hole that it left; ``noSlot``
  /// when there is no hole. Most handlers schedule once, and filling the hole then saves moving the last key
  /// to the top and down again.
  @usableFromInline var holeSlot: UInt32
  /// ``noSlot`` while no keys are near, 0 while there are: together with ``holeSlot`` it is asked in one test.
  @usableFromInline var nearSlot: UInt32
  @usableFromInline var currentTime: Instant
  /// The first impossible scheduling; see ``fault``.
  @usableFromInline var firstFault: CalendarFault?

  @inlinable static var noSlot: UInt32 { .max }
  @inlinable var hasHole: Bool { holeSlot != Self.noSlot }

  /// An empty calendar at time zero, with room for `minimumCapacity` pending events before it grows.
  @inlinable public init(minimumCapacity: Int = 64) {
    let capacity = Swift.min(EventKey.slotLimit, Swift.max(8, minimumCapacity))
    heap = EventHeap(capacity: capacity)
    near = NearKeys()
    events = .allocate(capacity: capacity)
    freeSlot = Self.noSlot
    usedSlots = 0
    nextSequence = 0
    holeSlot = Self.noSlot
    nearSlot = Self.noSlot
    currentTime = .zero
    firstFault = nil
  }

  @inlinable deinit {
    for index in (hasHole ? 1 : 0)..<heap.count {
      (events + heap.keys[index].slot).deinitialize(count: 1)
    }
    for place in 1..<near.count + 1 { (events + near.keys[place].slot).deinitialize(count: 1) }
    events.deallocate()
  }

  /// Number of pending events.
  @inlinable public var count: Int {
    heap.count &- (hasHole ? 1 : 0) &+ near.count
  }
  /// Whether no event is pending.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The time of the last event popped, zero before the first; nothing can be scheduled before it.
  @inlinable public var now: Instant { currentTime }

  /// The first scheduling that could not be done as asked; nil while there was none.
  ///
  /// The calendar stays usable, so that the handler of an event can end, but what it holds is no longer what the model meant: an
  /// ``EventLoop`` stops after the event at hand.
  @inlinable public var fault: CalendarFault? { firstFault }

  /// The key of the next event; ``EventKey/greatest`` when none is pending.
  ///
  /// Always inlined, like what reads it: a call would be handed a copy of the whole calendar.
  @inlinable @inline(__always) var nextKey: EventKey {
    let top = hasHole ? heap.leastBelowRoot : heap.keys[0]
    let next = near.next
    return next < top ? next : top
  }

  /// The time of the next event; nil when none is pending.
  @inlinable @inline(__always) public var nextTime: Instant? {
    // Times alone: which of two keys comes first is not asked.
    let top = hasHole ? heap.leastBelowRoot : heap.keys[0]
    let time = Swift.min(top.unsignedTime, near.next.unsignedTime)
    return time == .max ? nil : Instant(microseconds: Int64(bitPattern: time))
  }

  /// Whether another event of one of the classes up to `priority` is pending at an instant that has come.
  @inlinable @inline(__always) public func hasNext(at now: Instant, through priority: EventPriority) -> Bool {
    // No event has the time of the greatest key, which lies before zero.
    let key = nextKey
    return key.time == now && key.priorityCode <= priority.rawValue
  }
}

extension EventCalendar: @unchecked Sendable where Event: Sendable {}  // owns its storage alone

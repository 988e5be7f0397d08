extension EventCalendar {
  /// Adds an event at `time`, after all pending events of the same time and priority.
  ///
  /// Scheduling before ``now`` is a mistake of the model: the event is put at ``now``, and ``fault`` names both times.
  @discardableResult
  @inline(never) @inlinable public mutating func schedule(
    _ event: Event, at time: Instant, _ priority: EventPriority
  ) -> EventHandle {
    let slot: UInt32
    if hasHole {
      slot = holeSlot
      holeSlot = Self.noSlot
      heap.siftDown(makeKey(time, priority, slot), from: 0)
    } else {
      slot = takeSlot()
      let key = makeKey(time, priority, slot)
      // It would rise to the top of the heap.
      if key < heap.keys[0], near.hasRoom { insertNear(key, slot) } else { heap.insert(key) }
    }
    (events + Int(slot)).initialize(to: event)
    return EventHandle(slot: slot, generation: heap.slots[Int(slot)].generation)
  }

  /// Closes the hole of the present event now, if its handler has scheduled nothing, and not at the next pop. Nothing of
  /// the order of events changes; asking for the next one costs less afterwards.
  @inlinable @inline(__always) public mutating func closeHoleEarly() { if hasHole { closeHole() } }

  /// Adds the next event of an outer stream at `time`, after all pending events of the same time and priority.
  ///
  /// Schedules the next event of a model that is fed from a sorted list, one event at a time. The next event
  /// mostly comes soon, so comparing it with the first pending event costs less than moving it through the
  /// heap. It has no handle and cannot be moved or canceled.
  @inlinable @inline(__always)
  public mutating func scheduleStream(_ event: Event, at time: Instant, _ priority: EventPriority) {
    let slot = takeSlot()
    let key = makeKey(time, priority, slot)
    if near.hasRoom { insertNear(key, slot) } else { addToHeap(key) }
    (events + Int(slot)).initialize(to: event)
  }

  /// Moves a pending event to `time`, behind the events that are already there; its priority stays.
  ///
  /// - Returns: false, changing nothing, when the event has been popped or canceled.
  @discardableResult
  @inlinable public mutating func reschedule(_ handle: EventHandle, at time: Instant) -> Bool {
    guard isPending(handle) else { return false }
    let place = heap.slots[Int(handle.slot)].place
    guard place != EventSlot.near else { return moveNear(handle, to: time) }
    let key = heap.keys[Int(place)].moved(to: checked(time), sequence: takeSequence())
    heap.replace(at: Int(place), with: key)
    return true
  }

  /// Removes a pending event.
  ///
  /// - Returns: false, changing nothing, when the event has already been popped or canceled.
  @discardableResult
  @inlinable public mutating func cancel(_ handle: EventHandle) -> Bool {
    guard isPending(handle) else { return false }
    let slot = Int(handle.slot)
    let place = heap.slots[slot].place
    if place == EventSlot.near { removeNear(slot) } else { heap.remove(at: Int(place)) }
    _ = takeEvent(slot)
    free(slot)
    return true
  }

  /// Removes the next event and sets ``now`` to its time; returns nil if no event is pending.
  @inlinable @inline(__always)
  public mutating func popNext() -> (time: Instant, priority: EventPriority, event: Event)? {
    popNext(through: .distantFuture)
  }

  /// Takes out the next event if it is due at or before `horizon`, and sets ``now`` to its time.
  @inlinable @inline(__always) public mutating func popNext(
    through horizon: Instant
  ) -> (time: Instant, priority: EventPriority, event: Event)? {
    guard let (key, event) = popKey(through: horizon) else { return nil }
    return (key.time, key.priority, event)
  }

  /// Does the work of ``popNext(through:)``; the key has time and priority.
  @inlinable @inline(__always)
  mutating func popKey(through horizon: Instant) -> (key: EventKey, event: Event)? {
    // One test for both: a calendar without near keys whose hole has been filled loses no time.
    if holeSlot & nearSlot != Self.noSlot {
      if hasHole { closeHole() }
      if near.next < heap.keys[0] { return popNear(through: horizon) }
    }
    let key = heap.keys[0]
    guard heap.count > 0 else { return nil }
    let time = key.time
    guard time <= horizon else { return nil }
    currentTime = time
    let slot = key.slot
    let event = takeEvent(slot)
    // Least of all keys: no other key can rise past the hole.
    heap.keys[0] = .least
    holeSlot = UInt32(truncatingIfNeeded: slot)
    return (key, event)
  }

  /// Takes out the first of the near events if it is due at or before `horizon`. The heap keeps its root.
  @inlinable @inline(__always)
  mutating func popNear(through horizon: Instant) -> (key: EventKey, event: Event)? {
    let key = near.next
    guard key.time <= horizon else { return nil }
    currentTime = key.time
    near.removeNext()
    if near.count == 0 { nearSlot = Self.noSlot }
    let event = takeEvent(key.slot)
    free(key.slot)
    return (key, event)
  }

  /// Whether the event of `handle` is still to come.
  @inlinable public func isPending(_ handle: EventHandle) -> Bool {
    Int(handle.slot) < usedSlots && heap.slots[Int(handle.slot)].generation == handle.generation
  }

  /// When the event of `handle` is due; nil when it has been popped or canceled.
  @inlinable public func time(of handle: EventHandle) -> Instant? {
    guard isPending(handle) else { return nil }
    let place = heap.slots[Int(handle.slot)].place
    return place == EventSlot.near ? near.key(ofSlot: Int(handle.slot)).time : heap.keys[Int(place)].time
  }

  /// Removes every event and sets the clock back to zero; handles issued before are stale.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    if hasHole { closeHole() }
    for index in 0..<heap.count {
      let slot = heap.keys[index].slot
      _ = takeEvent(slot)
      free(slot)
    }
    heap.removeAll()
    while near.count > 0 {
      let slot = near.next.slot
      near.removeNext()
      _ = takeEvent(slot)
      free(slot)
    }
    nearSlot = Self.noSlot
    nextSequence = 0
    currentTime = .zero
    firstFault = nil
    // Generations are kept in either case, so that old handles stay stale.
    let needed = Swift.max(8, usedSlots)
    if !keepingCapacity && needed < heap.capacity { resize(to: needed) }
  }
}

extension EventCalendar {
  @inlinable @inline(__always)
  mutating func makeKey(_ time: Instant, _ priority: EventPriority, _ slot: UInt32) -> EventKey {
    EventKey(time: checked(time), priority: priority, sequence: takeSequence(), slot: slot)
  }

  /// Puts the key of a slot beside the heap, where there is room.
  @inlinable @inline(__always) mutating func insertNear(_ key: EventKey, _ slot: UInt32) {
    near.insert(key)
    nearSlot = 0
    heap.slots[Int(slot)].place = EventSlot.near
  }

  /// Moves an event that is kept outside of the heap, without putting it into the heap.
  @inline(never) @inlinable mutating func moveNear(_ handle: EventHandle, to time: Instant) -> Bool {
    near.insert(near.remove(slot: Int(handle.slot)).moved(to: checked(time), sequence: takeSequence()))
    return true
  }

  /// Removes the key of a slot that is kept outside of the heap.
  @inline(never) @inlinable mutating func removeNear(_ slot: Int) {
    _ = near.remove(slot: slot)
    if near.count == 0 { nearSlot = Self.noSlot }
  }

  /// Puts a key into the heap, closing the hole at its root first: no other key can rise past that.
  @inline(never) @usableFromInline mutating func addToHeap(_ key: EventKey) {
    if hasHole { closeHole() }
    heap.insert(key)
  }

  /// `time`, if it is not in the past.
  @inlinable @inline(__always) mutating func checked(_ time: Instant) -> Instant {
    if time < currentTime { return refusePast(time) }
    return time
  }

  @inlinable @inline(__always) mutating func takeSequence() -> UInt64 {
    let sequence = nextSequence
    if sequence >= EventKey.sequenceLimit { return refuseSequence() }
    nextSequence = sequence &+ 1
    return sequence
  }

  @inlinable @inline(__always) mutating func takeSlot() -> UInt32 {
    let slot = freeSlot
    if slot != Self.noSlot {
      freeSlot = heap.slots[Int(slot)].place
      return slot
    }
    if usedSlots == heap.capacity, !grow() { return vacatedSlot() }
    usedSlots += 1
    return UInt32(truncatingIfNeeded: usedSlots - 1)
  }

  /// Takes the payload out of a slot and makes its handle stale.
  @inlinable mutating func takeEvent(_ slot: Int) -> Event {
    heap.slots[slot].generation &+= 1
    return (events + slot).move()
  }

  /// Puts a slot on the list of free ones.
  @inlinable mutating func free(_ slot: Int) {
    heap.slots[slot].place = freeSlot
    freeSlot = UInt32(truncatingIfNeeded: slot)
  }

  /// Fills the hole at the root with the last key.
  @inline(never) @inlinable mutating func closeHole() {
    let slot = Int(holeSlot)
    holeSlot = Self.noSlot
    heap.removeRoot()
    free(slot)
  }

  /// Doubles the capacity; false at the greatest one.
  @inline(never) @usableFromInline mutating func grow() -> Bool {
    let capacity = Swift.min(2 * usedSlots, EventKey.slotLimit)
    guard capacity > usedSlots else { return false }
    resize(to: capacity)
    return true
  }

  @inline(never) @usableFromInline mutating func resize(to capacity: Int) {
    let newEvents = UnsafeMutablePointer<Event>.allocate(capacity: capacity)
    for index in (hasHole ? 1 : 0)..<heap.count {
      let slot = heap.keys[index].slot
      (newEvents + slot).moveInitialize(from: events + slot, count: 1)
    }
    for place in 1..<near.count + 1 {
      let slot = near.keys[place].slot
      (newEvents + slot).moveInitialize(from: events + slot, count: 1)
    }
    events.deallocate()
    events = newEvents
    heap.resize(to: capacity, used: usedSlots)
  }

  // MARK: Faults, all cold

  @inline(never) @usableFromInline mutating func refusePast(_ time: Instant) -> Instant {
    firstFault = firstFault ?? .eventInThePast(at: time, now: currentTime)
    return currentTime
  }

  /// The greatest sequence number, again.
  @inline(never) @usableFromInline mutating func refuseSequence() -> UInt64 {
    firstFault = firstFault ?? .tooManySchedulings(limit: EventKey.sequenceLimit)
    return EventKey.sequenceLimit - 1
  }

  /// The slot of a pending event that is dropped to make room; there is no hole where slots run out.
  @inline(never) @usableFromInline mutating func vacatedSlot() -> UInt32 {
    firstFault = firstFault ?? .tooManyPending(limit: EventKey.slotLimit)
    let slot = heap.keys[heap.count - 1].slot
    heap.remove(at: heap.count - 1)
    _ = takeEvent(slot)
    return UInt32(truncatingIfNeeded: slot)
  }
}

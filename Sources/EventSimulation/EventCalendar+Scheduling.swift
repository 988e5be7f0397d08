extension EventCalendar {
  /// Adds an event at `time`, after all pending events of the same time and priority.
  ///
  /// Scheduling before ``now`` is a mistake of the model and stops the program, naming both times.
  @discardableResult
  @inlinable
  public mutating func schedule(
    _ event: Event, at time: Instant, _ priority: EventPriority
  ) -> EventHandle {
    let slot = takeSlot()
    (events + Int(slot)).initialize(to: event)
    let key = makeKey(time, priority, slot)
    if hasHole {
      hasHole = false
      heap.siftDown(key, from: 0)
    } else {
      heap.insert(key)
    }
    return EventHandle(slot: slot, generation: generations[Int(slot)])
  }

  /// Moves a pending event to `time`, behind the events that are already there; its priority stays.
  ///
  /// - Returns: false, changing nothing, when the event has been popped or cancelled.
  @discardableResult
  @inlinable
  public mutating func reschedule(_ handle: EventHandle, at time: Instant) -> Bool {
    guard isPending(handle) else { return false }
    let place = Int(heap.places[Int(handle.slot)])
    heap.replace(at: place, with: makeKey(time, heap.keys[place].priority, handle.slot))
    return true
  }

  /// Removes a pending event.
  ///
  /// - Returns: false, changing nothing, when the event has already been popped or cancelled.
  @discardableResult
  @inlinable
  public mutating func cancel(_ handle: EventHandle) -> Bool {
    guard isPending(handle) else { return false }
    let slot = Int(handle.slot)
    heap.remove(at: Int(heap.places[slot]))
    (events + slot).deinitialize(count: 1)
    vacate(slot)
    return true
  }

  /// Takes out the next event and sets ``now`` to its time; nil when none is pending.
  @inlinable
  public mutating func popNext() -> (time: Instant, priority: EventPriority, event: Event)? {
    popNext(through: .distantFuture)
  }

  /// Takes out the next event if it is due at or before `horizon`, and sets ``now`` to its time.
  @inlinable
  public mutating func popNext(
    through horizon: Instant
  ) -> (time: Instant, priority: EventPriority, event: Event)? {
    closeHole()
    guard heap.count > 0 else { return nil }
    let key = heap.keys[0]
    let time = key.time
    guard time <= horizon else { return nil }
    currentTime = time
    let slot = key.slot
    let event = (events + slot).move()
    // Least of all keys: no other key can rise past the hole.
    heap.keys[0] = .least
    hasHole = true
    vacate(slot)
    return (time, key.priority, event)
  }

  /// Whether the event of `handle` is still to come.
  @inlinable public func isPending(_ handle: EventHandle) -> Bool {
    Int(handle.slot) < usedSlots && generations[Int(handle.slot)] == handle.generation
  }

  /// When the event of `handle` is due; nil when it has been popped or cancelled.
  @inlinable public func time(of handle: EventHandle) -> Instant? {
    isPending(handle) ? heap.keys[Int(heap.places[Int(handle.slot)])].time : nil
  }

  /// Removes every event and sets the clock back to zero; handles issued before are stale.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    for index in (hasHole ? 1 : 0)..<heap.count {
      let slot = heap.keys[index].slot
      (events + slot).deinitialize(count: 1)
      vacate(slot)
    }
    heap.removeAll()
    hasHole = false
    nextSequence = 0
    currentTime = .zero
    // Generations are kept in either case, so that old handles stay stale.
    let needed = Swift.max(8, usedSlots)
    if !keepingCapacity && needed < heap.capacity { resize(to: needed) }
  }
}

extension EventCalendar {
  @inlinable mutating func makeKey(
    _ time: Instant, _ priority: EventPriority, _ slot: UInt32
  ) -> EventKey {
    if time < currentTime { eventInThePast(at: time, now: currentTime) }
    let sequence = nextSequence
    if sequence >= EventKey.sequenceLimit { calendarExhausted() }
    nextSequence = sequence &+ 1
    return EventKey(time: time, priority: priority, sequence: sequence, slot: slot)
  }

  @inlinable mutating func takeSlot() -> UInt32 {
    let slot = freeSlot
    if slot != Self.noSlot {
      freeSlot = heap.places[Int(slot)]
      return slot
    }
    if usedSlots == heap.capacity { resize(to: 2 * usedSlots) }
    usedSlots += 1
    return UInt32(truncatingIfNeeded: usedSlots - 1)
  }

  @inlinable mutating func vacate(_ slot: Int) {
    generations[slot] &+= 1
    heap.places[slot] = freeSlot
    freeSlot = UInt32(truncatingIfNeeded: slot)
  }

  @inlinable mutating func closeHole() {
    if hasHole {
      hasHole = false
      heap.remove(at: 0)
    }
  }

  @inline(never)
  @usableFromInline mutating func resize(to capacity: Int) {
    let capacity = Swift.min(capacity, EventKey.slotLimit)
    if capacity < usedSlots || capacity == heap.capacity { calendarExhausted() }
    let newEvents = UnsafeMutablePointer<Event>.allocate(capacity: capacity)
    for index in (hasHole ? 1 : 0)..<heap.count {
      let slot = heap.keys[index].slot
      (newEvents + slot).moveInitialize(from: events + slot, count: 1)
    }
    events.deallocate()
    events = newEvents
    let newGenerations = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    newGenerations.initialize(repeating: 0, count: capacity)
    newGenerations.update(from: generations, count: usedSlots)
    generations.deallocate()
    generations = newGenerations
    heap.resize(to: capacity, used: usedSlots)
  }
}

@inline(never) @usableFromInline
func eventInThePast(at time: Instant, now: Instant) -> Never {
  fatalError("event scheduled at \(time) s, before the current time \(now) s")
}

@inline(never) @usableFromInline
func calendarExhausted() -> Never {
  fatalError(
    "event calendar exhausted: at most \(EventKey.slotLimit) events can be pending and \(EventKey.sequenceLimit) be scheduled"
  )
}

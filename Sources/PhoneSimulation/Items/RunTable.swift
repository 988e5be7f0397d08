/// The runs of a phone, by slot; a slot is used again once the run in it has been settled.
struct RunTable {
  private var runs: [Run] = []
  private var free: [RunSlot] = []

  @inline(__always)
  subscript(slot: RunSlot) -> Run {
    _read { yield runs[Int(slot.rawValue)] }
    _modify { yield &runs[Int(slot.rawValue)] }
  }

  /// All slots in their order, those that are free included.
  var slots: RunSlots { RunSlots(count: runs.count) }

  /// The slot of the next run to be added.
  var nextSlot: RunSlot { free.last ?? RunSlot(runs.count) }

  /// Adds a run in the next slot.
  mutating func add(_ run: Run) {
    if let slot = free.popLast() {
      runs[Int(slot.rawValue)] = run
    } else {
      runs.append(run)
    }
  }

  /// The run of a slot is settled; the slot may be used again.
  mutating func release(_ slot: RunSlot) {
    runs[Int(slot.rawValue)].phase = .ended
    free.append(slot)
  }
}

/// The slots of a table as they are when the sequence is made.
struct RunSlots: Sequence, IteratorProtocol {
  private var position = 0
  private let count: Int

  init(count: Int) { self.count = count }

  @inline(__always)
  mutating func next() -> RunSlot? {
    guard position < count else { return nil }
    defer { position += 1 }
    return RunSlot(position)
  }
}

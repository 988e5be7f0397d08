import Workload

/// The runs of a phone, by slot; a slot is used again once the run in it has been settled.
struct RunTable {
  private var runs: [Run] = []
  private var free: [RunSlot] = []
  /// Runs between launch and terminal event: those that hold a slot for refresh and push, for processing, and for
  /// continued tasks, and all of them.
  private(set) var refreshSlotsTaken = 0
  private(set) var processingSlotsTaken = 0
  private(set) var continuedSlotsTaken = 0
  private(set) var active = 0

  @inline(__always)
  subscript(slot: RunSlot) -> Run {
    _read { yield runs[Int(slot.rawValue)] }
    _modify { yield &runs[Int(slot.rawValue)] }
  }

  /// All slots in their order, those that are free included.
  var slots: RunSlots { RunSlots(count: runs.count) }

  /// Whether a run of an app's identifier has not had its terminal event.
  func isRunning(_ app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    for index in runs.indices
    where runs[index].item.app == app && runs[index].item.identifier == identifier
      && runs[index].phase != .ended && runs[index].phase != .lingering
    {
      return true
    }
    return false
  }

  /// The slot of the next run to be added.
  var nextSlot: RunSlot { free.last ?? RunSlot(runs.count) }

  /// Adds a run in the next slot.
  mutating func add(_ run: Run) {
    count(run.item.mechanism, 1)
    if let slot = free.popLast() {
      runs[Int(slot.rawValue)] = run
    } else {
      runs.append(run)
    }
  }

  /// The run of a slot has had its terminal event.
  mutating func end(_ slot: RunSlot) {
    runs[Int(slot.rawValue)].phase = .lingering
    count(runs[Int(slot.rawValue)].item.mechanism, -1)
  }

  private mutating func count(_ mechanism: Mechanism, _ change: Int) {
    active += change
    switch mechanism {
    case .processing, .health: processingSlotsTaken += change
    case .refresh, .push: refreshSlotsTaken += change
    case .continued: continuedSlotsTaken += change
    case .transferD, .transferN, .wake, .assertion, .mode: break
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

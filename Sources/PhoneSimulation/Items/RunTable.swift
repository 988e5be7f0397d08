import Basics
import DeviceModel
import EventSimulation
import Workload

/// The runs of a phone, by slot; a slot is used again once the run in it has been settled.
///
/// A run is open from its launch to its terminal event, and unsettled from then on until its tail energy is known.
struct RunTable: ~Copyable {
  private var runs = UniqueArray<Run>()
  /// By slot the stretch over which the bytes of its run move or have moved last, and those before it, of which nearly
  /// all runs have none.
  private var stretches = UniqueArray<ByteStretch?>()
  private var earlierStretches = UniqueArray<[ByteStretch]>()
  private var free = UniqueArray<RunSlot>()
  private var open: OpenRuns
  private(set) var unsettled = UniqueArray<RunSlot>()
  /// Open runs: those that hold a slot for refresh and push, for processing, and for continued tasks, and all of them.
  private(set) var refreshSlotsTaken = 0
  private(set) var processingSlotsTaken = 0
  private(set) var continuedSlotsTaken = 0
  private(set) var active = 0

  init(appCount: Int) { open = OpenRuns(appCount: appCount) }

  subscript(slot: RunSlot) -> Run {
    @inline(__always) unsafeAddress { runs.address(of: Int(slot.rawValue)) }
    @inline(__always) unsafeMutableAddress { runs.mutableAddress(of: Int(slot.rawValue)) }
  }

  var slots: [RunSlot] { runs.indices.map { RunSlot($0) } }
  func openSlots(of app: AppIndex) -> [RunSlot] { open.slots(of: app) }

  /// Whether a run of an app's identifier is open. It is inlined: a call would copy the whole table's head.
  @inline(__always) func isRunning(_ app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    var next = open.first(of: app)
    while let slot = next {
      if self[slot].item.identifier == identifier { return true }
      next = open.next(after: slot)
    }
    return false
  }

  @inline(__always) func hasProcessor(_ app: AppIndex) -> Bool {
    var next = open.first(of: app)
    while let slot = next {
      if self[slot].processor != nil { return true }
      next = open.next(after: slot)
    }
    return false
  }

  /// LIFE-5: the demand of an app's runs for the processor now, and how much of it is left; nil during a run that PROC-6
  /// or LIFE-5 exempts.
  @inline(__always) func processorDemand(
    of app: AppIndex, monitorsContinued: Bool, at now: Instant
  ) -> ProcessorDemand? {
    var demand = ProcessorDemand()
    var next = open.first(of: app)
    while let slot = next {
      next = open.next(after: slot)
      guard self[slot].phase == .working || self[slot].phase == .expired else { continue }
      if self[slot].item.mechanism.isProcessing, self[slot].item.requiresExternalPower { return nil }
      if self[slot].item.mechanism == .continued, !monitorsContinued { return nil }
      if self[slot].processor != nil {
        demand.add(self[slot].work.share, until: self[slot].partEnd ?? now, at: now)
      }
    }
    return demand
  }

  // MARK: From launch to settlement

  var nextSlot: RunSlot { free.last ?? RunSlot(runs.count) }

  /// Adds a run in the next slot. Inlined, so that the run is made there and not copied.
  @inline(__always) mutating func add(_ run: Run) {
    let slot = nextSlot
    if free.popLast() != nil {
      self[slot] = run
      stretches[Int(slot.rawValue)] = nil
      if !earlierStretches[Int(slot.rawValue)].isEmpty { earlierStretches[Int(slot.rawValue)] = [] }
    } else {
      runs.append(run)
      stretches.append(nil)
      earlierStretches.append([])
    }
    open.open(slot, of: run.item.app)
    count(run.item.mechanism, 1)
  }

  @inline(__always) mutating func end(_ slot: RunSlot, at now: Instant) {
    self[slot].end(at: now)
    close(slot)
    unsettled.append(slot)
  }

  @inline(__always) mutating func release(_ slot: RunSlot) {
    if self[slot].isOpen { close(slot) }
    self[slot].settle()
    // Mostly it is the only one, else the oldest.
    if unsettled.last == slot {
      unsettled.removeLast()
    } else if let position = unsettled.indices.first(where: { unsettled[$0] == slot }) {
      unsettled.remove(at: position)
    }
    free.append(slot)
  }

  @inline(__always) private mutating func close(_ slot: RunSlot) {
    open.close(slot, of: self[slot].item.app)
    count(self[slot].item.mechanism, -1)
  }

  private mutating func count(_ mechanism: Mechanism, _ change: Int) {
    active += change
    switch mechanism {
    case .processing, .health: processingSlotsTaken += change
    case .refresh, .push: refreshSlotsTaken += change
    case .continued: continuedSlotsTaken += change
    case .discretionaryTransfer, .transfer, .wake, .assertion, .mode: break
    }
  }

  // MARK: Bytes

  /// - Parameter plan: The exact plan of a transfer that shares its radio.
  mutating func beginTransfer(
    _ slot: RunSlot, _ id: TransferID, isCellular: Bool, duration: TimeSpan, _ plan: BytePlan?,
    at now: Instant, _ calendar: inout PhoneCalendar
  ) {
    self[slot].beginTransfer(slot, id, isCellular: isCellular, duration: duration, at: now, &calendar)
    beginStretch(slot, duration, self[slot].pendingUp, self[slot].pendingDown, plan, at: now)
  }

  mutating func replanTransfer(
    _ slot: RunSlot, end: Instant, left: (up: Int64, down: Int64), _ plan: BytePlan?, at now: Instant,
    _ calendar: inout PhoneCalendar
  ) {
    endStretch(slot, at: now)
    self[slot].replanTransfer(slot, end: end, &calendar)
    beginStretch(slot, end - now, left.up, left.down, plan, at: now)
  }

  mutating func finishTransfer(_ slot: RunSlot, at now: Instant) -> TransferID? {
    guard let id = self[slot].finishTransfer(at: now) else { return nil }
    endStretch(slot, at: now)
    return id
  }

  /// The bytes of a run stop moving; ``Run/keepPending(up:down:)`` follows. Returned is the transfer that moved them.
  @inline(__always) mutating func breakOffTransfer(
    _ slot: RunSlot, at now: Instant, _ calendar: inout PhoneCalendar
  ) -> TransferID? {
    guard let id = self[slot].breakOffTransfer(&calendar) else { return nil }
    endStretch(slot, at: now)
    return id
  }

  @inline(__always) private mutating func beginStretch(
    _ slot: RunSlot, _ duration: TimeSpan, _ up: Int64, _ down: Int64, _ plan: BytePlan?, at now: Instant
  ) {
    let index = Int(slot.rawValue)
    if let last = stretches[index] { earlierStretches[index].append(last) }
    stretches[index] = ByteStretch(
      from: self[slot].timeWorked(at: now), duration: duration, bytesUp: up, bytesDown: down, plan: plan)
  }

  @inline(__always) private mutating func endStretch(_ slot: RunSlot, at now: Instant) {
    let index = Int(slot.rawValue)
    guard var stretch = stretches[index], stretch.to == nil else { return }
    stretch.to = self[slot].timeWorked(at: now)
    stretches[index] = stretch
  }

  /// The bytes left once a run had worked for so long, by the last stretch that had begun by then.
  func bytesLeft(_ slot: RunSlot, after worked: TimeSpan) -> (up: Int64, down: Int64) {
    let index = Int(slot.rawValue)
    let last = stretches[index].flatMap { $0.from <= worked ? $0 : nil }
    guard let stretch = last ?? earlierStretches[index].last(where: { $0.from <= worked }) else {
      return (self[slot].work.bytesUp, self[slot].work.bytesDown)
    }
    // Of a run in two steps, those that are sent come first.
    let later = self[slot].isStaged && stretch.bytesUp > 0 ? self[slot].work.bytesDown : 0
    let elapsed = min(worked, stretch.to ?? worked) - stretch.from
    guard stretch.duration > elapsed else { return (0, later) }
    if let left = stretch.plan?.left(after: elapsed) { return (left.up, left.down + later) }
    func left(_ bytes: Int64) -> Int64 {
      let product = bytes.multipliedFullWidth(by: elapsed.microseconds)
      return bytes - stretch.duration.microseconds.dividingFullWidth(product).quotient
    }
    return (left(stretch.bytesUp), left(stretch.bytesDown) + later)
  }
}

/// The open runs of each app, in the order of their slots. Mostly an app has one at a time.
struct OpenRuns: ~Copyable {
  private var first: AppColumn<RunSlot?>
  private var next = UniqueArray<RunSlot?>()

  init(appCount: Int) { first = AppColumn(repeating: nil, count: appCount) }

  @inline(__always) func first(of app: AppIndex) -> RunSlot? { first[app] }
  @inline(__always) func next(after slot: RunSlot) -> RunSlot? { next[Int(slot.rawValue)] }

  func slots(of app: AppIndex) -> [RunSlot] {
    var slots: [RunSlot] = []
    var slot = first(of: app)
    while let present = slot {
      slots.append(present)
      slot = next(after: present)
    }
    return slots
  }

  @inline(__always) mutating func open(_ slot: RunSlot, of app: AppIndex) {
    while next.count <= Int(slot.rawValue) { next.append(nil) }
    guard let first = first[app], first.rawValue < slot.rawValue else {
      next[Int(slot.rawValue)] = self.first[app]
      self.first[app] = slot
      return
    }
    var before = first
    while let present = next(after: before), present.rawValue < slot.rawValue { before = present }
    next[Int(slot.rawValue)] = next(after: before)
    next[Int(before.rawValue)] = slot
  }

  @inline(__always) mutating func close(_ slot: RunSlot, of app: AppIndex) {
    if first[app] == slot {
      first[app] = next(after: slot)
      return
    }
    var before = first[app]
    while let present = before, next(after: present) != slot { before = next(after: present) }
    if let before { next[Int(before.rawValue)] = next(after: slot) }
  }
}

/// A time over which the bytes of a run move at the rate of one path, in time that the run has worked.
struct ByteStretch {
  var from, duration: TimeSpan
  var bytesUp, bytesDown: Int64
  var plan: BytePlan?
  var to: TimeSpan?
}

import BackgroundExecution
import Basics
import EventSimulation
import Workload

/// The gate verdicts of the pending items, computed again only where an input has changed.
///
/// A verdict is what the device denies to items of a kind, and what app and item deny until an instant. It is
/// computed for a new item, where the app or the item has changed, where the device denies other things to its kind,
/// and when that instant has come. What nobody can notice is left alone: soft denials of a denied item, and of an item
/// before its earliest begin most of the hard ones too, unless reasons are recorded.
struct GateReader: ~Copyable {
  private var rows = UniqueArray<Row>()
  private var sets = SlotSets(count: GateKind.allCases.count * Self.stateCount)
  private var ends = InstantQueue()
  private var stale = UniqueArray<Int32>()
  private var marked = UniqueArray<Int32>()
  private(set) var touched = TouchedItems()
  /// The greatest energy of the battery, in nanojoules, with which gates can be others than with more.
  let greatestEnergyRead: Int64
  private var device: DeviceGates
  private var spareDevice: DeviceGates  // Memory for the gates of the next state.
  /// The kinds of all items that there have been, one bit for each, by its raw value.
  private var kinds: UInt32 = 0
  let recordsReasons: Bool
  private(set) var candidateCount = 0
  private(set) var evaluated: Int64 = 0
  private(set) var changed: Int64 = 0

  private static let stateCount = 3
  static let noSet = UInt8.max
  /// The reasons that come before the earliest begin: the others do not show in an item that is ahead.
  private static let shownAhead = BlockingSet(rawValue: BlockingSet(.earliestBeginDate).rawValue - 1)

  init(
    _ facts: DeviceFacts, _ platform: PlatformParameters, recordsReasons: Bool,
    greatestEnergyRead: Int64 = .max
  ) {
    self.greatestEnergyRead = greatestEnergyRead
    device = DeviceGates(facts, platform)
    spareDevice = device
    self.recordsReasons = recordsReasons
  }

  // MARK: Items

  mutating func add(_ slot: ItemSlot, order: Int64) {
    let index = Int(slot.rawValue)
    while rows.count <= index { rows.append(Row()) }
    sets.reserve(index)
    // It may still stand in a list of work to be done for the item before it.
    rows[index] = Row(
      order: order, isUsed: true, isStale: rows[index].isStale, isMarked: rows[index].isMarked)
    invalidate(slot)
  }

  mutating func remove(_ slot: ItemSlot) {
    let index = Int(slot.rawValue)
    leaveSet(index)
    ends.set(slot.rawValue, to: .distantFuture)
    if rows[index].isCandidate {
      candidateCount -= 1
      touch(index)
    }
    rows[index].isUsed = false
    rows[index].state = .denied
  }

  @inline(__always) mutating func invalidate(_ slot: ItemSlot) {
    guard !rows[Int(slot.rawValue)].isStale else { return }
    rows[Int(slot.rawValue)].isStale = true
    stale.append(slot.rawValue)
  }

  @inline(__always)
  mutating func read(_ facts: DeviceFacts, _ platform: PlatformParameters, at now: Instant) {
    while let slot = ends.takeDue(at: now) { invalidate(ItemSlot(slot)) }
    if facts != device.facts { follow(facts, platform) }
  }

  private mutating func follow(_ facts: DeviceFacts, _ platform: PlatformParameters) {
    swap(&device, &spareDevice)
    device.update(facts, platform)
    var left = kinds
    while left != 0, let kind = GateKind(rawValue: UInt8(left.trailingZeroBitCount)) {
      left &= left - 1
      let (before, after) = (spareDevice[kind], device[kind])
      guard before != after else { continue }
      mark(kind, .open)
      let hard = before.hard.symmetricDifference(after.hard)
      guard !hard.isEmpty else { continue }
      mark(kind, .denied)
      if recordsReasons || !hard.isDisjoint(with: Self.shownAhead) { mark(kind, .ahead) }
    }
    let sources: DeviceFacts = [.onBattery, .onWifi, .onCellular]
    guard !facts.symmetricDifference(spareDevice.facts).isDisjoint(with: sources) else { return }
    for index in rows.indices where rows[index].isUsed && rows[index].gates.dependsOnSource { mark(index) }
  }

  @inline(__always) mutating func takeStale() -> ItemSlot? {
    while let slot = stale.popLast() {
      let index = Int(slot)
      rows[index].isStale = false
      if rows[index].isUsed { return ItemSlot(slot) }
    }
    return nil
  }

  @inline(always) mutating func set(_ slot: ItemSlot, _ gates: ItemGates) {
    let index = Int(slot.rawValue)
    rows[index].gates = gates
    ends.set(slot.rawValue, to: gates.until)
    // For an item that waits for ``settle()`` the verdict is computed there, once.
    if !rows[index].isMarked { settle(index) }
  }

  @inline(__always) mutating func settle() { if !marked.isEmpty { settleMarked() } }

  private mutating func settleMarked() {
    for number in marked.indices {
      let index = Int(marked[number])
      rows[index].isMarked = false
      if rows[index].isUsed { settle(index) }
    }
    marked.removeAll()
  }

  @inline(always) private mutating func settle(_ index: Int) {
    let verdict = rows[index].gates.verdict(device)
    evaluated += 1
    let isOther = rows[index].set == Self.noSet || verdict != rows[index].verdict
    if isOther { changed += 1 }
    let wasOpen = rows[index].state == .open
    rows[index].verdict = verdict
    let state: State = rows[index].gates.isAhead ? .ahead : verdict.hard.isEmpty ? .open : .denied
    enterSet(index, state)
    // The candidate of an open item may have changed with its app.
    if isOther || wasOpen || state == .open { touch(index) }
  }

  @inline(__always) func verdict(of slot: ItemSlot) -> GateVerdict { rows[Int(slot.rawValue)].verdict }
  @inline(__always) func isOpen(_ slot: ItemSlot) -> Bool { rows[Int(slot.rawValue)].state == .open }

  @inline(__always) mutating func setCandidate(_ slot: ItemSlot, _ isCandidate: Bool) -> Bool {
    let index = Int(slot.rawValue)
    let wasCandidate = rows[index].isCandidate
    if isCandidate != wasCandidate {
      rows[index].isCandidate = isCandidate
      candidateCount += isCandidate ? 1 : -1
    }
    return wasCandidate
  }

  var candidates: [ItemKey] { keys { $0.isCandidate } }

  mutating func countEvaluation() { evaluated += 1 }

  var hasOpenPlatformItems: Bool {
    !sets.isEmpty(Self.set(.transfer, .open)) || !sets.isEmpty(Self.set(.transferOnWifi, .open))
      || !sets.isEmpty(Self.set(.wake, .open)) || !sets.isEmpty(Self.set(.continued, .open))
  }

  var openPlatformItems: [ItemKey] { keys { $0.state == .open && $0.gates.kind.isStartedByPlatform } }

  // MARK: What has changed

  mutating func touchAll() { for index in rows.indices where rows[index].isUsed { touch(index) } }

  @inline(__always) mutating func collectTouched(isSorted: Bool) { touched.collect(isSorted: isSorted) }

  @inline(__always) func isCurrent(_ key: ItemKey) -> Bool {
    let index = Int(key.slot.rawValue)
    return rows[index].isUsed && rows[index].order == key.order
  }

  private func keys(where isMeant: (Row) -> Bool) -> [ItemKey] {
    var keys: [ItemKey] = []
    for index in rows.indices where rows[index].isUsed && isMeant(rows[index]) { keys.append(key(index)) }
    return keys.sorted()
  }

  @inline(__always) private func key(_ index: Int) -> ItemKey {
    ItemKey(order: rows[index].order, slot: ItemSlot(Int32(index)))
  }

  @inline(__always) private mutating func touch(_ index: Int) { touched.add(key(index)) }

  @inline(__always) private mutating func mark(_ index: Int) {
    guard !rows[index].isMarked else { return }
    rows[index].isMarked = true
    marked.append(Int32(index))
  }

  private mutating func mark(_ kind: GateKind, _ state: State) {
    let first = marked.count
    sets.append(Self.set(kind, state), to: &marked)
    // Those that had been marked stand in the list already.
    var count = first
    for number in first..<marked.count where !rows[Int(marked[number])].isMarked {
      rows[Int(marked[number])].isMarked = true
      marked[count] = marked[number]
      count += 1
    }
    marked.truncate(to: count)
  }

  private static func set(_ kind: GateKind, _ state: State) -> Int {
    Int(kind.rawValue) * stateCount + Int(state.rawValue)
  }

  @inline(__always) private mutating func enterSet(_ index: Int, _ state: State) {
    let set = Self.set(rows[index].gates.kind, state)
    rows[index].state = state
    guard Int(rows[index].set) != set else { return }
    leaveSet(index)
    kinds |= 1 << UInt32(rows[index].gates.kind.rawValue)
    rows[index].set = UInt8(set)
    sets.insert(index, into: set)
  }

  @inline(__always) private mutating func leaveSet(_ index: Int) {
    guard rows[index].set != Self.noSet else { return }
    sets.remove(index, from: Int(rows[index].set))
    rows[index].set = Self.noSet
  }
}

import Basics
import EventSimulation
import Workload

/// The place of a pending item in the queue; it is used again after the item.
struct ItemSlot: Hashable, Sendable {
  let rawValue: Int32

  init(_ rawValue: Int32) { self.rawValue = rawValue }
}

/// The items that wait on a phone: requests, held pushes, transfers that have not started, relaunches.
///
/// The order in which items were added is the order of candidates and of the log. A transfer is found by its number
/// without a search; each app has a list of its own.
struct RequestQueue: ~Copyable {
  struct Row {
    var item: WorkItem
    /// -1 for a place without an item.
    var order: Int64
    /// DEV-3: when a request is evaluated for the first time; zero for other items.
    var firstEvaluation: Instant = .zero
    /// The neighbors among the items of its app; -1 for none.
    var links: (previous: Int32, next: Int32) = (-1, -1)
  }

  struct AppRow {
    /// The first and the last item; -1 for none.
    var chain: (first: Int32, last: Int32) = (-1, -1)
    var count: Int32 = 0
    var refresh: Int32 = 0
    var processing: Int32 = 0
    var pushes: Int32 = 0
    var requests: Int32 = 0
  }

  private var rows = UniqueArray<Row>()
  private var free = UniqueArray<Int32>()
  private var apps: UniqueArray<AppRow>
  private var transfers = SlotTable()
  private var pushes = SlotTable()
  private var openings = InstantQueue()
  private(set) var eligible = UniqueArray<ItemKey>()
  private var nextOrder: Int64 = 0
  private(set) var nextNumber = ItemNumber(1)
  private(set) var count = 0
  private(set) var platformCount = 0
  private(set) var continuedCount = 0

  init(appCount: Int) { apps = UniqueArray(repeating: AppRow(), count: appCount) }

  var isEmpty: Bool { count == 0 }

  @inline(__always) subscript(slot: ItemSlot) -> WorkItem {
    // By address: a coroutine would copy the whole item for each property that is read.
    @inline(__always) unsafeAddress { rows.address(of: Int(slot.rawValue)).pointer(to: \.item)! }
    @inline(__always) unsafeMutableAddress {
      rows.mutableAddress(of: Int(slot.rawValue)).pointer(to: \.item)!
    }
  }

  @inline(__always) func order(of slot: ItemSlot) -> Int64 { rows[Int(slot.rawValue)].order }

  @inline(__always)
  func announcesEarliestBegin(of slot: ItemSlot) -> Bool {
    !self[slot].isEligible && self[slot].mechanism != .push
  }

  @inline(__always) func firstEvaluation(of slot: ItemSlot) -> Instant {
    rows[Int(slot.rawValue)].firstEvaluation
  }

  mutating func delayEvaluation(of slot: ItemSlot, until first: Instant) {
    rows[Int(slot.rawValue)].firstEvaluation = first
  }

  mutating func takeNumber() -> ItemNumber {
    defer { nextNumber = ItemNumber(nextNumber.rawValue + 1) }
    return nextNumber
  }

  // MARK: Finding

  func slot(ofTransfer number: ItemNumber) -> ItemSlot? { transfers[Self.key(number)].map(ItemSlot.init) }

  /// The pending request of an app with an identifier: of its few requests there is one at most. Inlined: a call would copy
  /// the queue's head.
  @inline(__always) func request(of app: AppIndex, _ identifier: IdentifierIndex) -> ItemSlot? {
    var left = self[app].requests
    var slot = first(of: app)
    while left > 0, let present = slot {
      if self[present].mechanism.isRequest {
        if self[present].identifier == identifier { return present }
        left -= 1
      }
      slot = next(ofApp: present)
    }
    return nil
  }

  /// Whether an app has a pending item of any kind with an identifier. Inlined as ``request(of:_:)`` is.
  @inline(__always) func hasItem(of app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    var slot = first(of: app)
    while let present = slot {
      if self[present].identifier == identifier { return true }
      slot = next(ofApp: present)
    }
    return false
  }

  func firstPush(of app: AppIndex) -> ItemSlot? {
    guard self[app].pushes > 0 else { return nil }
    var slot = first(of: app)
    while let present = slot, self[present].mechanism != .push { slot = next(ofApp: present) }
    return slot
  }

  func heldPush(_ number: PushNumber) -> ItemSlot? { pushes[Self.key(number)].map(ItemSlot.init) }
  func count(of app: AppIndex) -> Int { Int(self[app].count) }
  func refreshCount(of app: AppIndex) -> Int { Int(self[app].refresh) }
  func processingCount(of app: AppIndex) -> Int { Int(self[app].processing) }
  func pushCount(of app: AppIndex) -> Int { Int(self[app].pushes) }

  func first(of app: AppIndex) -> ItemSlot? { Self.slot(self[app].chain.first) }
  func next(ofApp slot: ItemSlot) -> ItemSlot? { Self.slot(rows[Int(slot.rawValue)].links.next) }

  var slots: [ItemSlot] {
    var keys: [ItemKey] = []
    for index in rows.indices where rows[index].order >= 0 {
      keys.append(ItemKey(order: rows[index].order, slot: ItemSlot(Int32(index))))
    }
    return keys.sorted().map(\.slot)
  }

  func slots(of app: AppIndex) -> [ItemSlot] {
    var slots: [ItemSlot] = []
    var slot = first(of: app)
    while let present = slot {
      slots.append(present)
      slot = next(ofApp: present)
    }
    return slots
  }

  // MARK: Changes

  @discardableResult mutating func insert(_ item: WorkItem) -> ItemSlot {
    let index: Int32
    if let slot = free.popLast() {
      index = slot
      rows[Int(slot)] = Row(item: item, order: nextOrder)
    } else {
      index = Int32(rows.count)
      rows.append(Row(item: item, order: nextOrder))
    }
    nextOrder += 1
    append(index, of: item.app)
    if item.mechanism.isTransfer { transfers[Self.key(item.number)] = index }
    if item.mechanism == .push, let push = item.push { pushes[Self.key(push)] = index }
    if announcesEarliestBegin(of: ItemSlot(index)) { openings.set(index, to: item.open) }
    count(item.app, item.mechanism, 1)
    return ItemSlot(index)
  }

  mutating func remove(_ slot: ItemSlot) {
    let (app, mechanism) = (self[slot].app, self[slot].mechanism)
    unlink(slot.rawValue, of: app)
    if mechanism.isTransfer { transfers[Self.key(self[slot].number)] = nil }
    if mechanism == .push, let push = self[slot].push { pushes[Self.key(push)] = nil }
    openings.set(slot.rawValue, to: .distantFuture)
    count(app, mechanism, -1)
    rows[Int(slot.rawValue)].order = -1
    free.append(slot.rawValue)
  }

  mutating func collectEligible(at now: Instant) {
    eligible.removeAll()
    while let index = openings.takeDue(at: now) {
      rows[Int(index)].item.isEligible = true
      eligible.append(ItemKey(order: rows[Int(index)].order, slot: ItemSlot(index)))
    }
    eligible.sortUnique()
  }

  private subscript(app: AppIndex) -> AppRow { apps[Int(app.rawValue)] }
  private static func slot(_ index: Int32) -> ItemSlot? { index < 0 ? nil : ItemSlot(index) }
  private static func key(_ number: some EventKeyed) -> UInt64 { UInt64(UInt32(bitPattern: number.rawValue)) }

  private mutating func count(_ owner: AppIndex, _ mechanism: Mechanism, _ change: Int32) {
    let app = Int(owner.rawValue)
    count += Int(change)
    apps[app].count += change
    if !mechanism.isOpportunistic { platformCount += Int(change) }
    if mechanism.isRequest { apps[app].requests += change }
    switch mechanism {
    case .refresh: apps[app].refresh += change
    case .processing, .health: apps[app].processing += change
    case .push: apps[app].pushes += change
    case .continued: continuedCount += Int(change)
    case .discretionaryTransfer, .transfer, .wake, .assertion, .mode: break
    }
  }

  private mutating func append(_ index: Int32, of app: AppIndex) {
    let owner = Int(app.rawValue)
    let last = apps[owner].chain.last
    rows[Int(index)].links.previous = last
    if last >= 0 { rows[Int(last)].links.next = index } else { apps[owner].chain.first = index }
    apps[owner].chain.last = index
  }

  private mutating func unlink(_ index: Int32, of app: AppIndex) {
    let owner = Int(app.rawValue)
    let links = rows[Int(index)].links
    if links.previous >= 0 {
      rows[Int(links.previous)].links.next = links.next
    } else {
      apps[owner].chain.first = links.next
    }
    if links.next >= 0 {
      rows[Int(links.next)].links.previous = links.previous
    } else {
      apps[owner].chain.last = links.previous
    }
  }
}

/// A pending item and its place in the order in which items were added. A slot that is used again has another key.
struct ItemKey: Hashable, Comparable, Sendable {
  let order: Int64
  let slot: ItemSlot

  static func < (a: ItemKey, b: ItemKey) -> Bool { a.order < b.order }
}

import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// The content of the apps: since when it is out of date, and the fetches that bring it. Definitions, section 9.
struct Freshness: ~Copyable {
  struct Row {
    var lastFetch: Instant = .zero
    /// The place of the first change, past or to come, that the app does not have, and the one behind its last.
    var nextChange: Int32
    let endOfChanges: Int32
    var hasUnusedFetch = false
    var unusedFetchIsObserved = false
    var openFetch: TransferID?
    var openFetchTimer: EventHandle?
  }

  private var rows: AppColumn<Row>
  /// Nobody is told of a change when it happens.
  private let changes: ContentChanges

  init(count: Int, _ changes: ContentChanges) {
    self.changes = changes
    rows = AppColumn(
      (0..<count).map { app in
        let places = changes.places(of: app)
        return Row(nextChange: Int32(places.lowerBound), endOfChanges: Int32(places.upperBound))
      })
  }

  func age(_ app: AppIndex, at now: Instant) -> TimeSpan { now - rows[app].lastFetch }

  func staleness(_ app: AppIndex, at now: Instant) -> TimeSpan {
    guard rows[app].nextChange < rows[app].endOfChanges else { return .zero }
    return max(.zero, now - changes[Int(rows[app].nextChange)])
  }

  /// The changes before an instant that the app does not have, by number; `counted` of its changes are known to lie before it.
  func missing(_ app: AppIndex, before now: Instant, counted: Int) -> Range<Int> {
    let first = changes.places(of: Int(app.rawValue)).lowerBound
    var end = max(Int(rows[app].nextChange), first + counted)
    while end < rows[app].endOfChanges, changes[end] < now { end += 1 }
    return Int(rows[app].nextChange) - first..<end - first
  }

  func changes(of app: AppIndex) -> [Instant] { changes.places(of: Int(app.rawValue)).map { changes[$0] } }

  mutating func takeUnusedFetch(_ app: AppIndex) -> Bool {
    guard rows[app].hasUnusedFetch else { return false }
    rows[app].hasUnusedFetch = false
    return rows[app].unusedFetchIsObserved
  }

  mutating func arrive(_ app: AppIndex, asOf fetched: Instant, isBackground: Bool, isObserved: Bool) -> Bool {
    guard fetched >= rows[app].lastFetch else { return false }
    rows[app].lastFetch = fetched
    while rows[app].nextChange < rows[app].endOfChanges, changes[Int(rows[app].nextChange)] < fetched {
      rows[app].nextChange += 1
    }
    rows[app].hasUnusedFetch = isBackground
    rows[app].unusedFetchIsObserved = isObserved
    return true
  }

  func isFetching(_ app: AppIndex) -> Bool { rows[app].openFetch != nil }

  mutating func beginFetch(_ app: AppIndex, _ transfer: TransferID, timer: EventHandle? = nil) {
    rows[app].openFetch = transfer
    rows[app].openFetchTimer = timer
  }

  func fetchTimer(_ app: AppIndex, _ transfer: TransferID) -> EventHandle? {
    rows[app].openFetch == transfer ? rows[app].openFetchTimer : nil
  }

  mutating func endFetch(_ app: AppIndex) -> TransferID? { rows[app].openFetch.take() }
}

/// Whether apps with content could have fetched in the background since their last foreground fetch, or the start.
///
/// An app is in reach once all gates of fetches were open at one instant for one kind of item by which it fetches.
/// Gates are read again only where the device or the app has changed, and only of apps that are not in reach yet.
struct FreshnessReach: ~Copyable {
  struct Row {
    /// The kinds of items by which the app fetches, each without its own waits; empty where it cannot.
    var items: [ItemGateState] = []
    var kinds: UInt32 = 0
    var isInReach = false
    /// The gates that were closed at every instant, for every kind of item.
    var closedThroughout = BlockingSet.fetchGates
    var isChanged = false
  }

  private var rows: AppColumn<Row>
  private(set) var watched: [AppIndex] = []
  private var changed: [AppIndex] = []
  /// From when on there may be something to read: what has changed is read at once, and time alone changes nothing before.
  private(set) var due: Instant = .distantFuture
  private(set) var idleSince = OptionalInstant()
  private var isAlwaysDue: Bool
  private(set) var device: FetchConditions?
  /// The gates that this state closes, by the raw value of the kind of item.
  private var closed = Array(repeating: BlockingSet(), count: GateKind.allCases.count)
  private(set) var kinds: UInt32 = 0

  let idleDelay: TimeSpan
  let processingFloor: Double?

  init(count: Int, idleDelay: TimeSpan = .zero, processingFloor: Double? = nil) {
    rows = AppColumn(repeating: Row(), count: count)
    self.idleDelay = idleDelay
    self.processingFloor = processingFloor
    // The level of the battery passes the floor without an event of its own.
    isAlwaysDue = processingFloor != nil
  }

  mutating func readAlways() {
    isAlwaysDue = true
    markDevice()
  }

  mutating func watch(_ app: AppIndex, fetchingBy items: [(item: ItemGateState, kind: GateKind)]) {
    guard !items.isEmpty else { return }
    rows[app].items = items.map(\.item)
    for (_, kind) in items { rows[app].kinds |= 1 << UInt32(kind.rawValue) }
    kinds |= rows[app].kinds
    watched.append(app)
    markChanged(app)
  }

  @inline(__always) mutating func markDevice() { due = .zero }

  /// Whether there is something to read after an event: where what is marked has changed, where time alone may have
  /// changed something, or where the device has begun or ceased to be idle.
  @inline(__always) func isDue(at now: Instant, idleSince: OptionalInstant) -> Bool {
    due <= now || idleSince != self.idleSince
  }

  /// All is read that could be. The length of the device's idleness opens gates by itself.
  mutating func finishReading(idleSince: OptionalInstant, at now: Instant) {
    self.idleSince = idleSince
    due = .distantFuture
    if let longIdle = idleSince.value.map({ $0 + idleDelay }), longIdle > now { due = longIdle }
    if isAlwaysDue && !watched.isEmpty { due = .zero }
  }

  @inline(__always) mutating func markChanged(_ app: AppIndex) {
    guard !rows[app].items.isEmpty, !rows[app].isInReach, !rows[app].isChanged else { return }
    rows[app].isChanged = true
    changed.append(app)
    due = .zero
  }

  /// A foreground fetch has brought content: from here on another instant is needed.
  mutating func fetchedInForeground(_ app: AppIndex) {
    rows[app].isInReach = false
    rows[app].closedThroughout = .fetchGates
    markChanged(app)
  }

  mutating func setClosed(_ gates: BlockingSet, for kind: GateKind) {
    let index = Int(kind.rawValue)
    guard closed[index] != gates else { return }
    closed[index] = gates
    for app in watched where rows[app].kinds & 1 << UInt32(index) != 0 { markChanged(app) }
  }

  mutating func setDevice(_ conditions: FetchConditions) {
    let hasSwitched = device?.isOff != conditions.isOff
    device = conditions
    // Switching off or on changes the verdict of every app, whatever the gates say.
    if hasSwitched { for app in watched { markChanged(app) } }
  }

  mutating func takeChanged() -> AppIndex? {
    guard let app = changed.popLast() else { return nil }
    rows[app].isChanged = false
    return app
  }

  @inline(__always) func itemCount(_ app: AppIndex) -> Int { rows[app].items.count }
  @inline(__always) func item(_ index: Int, of app: AppIndex) -> ItemGateState { rows[app].items[index] }
  @inline(__always) func closed(for kind: GateKind) -> BlockingSet { closed[Int(kind.rawValue)] }

  mutating func note(_ app: AppIndex, isOpen: Bool, closed gates: BlockingSet) {
    if isOpen { rows[app].isInReach = true }
    rows[app].closedThroughout.formIntersection(gates)
  }

  func reach(of app: AppIndex) -> OpenReach {
    if rows[app].isInReach { return .reachable }
    guard !rows[app].items.isEmpty else { return .unreachable(.noItem) }
    guard let gate = rows[app].closedThroughout.first else { return .unreachable(.mixed) }
    return .unreachable(UnreachableCause(gate) ?? .mixed)
  }
}

struct FetchConditions: Equatable {
  var isOff, isPlugged, hasBeenUnlocked, isLowPowerMode, isThermalCritical, isLongIdle: Bool
  /// 0 off, 1 Wi-Fi, 2 Wi-Fi and cellular, 3 off by a management profile.
  var backgroundRefresh: Int
  var path: NetworkPath
  var isBelowProcessingFloor: Bool
  /// No gate of fetches, but the bound on fetch schedules heeds it.
  var isQuietDay: Bool
}

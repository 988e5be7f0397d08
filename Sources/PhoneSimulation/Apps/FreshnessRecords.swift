import BackgroundExecution
import EventSimulation

/// The events that decide how stale one app was on one device, over the whole horizon. They are the input of
/// a bound on its schedule of fetches.
public struct FreshnessRecord: Sendable, Hashable {
  public struct Open: Sendable, Hashable {
    public var time: Instant
    public var counts: Bool
    /// The content instant of the foreground fetch that it started; nil without new content.
    public var fetched: Instant?
  }

  /// A successful background fetch: its content instant, and the instant when the app has the content. The
  /// app takes the data at the end of its run, or when the system reports its transfers.
  public struct Fetch: Sendable, Hashable {
    public var asOf, arrived: Instant
  }

  /// When the content changed, ascending.
  public var changes: [Instant] = []
  /// Ascending.
  public var opens: [Open] = []
  /// The background fetches in order of arrival, including the warm-up.
  public var fetches: [Fetch] = []
  /// The times when the hard gates of the run let the app fetch in the background, and the content instants
  /// of its fetches. The ranges are closed: they include the instants when a gate opens or closes.
  ///
  /// The gates are the gates of the mechanisms that fetch for the app; one open gate is enough. They are read
  /// after every event and do not change between events. Conditions that hold back only an item of this run
  /// (its earliest begin date, the spacing from its last launch, a slot used by another run, a resume delay,
  /// a push that has not been sent) do not close the range: another schedule would meet them at other times.
  /// This makes the set larger, never smaller. A launch at an open gate may bring content from an instant
  /// when a gate was closed. The set includes these instants, so the run's schedule is one of the schedules
  /// of the bound. Continued tasks do not open the range, because only the user starts them.
  public var allowed: [ClosedRange<Instant>] = []

  public init() {}
}

/// The freshness records of the apps with content, while their device is simulated.
struct FreshnessRecords: ~Copyable {
  /// All of the device on which the hard gates of fetches depend, but for the clock.
  struct DeviceInputs: Equatable {
    var facts: DeviceFacts
    var isStopped: Bool
  }

  struct Row {
    let app: AppIndex
    let items: [ItemGateState]
    var record = FreshnessRecord()
    var fetchingOpen: Int?
    var isStale = true
    var until = Instant.distantFuture
    var openSince: Instant?
  }

  private var rows: [Row] = []
  private var device: DeviceInputs?
  /// The conditions of the device with these inputs; nil where the inputs depend on more.
  private var conditions: FetchConditions?
  private var hasStale = true
  private var firstEnd = Instant.distantFuture

  mutating func begin(_ app: AppIndex, fetchingBy items: [ItemGateState], changes: [Instant]) {
    var row = Row(app: app, items: items)
    row.record.changes = changes
    rows.append(row)
  }

  var indices: Range<Int> { rows.indices }
  func app(at index: Int) -> AppIndex { rows[index].app }
  func items(at index: Int) -> [ItemGateState] { rows[index].items }

  mutating func invalidate(_ app: AppIndex) {
    guard let index = recorder(of: app) else { return }
    rows[index].isStale = true
    hasStale = true
  }

  @inline(__always) func isCurrent(_ conditions: FetchConditions, at now: Instant) -> Bool {
    !hasStale && now < firstEnd && conditions == self.conditions
  }

  /// Takes the inputs of the device, and its conditions where the inputs follow from them. Returns whether the gates of
  /// any app have to be read.
  mutating func read(_ inputs: DeviceInputs, _ conditions: FetchConditions?, at now: Instant) -> Bool {
    self.conditions = conditions
    if inputs != device {
      device = inputs
      hasStale = true
      for index in rows.indices { rows[index].isStale = true }
    }
    return hasStale || now >= firstEnd
  }

  func isStale(at index: Int, _ now: Instant) -> Bool { rows[index].isStale || now >= rows[index].until }

  mutating func settle() {
    hasStale = false
    firstEnd = .distantFuture
    for index in rows.indices { firstEnd = min(firstEnd, rows[index].until) }
  }

  mutating func setOpen(at index: Int, _ isOpen: Bool, until: Instant, _ now: Instant) {
    rows[index].isStale = false
    rows[index].until = until
    guard isOpen != (rows[index].openSince != nil) else { return }
    if isOpen { rows[index].openSince = now } else { close(at: index, now) }
  }

  private mutating func close(at index: Int, _ now: Instant) {
    guard let since = rows[index].openSince else { return }
    rows[index].record.allowed.append(since...now)
    rows[index].openSince = nil
  }

  mutating func opened(_ app: AppIndex, counts: Bool, at now: Instant) {
    guard let index = recorder(of: app) else { return }
    rows[index].record.opens.append(.init(time: now, counts: counts))
  }

  mutating func openFetches(_ app: AppIndex) {
    guard let index = recorder(of: app), !rows[index].record.opens.isEmpty else { return }
    rows[index].fetchingOpen = rows[index].record.opens.count - 1
  }

  mutating func fetched(_ app: AppIndex, asOf fetched: Instant, isBackground: Bool, at now: Instant) {
    guard let index = recorder(of: app) else { return }
    if isBackground {
      rows[index].record.fetches.append(.init(asOf: fetched, arrived: now))
    } else if let open = rows[index].fetchingOpen {
      rows[index].record.opens[open].fetched = fetched
      rows[index].fetchingOpen = nil
    }
  }

  @inline(__always) private func recorder(of app: AppIndex) -> Int? {
    for index in rows.indices where rows[index].app == app { return index }
    return nil
  }

  mutating func finish(at end: Instant) -> [(app: AppIndex, record: FreshnessRecord)] {
    var records: [(app: AppIndex, record: FreshnessRecord)] = []
    for index in rows.indices {
      close(at: index, end)
      rows[index].record.allowed += rows[index].record.fetches.map { $0.asOf...$0.asOf }
      records.append((rows[index].app, rows[index].record))
    }
    rows = []
    return records
  }
}

import DeviceModel
import EventSimulation
import Workload

/// The content of the apps: since when it is out of date, and the fetches that bring it. Definitions, section 9.
struct Freshness: ~Copyable {
  struct Row {
    /// As of when the app has content.
    var lastFetch: Instant = .zero
    /// The row of the first change, past or to come, that the app does not have.
    var nextChange: Int?
    /// Whether the last content came in the background and no open has used it, and whether that fetch was observed.
    var hasUnusedFetch = false
    var unusedFetchIsObserved = false
    /// The fetch that an open has started.
    var openFetch: TransferID?
    var openFetchTimer: EventHandle?
  }

  private var rows: AppColumn<Row>
  /// Where the changes stand; nobody is told of one when it happens.
  private let timeline: ExogenousTimeline

  init(count: Int, _ timeline: ExogenousTimeline) {
    self.timeline = timeline
    rows = AppColumn((0..<count).map { Row(nextChange: timeline.firstChange(of: $0)) })
  }

  /// The time since the app last had all content.
  func age(_ app: AppIndex, at now: Instant) -> TimeSpan { now - rows[app].lastFetch }

  /// The time since the first change before `now` that the app does not have.
  func staleness(_ app: AppIndex, at now: Instant) -> TimeSpan {
    guard let row = rows[app].nextChange else { return .zero }
    return max(.zero, now - timeline.time(of: row))
  }

  /// All changes of an app's content.
  func changes(of app: AppIndex) -> [Instant] {
    var changes: [Instant] = []
    var row = timeline.firstChange(of: Int(app.rawValue))
    while let present = row {
      changes.append(timeline.time(of: present))
      row = timeline.change(after: present)
    }
    return changes
  }

  /// An open uses what the last background fetch has brought.
  ///
  /// - Returns: Whether that makes an observed fetch useful.
  mutating func takeUnusedFetch(_ app: AppIndex) -> Bool {
    guard rows[app].hasUnusedFetch else { return false }
    rows[app].hasUnusedFetch = false
    return rows[app].unusedFetchIsObserved
  }

  /// Content as of an instant arrives: it has the changes before that instant.
  ///
  /// - Returns: Whether it is newer than what the app had.
  mutating func arrive(
    _ app: AppIndex, asOf fetched: Instant, isBackground: Bool, isObserved: Bool
  ) -> Bool {
    guard fetched >= rows[app].lastFetch else { return false }
    rows[app].lastFetch = fetched
    while let row = rows[app].nextChange, timeline.time(of: row) < fetched {
      rows[app].nextChange = timeline.change(after: row)
    }
    rows[app].hasUnusedFetch = isBackground
    rows[app].unusedFetchIsObserved = isObserved
    return true
  }

  // MARK: Fetches of opens

  func isFetching(_ app: AppIndex) -> Bool { rows[app].openFetch != nil }

  /// An open has started a fetch.
  mutating func beginFetch(_ app: AppIndex, _ transfer: TransferID, timer: EventHandle? = nil) {
    rows[app].openFetch = transfer
    rows[app].openFetchTimer = timer
  }

  /// The event at which a fetch ends, if it is the one under way.
  func fetchTimer(_ app: AppIndex, _ transfer: TransferID) -> EventHandle? {
    rows[app].openFetch == transfer ? rows[app].openFetchTimer : nil
  }

  /// The fetch of an open is over.
  mutating func endFetch(_ app: AppIndex) -> TransferID? {
    defer { rows[app].openFetch = nil }
    return rows[app].openFetch
  }
}

import DeviceModel
import EventSimulation
import Workload

/// The content of the apps: since when it is out of date, and the fetches that bring it. Definitions, section 9.
struct Freshness: ~Copyable {
  struct Row {
    /// As of when the app has content.
    var lastFetch: Instant = .zero
    /// The place of the first change, past or to come, that the app does not have, and the one behind its last.
    var nextChange: Int32
    let endOfChanges: Int32
    /// Whether the last content came in the background and no open has used it, and whether that fetch was observed.
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

  /// The time since the app last had all content.
  func age(_ app: AppIndex, at now: Instant) -> TimeSpan { now - rows[app].lastFetch }

  /// The time since the first change before `now` that the app does not have.
  func staleness(_ app: AppIndex, at now: Instant) -> TimeSpan {
    guard rows[app].nextChange < rows[app].endOfChanges else { return .zero }
    return max(.zero, now - changes[Int(rows[app].nextChange)])
  }

  /// The changes before an instant that the app does not have, by their numbers among its changes.
  ///
  /// - Parameter counted: How many are known to lie before it.
  func missing(_ app: AppIndex, before now: Instant, counted: Int) -> Range<Int> {
    let first = changes.places(of: Int(app.rawValue)).lowerBound
    var end = max(Int(rows[app].nextChange), first + counted)
    while end < rows[app].endOfChanges, changes[end] < now { end += 1 }
    return Int(rows[app].nextChange) - first..<end - first
  }

  func changes(of app: AppIndex) -> [Instant] {
    changes.places(of: Int(app.rawValue)).map { changes[$0] }
  }

  /// An open uses what the last background fetch has brought. Returns whether that makes an observed fetch useful.
  mutating func takeUnusedFetch(_ app: AppIndex) -> Bool {
    guard rows[app].hasUnusedFetch else { return false }
    rows[app].hasUnusedFetch = false
    return rows[app].unusedFetchIsObserved
  }

  /// Content as of an instant arrives. Returns whether it is newer than what the app had.
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

  /// The event at which a fetch ends, if it is the one under way.
  func fetchTimer(_ app: AppIndex, _ transfer: TransferID) -> EventHandle? {
    rows[app].openFetch == transfer ? rows[app].openFetchTimer : nil
  }

  mutating func endFetch(_ app: AppIndex) -> TransferID? { rows[app].openFetch.take() }
}

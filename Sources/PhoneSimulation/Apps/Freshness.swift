import DeviceModel
import EventSimulation

/// The content of the apps: since when it is out of date, and the fetches that bring it. Definitions, section 9.
struct Freshness {
  private struct Row {
    /// As of when the app has content.
    var lastFetch: Instant = .zero
    /// Changes that the app does not have, ascending.
    var missing: [Instant] = []
    /// Whether the last content came in the background and no open has used it, and whether that fetch was observed.
    var hasUnusedFetch = false
    var unusedFetchIsObserved = false
    /// The fetch that an open has started.
    var openFetch: TransferID?
  }

  private var rows: AppColumn<Row>

  init(count: Int) { rows = AppColumn(repeating: Row(), count: count) }

  /// The content of an app changes at its source.
  mutating func contentChanged(_ app: AppIndex, at now: Instant) { rows[app].missing.append(now) }

  /// The time since the app last had all content.
  func age(_ app: AppIndex, at now: Instant) -> TimeSpan { now - rows[app].lastFetch }

  /// The time since the first change that the app does not have.
  func staleness(_ app: AppIndex, at now: Instant) -> TimeSpan {
    rows[app].missing.first.map { now - $0 } ?? .zero
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
    rows[app].missing.removeAll { $0 < fetched }
    rows[app].hasUnusedFetch = isBackground
    rows[app].unusedFetchIsObserved = isObserved
    return true
  }

  // MARK: Fetches of opens

  func isFetching(_ app: AppIndex) -> Bool { rows[app].openFetch != nil }

  /// An open has started a fetch.
  mutating func beginFetch(_ app: AppIndex, _ transfer: TransferID) { rows[app].openFetch = transfer }

  /// The fetch of an open is over.
  mutating func endFetch(_ app: AppIndex) -> TransferID? {
    defer { rows[app].openFetch = nil }
    return rows[app].openFetch
  }
}

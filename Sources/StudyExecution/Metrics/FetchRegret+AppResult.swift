import EventSimulation
import OutputAnalysis
import PhoneSimulation
import StudyMetrics

extension FetchRegret {
  /// Computes the bound of an app's run; nil where freshness was not recorded.
  public init?(_ app: AppResult) {
    guard let record = app.freshness else { return nil }
    let fetches = record.fetches.count
    self.init(
      specification: app.specification, opens: Int64(app.opens.count), fetches: Int64(fetches),
      staleness: app.opens.reduce(0) { $0 + $1.staleness.microseconds },
      bound: FetchScheduleBound([FetchScheduleBound.App(record)], limit: fetches).least)
  }
}

extension FetchScheduleBound.App {
  /// The fetch history of an app in a run, with the times at which it could fetch.
  public init(_ record: FreshnessRecord) {
    self.init(
      FetchHistory(record),
      allowed: record.allowed.map { $0.lowerBound.microseconds...$0.upperBound.microseconds })
  }
}

extension FetchHistory {
  /// The fetch history of an app in a run.
  public init(_ record: FreshnessRecord) {
    self.init(
      changes: record.changes.map(\.microseconds),
      opens: record.opens.map {
        Open(at: $0.time.microseconds, counts: $0.counts, fetched: $0.fetched?.microseconds)
      })
  }
}

import EventSimulation
import OutputAnalysis
import PhoneSimulation
import StudyMetrics

extension FetchRegret {
  /// Computes the bound of an app's run; nil where freshness was not recorded.
  ///
  /// - Parameter start: The end of warm-up.
  public init?(_ app: AppResult, observedFrom start: Instant) {
    guard let record = app.freshness else { return nil }
    let fetches = record.fetches.count
    let staleness = app.opens.reduce(0) { $0 + $1.staleness.microseconds }
    let bound = FetchScheduleBound([FetchScheduleBound.App(record)], limit: fetches)
    self.init(
      specification: app.specification, opens: Int64(app.opens.count),
      reachableOpens: Int64(app.opens.count { $0.reach == .reachable }), fetches: Int64(fetches),
      observedFetches: Int64(record.fetches.count { $0.arrived >= start }),
      fetchesNeeded: Int64(bound.fetches(forStaleness: staleness)), staleness: staleness, bound: bound.least)
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

import EventSimulation
import OutputAnalysis
import PhoneSimulation

/// How much staler the opens of one app on one device were than under the best schedule with as many fetches.
///
/// The bound ranges over all schedules of at most as many background fetches as the run made successfully, at
/// instants when the run's own hard gates were open; see ``FetchScheduleBound``. No run is better than its
/// bound.
public struct FetchRegret: Sendable, Hashable {
  /// Index into the study's apps.
  public var specification: Int
  /// Opens that count.
  public var opens: Int64
  /// Successful background fetches of the whole horizon.
  public var fetches: Int64
  /// Total staleness at the opens: of the run, and the least possible, in microseconds.
  public var staleness: Int64
  public var bound: Int64
  /// What the run lost against the bound, in microseconds.
  public var regret: Int64 { staleness - bound }

  public init(specification: Int, opens: Int64, fetches: Int64, staleness: Int64, bound: Int64) {
    self.specification = specification
    self.opens = opens
    self.fetches = fetches
    self.staleness = staleness
    self.bound = bound
  }

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
  /// What an app met in a run, and when it could fetch there.
  public init(_ record: FreshnessRecord) {
    self.init(
      FetchHistory(record),
      allowed: record.allowed.map { $0.lowerBound.microseconds...$0.upperBound.microseconds })
  }
}

extension FetchHistory {
  /// What an app met in a run.
  public init(_ record: FreshnessRecord) {
    self.init(
      changes: record.changes.map(\.microseconds),
      opens: record.opens.map {
        Open(at: $0.time.microseconds, counts: $0.counts, fetched: $0.fetched?.microseconds)
      })
  }
}

/// Regrets summed over apps and devices.
struct RegretTotals: Sendable {
  var opens: Int64 = 0
  /// In microseconds.
  var staleness: Int128 = 0
  var bound: Int128 = 0

  mutating func add(_ regret: FetchRegret) {
    opens += regret.opens
    staleness += Int128(regret.staleness)
    bound += Int128(regret.bound)
  }

  mutating func merge(_ other: RegretTotals) {
    opens += other.opens
    staleness += other.staleness
    bound += other.bound
  }

  /// Per open, in seconds; nil without opens.
  var meanBound: Double? { opens == 0 ? nil : Double(bound) / Double(opens) / 1e6 }
  var meanRegret: Double? { opens == 0 ? nil : Double(staleness - bound) / Double(opens) / 1e6 }
  /// Staleness over its bound; nil where the bound is 0.
  var ratio: Double? { bound == 0 ? nil : Double(staleness) / Double(bound) }
}

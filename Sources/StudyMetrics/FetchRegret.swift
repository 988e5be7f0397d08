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
  /// Those of them that the run could reach in the background.
  public var reachableOpens: Int64
  /// Successful background fetches of the whole horizon.
  public var fetches: Int64
  /// Successful background fetches that arrived after warm-up.
  public var observedFetches: Int64
  /// The fewest fetches with which a schedule is no staler than the run.
  public var fetchesNeeded: Int64
  /// Total staleness of the run at the opens, in microseconds.
  public var staleness: Int64
  /// Least possible total staleness at the opens, in microseconds.
  public var bound: Int64
  /// The staleness of the run above the bound, in microseconds.
  public var regret: Int64 { staleness - bound }

  public init(
    specification: Int, opens: Int64, reachableOpens: Int64, fetches: Int64, observedFetches: Int64,
    fetchesNeeded: Int64, staleness: Int64, bound: Int64
  ) {
    self.specification = specification
    self.opens = opens
    self.reachableOpens = reachableOpens
    self.fetches = fetches
    self.observedFetches = observedFetches
    self.fetchesNeeded = fetchesNeeded
    self.staleness = staleness
    self.bound = bound
  }
}

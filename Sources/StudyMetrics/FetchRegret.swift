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
  /// The staleness of the run above the bound, in microseconds.
  public var regret: Int64 { staleness - bound }

  public init(specification: Int, opens: Int64, fetches: Int64, staleness: Int64, bound: Int64) {
    self.specification = specification
    self.opens = opens
    self.fetches = fetches
    self.staleness = staleness
    self.bound = bound
  }
}

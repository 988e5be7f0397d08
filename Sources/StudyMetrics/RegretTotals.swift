import ResultsStore

/// Regrets summed over apps and devices.
package struct RegretTotals: Sendable {
  package var opens: Int64 = 0
  /// In microseconds.
  package var staleness: Int128 = 0
  package var bound: Int128 = 0

  /// Those of pairs of app and device with a reachable open.
  package var reachableStaleness: Int128 = 0
  package var reachableBound: Int128 = 0
  /// Fetches that would have done, and that arrived after warm-up.
  package var fetchesNeeded: Int64 = 0
  package var observedFetches: Int64 = 0

  package init() {}

  package mutating func add(_ regret: FetchRegret) {
    opens += regret.opens
    staleness += Int128(regret.staleness)
    bound += Int128(regret.bound)
    fetchesNeeded += regret.fetchesNeeded
    observedFetches += regret.observedFetches
    guard regret.reachableOpens > 0 else { return }
    reachableStaleness += Int128(regret.staleness)
    reachableBound += Int128(regret.bound)
  }

  package mutating func merge(_ other: RegretTotals) {
    opens += other.opens
    staleness += other.staleness
    bound += other.bound
    reachableStaleness += other.reachableStaleness
    reachableBound += other.reachableBound
    fetchesNeeded += other.fetchesNeeded
    observedFetches += other.observedFetches
  }

  /// Seconds per open.
  package var boundPerOpen: MetricFraction { seconds(bound, per: opens) }
  package var regretPerOpen: MetricFraction { seconds(staleness - bound, per: opens) }
  /// Staleness over its bound, both in seconds, over pairs with a reachable open.
  package var ratio: MetricFraction {
    MetricFraction(Double(reachableStaleness) / 1e6, over: Double(reachableBound) / 1e6)
  }
  /// Fetches needed for each that was made.
  package var efficiency: MetricFraction {
    MetricFraction(Double(fetchesNeeded), over: Double(observedFetches))
  }
}

import ResultsStore

/// Regrets summed over apps and devices.
package struct RegretTotals: Sendable {
  package var opens: Int64 = 0
  /// In microseconds.
  package var staleness: Int128 = 0
  package var bound: Int128 = 0

  package init() {}

  package mutating func add(_ regret: FetchRegret) {
    opens += regret.opens
    staleness += Int128(regret.staleness)
    bound += Int128(regret.bound)
  }

  package mutating func merge(_ other: RegretTotals) {
    opens += other.opens
    staleness += other.staleness
    bound += other.bound
  }

  /// Seconds per open.
  package var boundPerOpen: MetricFraction { seconds(bound, per: opens) }
  package var regretPerOpen: MetricFraction { seconds(staleness - bound, per: opens) }
  /// Staleness over its bound, both in seconds.
  package var ratio: MetricFraction { MetricFraction(Double(staleness) / 1e6, over: Double(bound) / 1e6) }
}

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

  /// Per open, in seconds; nil without opens.
  package var meanBound: Double? { opens == 0 ? nil : Double(bound) / Double(opens) / 1e6 }
  package var meanRegret: Double? { opens == 0 ? nil : Double(staleness - bound) / Double(opens) / 1e6 }
  /// Staleness over its bound, over pairs with a reachable open; nil where the bound is 0.
  package var ratio: Double? {
    reachableBound == 0 ? nil : Double(reachableStaleness) / Double(reachableBound)
  }
  /// Fetches needed for each that was made; nil where none was.
  package var efficiency: Double? {
    observedFetches == 0 ? nil : Double(fetchesNeeded) / Double(observedFetches)
  }
}

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

  /// Per open, in seconds; nil without opens.
  package var meanBound: Double? { opens == 0 ? nil : Double(bound) / Double(opens) / 1e6 }
  package var meanRegret: Double? { opens == 0 ? nil : Double(staleness - bound) / Double(opens) / 1e6 }
  /// Staleness over its bound; nil where the bound is 0.
  package var ratio: Double? { bound == 0 ? nil : Double(staleness) / Double(bound) }
}

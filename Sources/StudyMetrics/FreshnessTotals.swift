import OutputAnalysis
import ResultsStore

/// The freshness that users found on opening apps, summed over devices.
///
/// Sums are kept in whole microseconds, so that the order of devices does not matter.
package struct FreshnessTotals: Sendable {
  package var opens: Int64 = 0
  package var fresh: Int64 = 0
  package var stalenessSum: Int128 = 0
  /// The opens before which the app could have fetched in the background.
  package var reachable: Int64 = 0
  package var freshReachable: Int64 = 0
  package var reachableStalenessSum: Int128 = 0
  package var ageSum: Int128 = 0
  /// In seconds.
  package var staleness = QuantileSketch()
  package var ages = QuantileSketch()
  package var fetches: Int64 = 0
  package var usefulFetches: Int64 = 0

  package init() {}

  package mutating func merge(_ other: FreshnessTotals) {
    opens += other.opens
    fresh += other.fresh
    stalenessSum += other.stalenessSum
    reachable += other.reachable
    freshReachable += other.freshReachable
    reachableStalenessSum += other.reachableStalenessSum
    ageSum += other.ageSum
    staleness.merge(other.staleness)
    ages.merge(other.ages)
    fetches += other.fetches
    usefulFetches += other.usefulFetches
  }

  /// Seconds of staleness, and of content age, per open, and of staleness per reachable open.
  package var stalenessPerOpen: MetricFraction { seconds(stalenessSum, per: opens) }
  package var stalenessPerReachableOpen: MetricFraction { seconds(reachableStalenessSum, per: reachable) }
  package var agePerOpen: MetricFraction { seconds(ageSum, per: opens) }
  /// The mean staleness in seconds; nil without opens.
  package var meanStaleness: Double? { stalenessPerOpen.value }
}

import OutputAnalysis
import ResultsStore
import Workload

/// Counters and waits of items, summed over devices.
package struct MechanismTotals: Sendable {
  package var counts = ItemCounters<Int128>()
  /// Waits until the launch, and until the successful completion, in seconds.
  package var delays = DelaySketch()
  /// Those of the waits cut off that competing ends have ended: all but the horizon.
  package var competing = QuantileSketch()
  package var completions = DelaySketch()
  /// Times until the end of a run that did not complete successfully; none of these is in ``completions``.
  package var failedRuns = QuantileSketch()

  package init() {}

  package mutating func merge(_ other: MechanismTotals) {
    counts += other.counts
    delays.merge(other.delays)
    competing.merge(other.competing)
    completions.merge(other.completions)
    failedRuns.merge(other.failedRuns)
  }

  /// The share of items that complete successfully by a time in seconds; a lost, cancelled or force-quit wait and a run
  /// that ends otherwise compete with it.
  package func completedShare(by seconds: Double) -> Double? {
    var (ends, others) = (completions, competing)
    ends.merge(DelaySketch(ended: QuantileSketch(), censored: failedRuns))
    others.merge(failedRuns)
    return CumulativeIncidence(ends, competing: others).share(by: seconds)
  }

  /// Items that were wanted to the end: neither replaced by a newer one nor withdrawn.
  package var wanted: Int128 { counts[.submitted] - counts[.replaced] - counts[.cancelled] }
}

/// The freshness that users found on opening apps, summed over devices.
package struct FreshnessTotals: Sendable {
  package var counts = FreshnessCounters<Int128>()
  /// In seconds.
  package var staleness = QuantileSketch()
  package var ages = QuantileSketch()

  package init() {}

  package mutating func merge(_ other: FreshnessTotals) {
    counts += other.counts
    staleness.merge(other.staleness)
    ages.merge(other.ages)
  }

  /// Seconds of staleness, and of content age, per open, and of staleness per reachable open.
  package var stalenessPerOpen: MetricFraction { seconds(counts[.staleness], per: counts[.opens]) }
  package var stalenessPerReachableOpen: MetricFraction {
    seconds(counts[.reachableStaleness], per: counts[.reachable])
  }
  package var agePerOpen: MetricFraction { seconds(counts[.age], per: counts[.opens]) }
  /// The mean staleness in seconds; nil without opens.
  package var meanStaleness: Double? { stalenessPerOpen.value }
}

/// How much staler the opens of one app on one device were than under the best schedule with as many fetches.
///
/// The bound ranges over all schedules of at most as many background fetches as the run made successfully, at
/// instants when the run's own hard gates were open; see ``FetchScheduleBound``. No run is better than its
/// bound.
public struct FetchRegret: Sendable, Equatable {
  /// Index into the study's apps.
  public var specification: Int
  /// Opens, fetches and staleness.
  public var counts: RegretCounters<Int64>

  /// - Parameter counts: Without those of pairs of app and device with a reachable open, which follow.
  public init(specification: Int, _ counts: RegretCounters<Int64>) {
    self.specification = specification
    self.counts = counts
    guard counts[.reachableOpens] > 0 else { return }
    self.counts[.reachableStaleness] = counts[.staleness]
    self.counts[.reachableBound] = counts[.bound]
  }
}

extension Counters where Key == RegretCounter {
  /// Seconds per open.
  package var boundPerOpen: MetricFraction { seconds(Int128(self[.bound]), per: Int128(self[.opens])) }
  package var regretPerOpen: MetricFraction {
    seconds(Int128(self[.staleness] - self[.bound]), per: Int128(self[.opens]))
  }
  /// Staleness over its bound, both in seconds, over pairs of app and device with a reachable open.
  package var ratio: MetricFraction {
    MetricFraction(Double(self[.reachableStaleness]) / 1e6, over: Double(self[.reachableBound]) / 1e6)
  }
  /// Fetches needed for each that was made.
  package var efficiency: MetricFraction {
    MetricFraction(Double(self[.fetchesNeeded]), over: Double(self[.observedFetches]))
  }
}

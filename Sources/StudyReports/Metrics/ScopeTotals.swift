import DeviceModel
import OutputAnalysis
import ResultsStore
import Workload

/// The totals of one entity: the population, an app, a mechanism or a component.
package struct ScopeTotals: Sendable {
  /// Device-days after warm-up on devices that have the entity.
  package var days: Double
  /// The longest time after warm-up of a device, in seconds.
  package var longestObserved = 0.0
  /// The hours after warm-up with devices powered on; nil for totals without devices.
  package var poweredHours: Double?
  package var nominalJoules: Double
  /// Energy billed after warm-up, in nanojoules.
  package var energy: Int128
  package var backgroundEnergy: Int128
  /// Energy from the battery for background work, and for the part of it that a policy decides on.
  package var backgroundBattery: Int128 = 0
  package var discretionaryBattery: Int128 = 0
  package var causes: EnergyTally?
  /// All items of the entity, and by mechanism; the latter is empty for a mechanism.
  package var items = MechanismTotals()
  package var mechanisms: [MechanismTotals] = []
  /// The sum of the mechanisms that are transfers; nil without ``mechanisms``.
  package var transfers: MechanismTotals?
  /// The mechanism, where it is the entity.
  package var mechanism: Mechanism?
  package var freshness: FreshnessTotals?
  package var regret: RegretCounters<Int128>?
  /// Longest times without a run, per app and device, in seconds.
  package var gaps: QuantileSketch?
  package var devices: DeviceTotals?
  /// Launches per device-day of each app that submits work, for the population.
  package var launchRates: [Double] = []
  package var events: [EventKey: Int64] = [:]

  package struct EventKey: Hashable, Sendable {
    package var event: String
    package var reason: String

    package init(event: String, reason: String) { (self.event, self.reason) = (event, reason) }
  }

  package init(days: Double, nominalJoules: Double, energy: Int128, backgroundEnergy: Int128) {
    (self.days, self.nominalJoules) = (days, nominalJoules)
    (self.energy, self.backgroundEnergy) = (energy, backgroundEnergy)
  }

  /// The totals of devices whose cell has a voltage.
  var cells: DeviceTotals? { devices.flatMap { $0.counts[.chargeLevel] > 0 ? $0 : nil } }

  /// Launches of apps; a transfer that starts launches none.
  package var launches: Int128 { items.counts[.launched] - (transfers?.counts[.launched] ?? 0) }

  package func items(of mechanism: Mechanism) -> MechanismTotals? {
    mechanisms.isEmpty ? nil : mechanisms[Int(mechanism.rawValue)]
  }
}

extension MetricFraction {
  /// An amount, counted in parts of its unit, over another amount; nil where one of both is not known.
  init?(_ count: Int128?, of parts: Double = 1, per amount: Double?) {
    guard let count, let amount else { return nil }
    self.init(Double(count) / parts, over: amount)
  }
}

package struct MechanismTotals: Sendable {
  package var counts = ItemCounters<Int128>()
  /// Waits until the launch, and until the successful completion, in seconds.
  package var delays = DelaySketch()
  /// The waits that competing ends cut off; the horizon is no competing end.
  package var competing = QuantileSketch()
  package var completions = DelaySketch()
  /// The times until the end of unsuccessful runs, which ``completions`` excludes.
  package var failedRuns = QuantileSketch()

  package init() {}

  /// The share of items that complete successfully by a time in seconds; a lost, canceled or force-quit wait and a run
  /// that ends otherwise compete with it.
  package func completedShare(by seconds: Double) -> Double? {
    var (ends, others) = (completions, competing)
    ends.merge(DelaySketch(ended: QuantileSketch(), censored: failedRuns))
    others.merge(failedRuns)
    return CumulativeIncidence(ends, competing: others).share(by: seconds)
  }

  /// The share of waits that end with a start or delivery by a time in seconds, for transfers with the last byte; nil without
  /// waits. Lost, canceled and force-quit waits are competing ends.
  package func deliveredShare(by seconds: Double, of mechanism: Mechanism) -> Double? {
    mechanism.isTransfer
      ? completedShare(by: seconds) : CumulativeIncidence(delays, competing: competing).share(by: seconds)
  }

  /// Items that were wanted to the end: neither replaced by a newer one nor withdrawn.
  package var wanted: Int128 { counts[.submitted] - counts[.replaced] - counts[.canceled] }
}

package struct FreshnessTotals: Sendable {
  package var counts = FreshnessCounters<Int128>()
  /// The staleness in seconds.
  package var staleness = QuantileSketch()
  package var ages = QuantileSketch()

  package init() {}
}

extension Counters where Key == FreshnessCounter, Number == Int128 {
  package var stalenessPerOpen: MetricFraction {
    MetricFraction(Double(self[.staleness]) / 1e6, over: Double(self[.opens]))
  }
}

/// The regret of one app on one device: its staleness minus the best schedule's with the same number of fetches.
///
/// The bound ranges over all schedules of at most as many background fetches as the run made successfully, at
/// instants when the run's own hard gates were open; see ``FetchScheduleBound``. No run is better than its
/// bound.
public struct FetchRegret: Sendable, Equatable {
  /// Index into the study's apps.
  public var specification: Int
  public var counts: RegretCounters<Int64>

  /// - Parameter counts: The counts without pairs of app and device with a reachable open, which follow from them.
  public init(specification: Int, _ counts: RegretCounters<Int64>) {
    self.specification = specification
    self.counts = counts
    guard counts[.reachableOpens] > 0 else { return }
    self.counts[.reachableStaleness] = counts[.staleness]
    self.counts[.reachableBound] = counts[.bound]
  }
}

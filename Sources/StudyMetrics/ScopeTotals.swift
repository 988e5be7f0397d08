import DeviceModel
import OutputAnalysis
import ResultsStore
import Workload

/// All that was gathered about one entity (the population, an app, a mechanism, a component), from which its
/// metrics follow.
package struct ScopeTotals: Sendable {
  /// Device-days after warm-up on devices that have the entity.
  package var days: Double
  /// The longest time after warm-up of a device, in seconds.
  package var longestObserved = 0.0
  /// Hours after warm-up that devices were on; nil where devices are not told apart.
  package var poweredHours: Double?
  /// Energy of a full battery, in joules.
  package var nominalJoules: Double
  /// Energy billed after warm-up, in nanojoules.
  package var energy: Int128
  package var backgroundEnergy: Int128
  /// Energy from the battery for background work, and for the part of it that a policy decides on.
  package var backgroundBattery: Int128 = 0
  package var discretionaryBattery: Int128 = 0
  /// By cause, for the population.
  package var causes: EnergyTally?
  /// All items of the entity, and by mechanism; the latter is empty for a mechanism.
  package var items = MechanismTotals()
  package var mechanisms: [MechanismTotals] = []
  package var freshness: FreshnessTotals?
  /// Where it was recorded.
  package var regret: RegretCounters<Int128>?
  /// Longest times without a run, per app and device, in seconds.
  package var gaps: QuantileSketch?
  /// Devices as wholes, for the population.
  package var devices: DeviceTotals?
  /// Launches per device-day of each app that submits work, for the population.
  package var launchRates: [Double] = []
  /// Events over the whole horizon by name and reason, for the population.
  package var events: [EventKey: Int64] = [:]

  /// An event of the log by name and reason.
  package struct EventKey: Hashable, Sendable {
    package var event: String
    package var reason: String

    package init(event: String, reason: String) {
      self.event = event
      self.reason = reason
    }
  }

  package init(days: Double, nominalJoules: Double, energy: Int128, backgroundEnergy: Int128) {
    self.days = days
    self.nominalJoules = nominalJoules
    self.energy = energy
    self.backgroundEnergy = backgroundEnergy
  }

  /// A count or sum per device-day.
  package func perDay(_ amount: Int128) -> MetricFraction? { MetricFraction(Double(amount), over: days) }

  /// A count per hour that a device was on; nil where devices are not told apart.
  package func perPoweredHour(_ amount: Int128) -> MetricFraction? {
    poweredHours.map { MetricFraction(Double(amount), over: $0) }
  }

  /// Joules per device-day.
  package func joulesPerDay(_ nanojoules: Int128?) -> MetricFraction? {
    nanojoules.map { MetricFraction(Double($0) / 1e9, over: days) }
  }

  /// Watts over the time that a device was on; nil where devices are not told apart.
  package func watts(_ nanojoules: Int128?) -> MetricFraction? {
    guard let nanojoules, let poweredHours else { return nil }
    return MetricFraction(Double(nanojoules) / 1e9, over: poweredHours * 3600)
  }

  /// Microseconds as hours per device-day.
  package func hoursPerDay(_ microseconds: Int128?) -> MetricFraction? {
    microseconds.map { MetricFraction(Double($0) / 3.6e9, over: days) }
  }

  /// Launches of apps; a transfer that starts launches none.
  package var launches: Int128 { items.counts[.launched] - (transfers?.counts[.launched] ?? 0) }

  /// The items of both kinds of transfers, where mechanisms are told apart.
  package var transfers: MechanismTotals? {
    guard !mechanisms.isEmpty else { return nil }
    return Mechanism.allCases.filter(\.isTransfer).reduce(into: MechanismTotals()) {
      $0.merge(mechanisms[Int($1.rawValue)])
    }
  }

  /// The items of one mechanism.
  package func items(of mechanism: Mechanism) -> MechanismTotals? {
    mechanisms.isEmpty ? nil : mechanisms[Int(mechanism.rawValue)]
  }
}

/// A ratio of counts; nil where one of them is not counted.
func share(_ part: Int128?, of whole: Int128?) -> MetricFraction? {
  guard let part, let whole else { return nil }
  return MetricFraction(Double(part), over: Double(whole))
}

/// Joules for each of so many; nil where one of both is not counted.
func joules(_ nanojoules: Int128?, per count: Int128?) -> MetricFraction? {
  guard let nanojoules, let count else { return nil }
  return MetricFraction(Double(nanojoules) / 1e9, over: Double(count))
}

/// Seconds for each of so many.
func seconds(_ microseconds: Int128, per count: Int128) -> MetricFraction {
  MetricFraction(Double(microseconds) / 1e6, over: Double(count))
}

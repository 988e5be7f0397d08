import DeviceModel
import OutputAnalysis
import Workload

/// All that was gathered about one entity (the population, an app, a mechanism, a component), from which its
/// metrics follow.
struct ScopeTotals: Sendable {
  /// Device-days after warm-up on devices that have the entity.
  var days: Double
  /// Hours after warm-up that devices were on; nil where devices are not told apart.
  var poweredHours: Double?
  /// Energy of a full battery, in joules.
  var nominalJoules: Double
  /// Energy billed after warm-up, in nanojoules.
  var energy: Int128
  var backgroundEnergy: Int128
  /// By cause, for the population.
  var causes: EnergyTally?
  /// All items of the entity, and by mechanism; the latter is empty for a mechanism.
  var items = MechanismTotals()
  var mechanisms: [MechanismTotals] = []
  var freshness: FreshnessTotals?
  /// Where it was recorded.
  var regret: RegretTotals?
  /// Longest times without a run, per app and device, in seconds.
  var gaps: QuantileSketch?
  /// Devices as wholes, for the population.
  var devices: DeviceTotals?
  /// Launches per device-day of each app that submits work, for the population.
  var launchRates: [Double] = []
  /// Events over the whole horizon by name and reason, for the population.
  var events: [EventKey: Int64] = [:]

  /// An event of the log by name and reason.
  struct EventKey: Hashable, Sendable {
    var event: String
    var reason: String
  }

  /// A count or sum per device-day; nil if no day was observed.
  func perDay(_ amount: Int64) -> Double? { days > 0 ? Double(amount) / days : nil }
  func perDay(_ amount: Int128) -> Double? { days > 0 ? Double(amount) / days : nil }

  /// A count per hour that a device was on; nil if none was.
  func perPoweredHour(_ amount: Int64) -> Double? {
    poweredHours.flatMap { $0 > 0 ? Double(amount) / $0 : nil }
  }

  /// Joules per device-day.
  func joulesPerDay(_ nanojoules: Int128?) -> Double? {
    nanojoules.flatMap { days > 0 ? Double($0) / 1e9 / days : nil }
  }

  /// Microseconds as hours per device-day.
  func hoursPerDay(_ microseconds: Int128?) -> Double? {
    microseconds.flatMap { days > 0 ? Double($0) / 3.6e9 / days : nil }
  }

  /// Launches of apps; a transfer that starts launches none.
  var launches: Int64 { items.launched - (transfers?.launched ?? 0) }

  /// The items of both kinds of transfers, where mechanisms are told apart.
  var transfers: MechanismTotals? {
    guard !mechanisms.isEmpty else { return nil }
    return Mechanism.allCases.filter(\.isTransfer).reduce(into: MechanismTotals()) {
      $0.merge(mechanisms[Int($1.rawValue)])
    }
  }

  /// The items of one mechanism.
  func items(of mechanism: Mechanism) -> MechanismTotals? {
    mechanisms.isEmpty ? nil : mechanisms[Int(mechanism.rawValue)]
  }
}

/// A ratio of counts; nil without a denominator.
func share(_ part: Int64?, of whole: Int64?) -> Double? {
  guard let part, let whole, whole > 0 else { return nil }
  return Double(part) / Double(whole)
}

/// Joules for each of so many; nil if there are none.
func joules(_ nanojoules: Int128?, per count: Int64?) -> Double? {
  guard let nanojoules, let count, count > 0 else { return nil }
  return Double(nanojoules) / 1e9 / Double(count)
}

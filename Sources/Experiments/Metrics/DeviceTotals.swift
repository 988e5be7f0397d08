import EventSimulation
import PhoneSimulation

/// A mean over devices of a value that some of them lack.
///
/// The sum is kept in fixed point, so that the order of devices does not matter.
struct ExactMean: Sendable {
  private static let scale = 0x1p50
  private var sum: Int128 = 0
  private(set) var count: Int64 = 0

  mutating func add(_ value: Double?) {
    guard let value else { return }
    sum += Int128((value * Self.scale).rounded())
    count += 1
  }

  mutating func merge(_ other: ExactMean) {
    sum += other.sum
    count += other.count
  }

  var mean: Double? { count == 0 ? nil : Double(sum) / Self.scale / Double(count) }
}

/// What concerns devices as wholes, summed over them.
struct DeviceTotals: Sendable {
  var devices: Int64 = 0
  /// Time after warm-up, and whole horizon, in microseconds.
  var observed: Int128 = 0
  var horizon: Int128 = 0
  /// In nanojoules.
  var batteryOut: Int128 = 0
  var batteryIn: Int128 = 0
  var adapter: Int128 = 0
  var chargingLoss: Int128 = 0
  /// In microseconds.
  var dead: Int128 = 0
  var screenOn: Int128 = 0
  var opportunity: Int128 = 0
  var sessions: Int64 = 0
  var sessionsLost: Int64 = 0
  var wakeUps: Int64 = 0
  var criticalDays: Int64 = 0
  var days: Int64 = 0
  var decisions: Int64 = 0
  var candidates: Int64 = 0
  var violations: Int64 = 0
  var budgetDebited: Int128 = 0
  var budgetRefilled: Int128 = 0
  var energyPerDay = ExactMean()
  var freshShare = ExactMean()
  var staleness = ExactMean()

  mutating func add(_ result: DeviceResult, horizon length: TimeSpan) {
    devices += 1
    observed += Int128(result.observed.microseconds)
    horizon += Int128(length.microseconds)
    batteryOut += Int128(result.energyObserved.batteryOut)
    batteryIn += Int128(result.energyObserved.batteryIn)
    adapter += Int128(result.energyObserved.adapter)
    chargingLoss += Int128(result.energyObserved.chargingLoss)
    dead += Int128(result.deadTime.microseconds)
    screenOn += Int128(result.screenOnTime.microseconds)
    for hour in result.opportunityByHour { opportunity += Int128(hour.microseconds) }
    sessions += result.sessions
    sessionsLost += result.sessionsLost
    wakeUps += result.wakeUps
    criticalDays += result.daysAtCriticalLevel
    days += result.daysObserved
    decisions += result.decisions
    candidates += result.candidates
    violations += result.violations.values.reduce(0, +)
    budgetDebited += Int128(result.budgetDebited)
    budgetRefilled += Int128(result.budgetRefilled)
    if result.observed > .zero {
      energyPerDay.add(Double(result.energyObserved.device) / 1e9 / result.observed.days)
    }
    var freshness = FreshnessTotals()
    for app in result.apps where app.hasContent { freshness.add(app) }
    staleness.add(freshness.meanStaleness)
    if freshness.opens > 0 { freshShare.add(Double(freshness.fresh) / Double(freshness.opens)) }
  }

  mutating func merge(_ other: DeviceTotals) {
    devices += other.devices
    observed += other.observed
    horizon += other.horizon
    batteryOut += other.batteryOut
    batteryIn += other.batteryIn
    adapter += other.adapter
    chargingLoss += other.chargingLoss
    dead += other.dead
    screenOn += other.screenOn
    opportunity += other.opportunity
    sessions += other.sessions
    sessionsLost += other.sessionsLost
    wakeUps += other.wakeUps
    criticalDays += other.criticalDays
    days += other.days
    decisions += other.decisions
    candidates += other.candidates
    violations += other.violations
    budgetDebited += other.budgetDebited
    budgetRefilled += other.budgetRefilled
    energyPerDay.merge(other.energyPerDay)
    freshShare.merge(other.freshShare)
    staleness.merge(other.staleness)
  }
}

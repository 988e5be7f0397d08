/// Totals of the devices as wholes.
package struct DeviceTotals: Sendable {
  package var devices: Int64 = 0
  /// Time after warm-up, and whole horizon, in microseconds.
  package var observed: Int128 = 0
  package var horizon: Int128 = 0
  /// The longest time after warm-up of a device, in microseconds.
  package var longestObserved: Int64 = 0
  /// In nanojoules.
  package var batteryOut: Int128 = 0
  package var batteryIn: Int128 = 0
  package var adapter: Int128 = 0
  package var chargingLoss: Int128 = 0
  /// In microseconds.
  package var dead: Int128 = 0
  package var screenOn: Int128 = 0
  package var opportunity: Int128 = 0
  package var sessions: Int64 = 0
  package var sessionsLost: Int64 = 0
  package var wakeUps: Int64 = 0
  package var criticalDays: Int64 = 0
  package var days: Int64 = 0
  package var decisions: Int64 = 0
  package var candidates: Int64 = 0
  package var violations: Int64 = 0
  package var budgetDebited: Int128 = 0
  package var budgetRefilled: Int128 = 0
  package var energyPerDay = ExactMean()
  package var freshShare = ExactMean()
  package var staleness = ExactMean()
  package var distribution = DeviceDistribution()

  package init() {}

  /// All that the adapter took from the wall.
  package var wall: Int128 { adapter + batteryIn + chargingLoss }

  package mutating func merge(_ other: DeviceTotals) {
    devices += other.devices
    observed += other.observed
    horizon += other.horizon
    longestObserved = max(longestObserved, other.longestObserved)
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
    distribution.merge(other.distribution)
  }
}

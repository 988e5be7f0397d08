import DeviceModel
import EventSimulation
import Workload

/// Observations of the device that change nothing: opportunity, dead time, samples.
extension Phone {
  /// Adds the time since the last change to the hours in which the phone is idle, plugged and on Wi-Fi.
  mutating func updateOpportunity(at now: Instant) {
    journal.samplers.updateOpportunity(isOpportunity, at: now)
  }

  /// Whether the phone is idle, plugged and on Wi-Fi.
  private var isOpportunity: Bool {
    screen.isIdle && charging.isPlugged && network.path == .wifi && !powerState.isOff
  }

  /// Notes what a logger on the phone would write down, if recorded.
  mutating func observe(_ kind: UseObservation.Kind, at now: Instant) {
    guard records.contains(.use) else { return }
    journal.samplers.add(
      UseObservation(
        time: now, kind: kind, level: power.stateOfCharge(at: now),
        batteryOut: power.totals(at: now).batteryOut))
  }

  /// Notes the use at whole half hours, read before the event that follows them.
  private mutating func observeHalfHours(before now: Instant) {
    while journal.samplers.nextHalfHour < now, journal.samplers.nextHalfHour <= plan.end {
      observe(.halfHour(isOpportunity: isOpportunity), at: journal.samplers.nextHalfHour)
    }
  }

  /// Adds time off to the day and, after warm-up, to the result.
  mutating func countDeadTime(until now: Instant) { observe(powerState.countDeadTime(until: now)) }

  mutating func observe(_ dead: DeadTime?) {
    if let dead { journal.counts[.dead] += dead.length(after: plan.warmUpEnd).microseconds }
  }

  /// Ends the sums of a local day with the energies up to now.
  mutating func sumUpDay(at now: Instant) {
    guard !power.isBeyondCounting else { return }
    journal.days.end(
      with: DayBook.Energies(
        device: power.totals(at: now).device,
        discretionaryBattery: power.batteryEnergy(at: now, of: \.isDiscretionary)), at: now)
  }

  /// Samples at whole hours, read before the event that follows them.
  mutating func sample(before now: Instant) {
    if records.contains(.use) { observeHalfHours(before: now) }
    guard records.contains(.timeseries) else { return }
    while journal.samplers.nextSample < now, journal.samplers.nextSample <= plan.end {
      journal.samplers.add(
        stateOfCharge: power.stateOfCharge(at: journal.samplers.nextSample),
        powerWatts: Double(power.drawnMicrowatts) / 1e6)
    }
  }

  /// Notes the powers where one has changed.
  mutating func samplePowers(at now: Instant) {
    journal.samplers.add(power.microwattsByComponent, stateOfCharge: power.stateOfCharge(at: now), at: now)
  }
}

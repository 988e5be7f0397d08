import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// Facts of the phone that several use cases read, and observations that change nothing: opportunity, dead time, samples.
extension Phone {
  /// No push finds a simulator (DBG-4).
  var isReachable: Bool { !powerState.isOff && network.isOnline && !isSimulator }

  var radioPath: RadioPath? {
    network.radioPath(avoids5G: conditions.isLowPowerMode && configuration.device.lowPowerDisables5G)
  }

  /// Sessions of a phone whose power comes from a trace's readings are in those readings already.
  var drawsSessionPower: Bool { !plan.powerFromReadings }

  /// Whether code of the app can run now: its process executes and no launch of it is in progress.
  func isReceptive(_ app: AppIndex) -> Bool {
    processes[app].isForeground || processes[app] == .background && processes.launchEnd(app) == nil
  }

  @inline(__always) func isRunning(_ app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    processes.activeRuns(app) > 0 && runs.isRunning(app, identifier)
  }

  func fetches(_ item: WorkItem) -> Bool {
    guard specification(item.app)?.quality.doesNoWork == false, !code.contains(item.app) else { return false }
    if item.mechanism == .push { return specification(item.app)?.pushTraits?.fetches ?? false }
    return item.task.flatMap { specification(item.app)?.taskTraits[$0].fetches } ?? false
  }

  /// BAR-1: what an app reads of the switches of Background App Refresh; without an app, an app whose own
  /// switch is on.
  func refreshStatus(_ app: AppIndex?) -> RefreshStatus {
    let isOwnRestricted = app.map { appGates.isRefreshRestricted($0) } ?? false
    if conditions.isRefreshRestricted || isOwnRestricted { return .restricted }
    let isOwnOff = app.map { !appGates.refreshSwitch($0) } ?? false
    return conditions.backgroundRefresh == 0 || isOwnOff ? .denied : .available
  }

  @inline(__always) func payer(of item: WorkItem) -> EnergyPayer {
    let cause: EnergyCause =
      switch item.mechanism {
      case .refresh: .refresh
      case .processing, .health: .processing
      case .push: .push
      case .continued: .continued
      case .discretionaryTransfer: .discretionaryTransfer
      case .transfer: .transfer
      case .wake: transfers.noticeIsDiscretionary(item) ? .discretionaryTransfer : .transfer
      case .assertion: .assertion
      case .mode: .mode
      }
    return EnergyPayer(app: item.app, cause: cause)
  }

  mutating func updateOpportunity(at now: Instant) {
    journal.samplers.updateOpportunity(isOpportunity, at: now)
  }

  private var isOpportunity: Bool {
    screen.isIdle && charging.isPlugged && network.path == .wifi && !powerState.isOff
  }

  /// Idle as PROC-1 has it, plugged and on Wi-Fi. The end of the idle delay is a decision point, so that an event stands there.
  mutating func recordAvailability(at now: Instant) {
    let isLongIdle = screen.idleSince.value.map { $0 + platform.idleDelay <= now } ?? false
    journal.availability.follow(
      isEligible: isOpportunity && isLongIdle, stateOfCharge: power.stateOfCharge(at: now), at: now)
  }

  mutating func observe(_ kind: UseObservation.Kind, at now: Instant) {
    guard records.contains(.use) else { return }
    journal.samplers.add(
      UseObservation(
        time: now, kind: kind, level: power.stateOfCharge(at: now),
        batteryOut: power.totals(at: now).batteryOut))
  }

  mutating func countDeadTime(until now: Instant) { observe(powerState.countDeadTime(until: now)) }

  mutating func observe(_ dead: Range<Instant>?) {
    guard let dead, dead.upperBound > plan.warmUpEnd else { return }
    journal.counts[.dead] += (dead.upperBound - max(dead.lowerBound, plan.warmUpEnd)).microseconds
  }

  mutating func sumUpDay(at now: Instant) {
    guard !power.isBeyondCounting else { return }
    journal.days.end(
      with: DaySums.Energies(
        device: power.totals(at: now).device,
        discretionaryBattery: power.batteryEnergy(at: now, of: \.isDiscretionary)), at: now)
  }

  /// Samples at whole hours, and the use at whole half hours, read before the event that follows them.
  mutating func sample(before now: Instant) {
    while records.contains(.use), journal.samplers.nextHalfHour < now,
      journal.samplers.nextHalfHour <= plan.end
    {
      observe(.halfHour(isOpportunity: isOpportunity), at: journal.samplers.nextHalfHour)
    }
    guard records.contains(.timeseries) else { return }
    while journal.samplers.nextSample < now, journal.samplers.nextSample <= plan.end {
      let sample = journal.samplers.nextSample
      journal.samplers.add(
        stateOfCharge: power.stateOfCharge(at: sample), powerWatts: Double(power.drawnMicrowatts) / 1e6,
        cell: power.cellReading(at: sample))
    }
  }

  mutating func samplePowers(at now: Instant) {
    journal.samplers.add(
      power.microwattsByComponent, stateOfCharge: power.stateOfCharge(at: now),
      cell: power.cellReading(at: now), at: now)
  }
}

enum RefreshStatus: String { case available, denied, restricted }

import DeviceModel
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import ResultsStore
import StudyReports
import Workload

extension DeviceRow {
  /// The row of a simulated device.
  public init(runID: String, _ result: DeviceResult, of plan: DevicePlan) {
    self.init(
      runID: runID, device: plan.device, archetype: plan.archetype, whole: EnergyWindow(result.energyWhole),
      observed: EnergyWindow(result.counts), stateOfChargeStart: result.stateOfChargeStart,
      stateOfChargeEnd: result.stateOfChargeEnd, observedMicroseconds: result.observed.microseconds)
    let counts = result.counts
    capacityJoules = Double(result.capacityNanojoules) / 1e9
    isWithoutWarmUp = plan.warmUpEnd <= .zero
    hoursDead = TimeSpan.microseconds(counts[.dead]).hours
    sessions = counts[.sessions]
    sessionsLost = counts[.sessionsLost]
    wakeUps = counts[.wakeUps]
    for app in result.apps {
      for mechanism in Mechanism.allCases where !mechanism.isTransfer {
        launches += app.mechanisms[Int(mechanism.rawValue)].counts[.launched]
      }
    }
    let freshness = result.freshness
    opens = Int64(freshness[.opens])
    freshOpens = Int64(freshness[.fresh])
    stalenessSeconds = freshness.stalenessPerOpen.value
    reachableOpens = Int64(freshness[.reachable])
    freshReachableOpens = Int64(freshness[.freshReachable])
    reachableStalenessMicroseconds = Int64(clamping: freshness[.reachableStaleness])
    for app in result.apps where app.hasContent {
      for case .unreachable(let cause) in app.opens.map(\.reach) { unreachableOpens[cause.name] += 1 }
    }
    violations = result.violations.values.reduce(0, +)
    events = result.events
    sources = Sources(plan.provenance)
  }
}

extension EnergyWindow {
  init(_ totals: BatteryTotals) {
    self.init(
      batteryOut: totals.batteryOut, batteryIn: totals.batteryIn, adapter: totals.adapter,
      chargingLoss: totals.chargingLoss)
  }

  init(_ counts: DeviceCounters<Int64>) {
    self.init(
      batteryOut: counts[.batteryOut], batteryIn: counts[.batteryIn], adapter: counts[.adapter],
      chargingLoss: counts[.chargingLoss])
  }
}

extension DeviceRow.Sources {
  init(_ provenance: Provenance) {
    func source(_ found: Provenance.Source) -> DeviceRow.Source {
      switch found {
      case .real: .real
      case .derived: .derived
      case .generated: .generated
      }
    }
    self.init()
    screen = source(provenance.screen)
    lock = source(provenance.lock)
    apps = source(provenance.apps)
    notifications = source(provenance.notifications)
    charging = source(provenance.charging)
    level = source(provenance.level)
    network = source(provenance.network)
    pushes = source(provenance.pushes)
    content = source(provenance.content)
  }
}

extension RunDetails {
  /// Rows of one device: always its own, and those of the details that were recorded.
  ///
  /// - Parameter regrets: Those of the device's apps, if they were recorded.
  public init(
    runID: String, _ result: DeviceResult, of plan: DevicePlan, records: RecordOptions,
    regrets: [FetchRegret] = []
  ) {
    self.init()
    devices = [DeviceRow(runID: runID, result, of: plan)]
    if records.contains(.attempts) {
      attempts = result.attempts.map { AttemptRow(runID: runID, $0, of: plan) }
      blocked = result.blockedHours.map { found in
        BlockedRow(
          runID: runID, device: plan.device, reason: found.reason, hour: found.hour,
          microseconds: found.time.microseconds)
      }
    }
    if records.contains(.energy) {
      energy = EnergyRow.rows(runID: runID, result, of: plan)
    }
    for regret in regrets {
      guard let app = plan.apps.first(where: { $0.specification == regret.specification }) else { continue }
      self.regrets.append(
        RegretRow(
          runID: runID, device: plan.device, app: app.bundleID, opens: regret.counts[.opens],
          reachableOpens: regret.counts[.reachableOpens], fetches: regret.counts[.fetches],
          observedFetches: regret.counts[.observedFetches], fetchesNeeded: regret.counts[.fetchesNeeded],
          stalenessMicroseconds: regret.counts[.staleness], boundMicroseconds: regret.counts[.bound]))
    }
    if records.contains(.timeseries) {
      samples = result.samples.map { sample in
        SampleRow(
          runID: runID, device: plan.device, timeMicroseconds: sample.time.microseconds,
          stateOfCharge: sample.stateOfCharge, powerWatts: sample.powerWatts)
      }
    }
  }

  /// The rows of several devices, one after the other.
  init(joining parts: [RunDetails]) {
    self.init()
    /// The rows of a table, in memory of their size: a table that grew would be copied several times.
    func join<Row>(_ rows: (RunDetails) -> [Row]) -> [Row] {
      var joined: [Row] = []
      joined.reserveCapacity(parts.reduce(0) { $0 + rows($1).count })
      for part in parts { joined += rows(part) }
      return joined
    }
    devices = join(\.devices)
    attempts = join(\.attempts)
    blocked = join(\.blocked)
    energy = join(\.energy)
    samples = join(\.samples)
    regrets = join(\.regrets)
  }
}

extension EnergyRow {
  /// The rows of a device's ledger, in its order.
  fileprivate static func rows(runID: String, _ result: DeviceResult, of plan: DevicePlan) -> [EnergyRow] {
    // Both ledgers are in the same order, and what was billed after warm-up was billed.
    var observed = result.ledgerObserved[...]
    return result.ledgerWhole.map { entry in
      var row = EnergyRow(
        runID: runID, device: plan.device, app: plan.name(of: entry.payer.app),
        component: entry.component.name, cause: entry.payer.cause.name,
        energyNanojoules: entry.energyNanojoules, batteryNanojoules: entry.batteryNanojoules,
        observedNanojoules: 0, observedBatteryNanojoules: 0, sharedNanojoules: entry.sharedNanojoules)
      if let later = observed.first, later.payer == entry.payer, later.component == entry.component {
        row.observedNanojoules = later.energyNanojoules
        row.observedBatteryNanojoules = later.batteryNanojoules
        observed.removeFirst()
      }
      return row
    }
  }
}

extension AttemptRow {
  init(runID: String, _ record: AttemptRecord, of plan: DevicePlan) {
    self.init(
      runID: runID, device: plan.device, item: Int(record.item), app: plan.name(of: record.app),
      mechanism: record.mechanism.name, identifier: record.identifier,
      submittedMicroseconds: record.submitted.microseconds, floorMicroseconds: record.floor?.microseconds,
      launchedMicroseconds: record.launched?.microseconds, endedMicroseconds: record.ended?.microseconds,
      outcome: record.outcome.name, reason: record.reason == .none ? nil : record.reason.name,
      grantedMicroseconds: record.granted?.microseconds, cpuSeconds: record.cpuSeconds, bytes: record.bytes,
      energyNanojoules: record.energyNanojoules, isCensored: record.isCensored,
      blocked: record.blocked.map { .init(reason: $0.reason, microseconds: $0.time.microseconds) },
      blockedJointlyMicroseconds: record.blockedJointly.microseconds)
    waitFromMicroseconds = record.waitFrom?.microseconds
    waitUntilMicroseconds = record.waitUntil?.microseconds
    waitEnd = record.waitEnd?.name
  }
}

extension DevicePlan {
  /// Bundle id of an app by its index on the device; `system` below 0.
  func name(of app: Int32) -> String { app < 0 ? "system" : apps[Int(app)].bundleID }
}

extension FetchRegret {
  /// Computes the bound of an app's run; nil where freshness was not recorded.
  ///
  /// - Parameter start: The end of warm-up.
  public init?(_ app: AppResult, observedFrom start: Instant) {
    guard let record = app.freshness else { return nil }
    let fetches = record.fetches.count
    let staleness = Int64(app.counts[.staleness])
    let bound = FetchScheduleBound([FetchScheduleBound.App(record)], limit: fetches)
    self.init(
      specification: app.specification,
      [
        .opens: Int64(app.counts[.opens]), .reachableOpens: Int64(app.counts[.reachable]),
        .fetches: Int64(fetches),
        .observedFetches: Int64(record.fetches.count { $0.arrived >= start }),
        .fetchesNeeded: Int64(bound.fetches(forStaleness: staleness)), .staleness: staleness,
        .bound: bound.least,
      ])
  }
}

extension FetchScheduleBound.App {
  /// The fetch history of an app in a run, with the times at which it could fetch.
  public init(_ record: FreshnessRecord) {
    self.init(
      FetchHistory(record),
      allowed: record.allowed.map { $0.lowerBound.microseconds...$0.upperBound.microseconds })
  }
}

extension FetchHistory {
  /// The fetch history of an app in a run.
  public init(_ record: FreshnessRecord) {
    self.init(
      changes: record.changes.map(\.microseconds),
      opens: record.opens.map {
        Open(at: $0.time.microseconds, counts: $0.counts, fetched: $0.fetched?.microseconds)
      })
  }
}

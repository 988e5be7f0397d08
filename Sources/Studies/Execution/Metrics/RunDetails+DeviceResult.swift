import DeviceModel
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import ResultsStore
import StudyReports
import Workload

/// The columns of a row that show counters, by the name of both: a counter with a column of its name needs no copy of its own.
struct CounterColumns<Key: CounterKey, Columns: RowColumns>: Sendable {
  private let fields: [(key: Key, field: StoredColumn<Int64>)]

  init() {
    fields = Key.allCases.compactMap { key in Columns.schema.count("\(key)").map { (key, $0) } }
  }

  func copy<let size: Int, Number>(_ counts: Counters<Key, size, Number>, to row: inout Row<Columns>) {
    for (key, field) in fields { row[field] = Int64(clamping: counts[key]) }
  }
}

private let deviceCounters = CounterColumns<DeviceCounter, DeviceColumns>()
private let regretCounters = CounterColumns<RegretCounter, RegretColumns>()

extension DeviceRow {
  package init(runID: String, _ result: DeviceResult, of plan: DevicePlan) {
    self.init()
    let (counts, columns) = (result.counts, DeviceRow.columns)
    deviceCounters.copy(counts, to: &self)
    self.runID = runID
    self.device = plan.device
    self.archetype = plan.archetype
    let whole = result.energyWhole
    self[columns.whole.batteryOut] = whole.batteryOut
    self[columns.whole.adapter] = whole.adapter
    self[columns.whole.batteryIn] = whole.batteryIn
    self[columns.whole.chargingLoss] = whole.chargingLoss
    self[columns.observed.batteryOut] = counts[.batteryOut]
    self[columns.observed.adapter] = counts[.adapter]
    self[columns.observed.batteryIn] = counts[.batteryIn]
    self[columns.observed.chargingLoss] = counts[.chargingLoss]
    self.capacityJoules = Double(result.capacityNanojoules) / 1e9
    self.stateOfChargeStart = result.stateOfChargeStart
    self.stateOfChargeEnd = result.stateOfChargeEnd
    self.observedMicroseconds = result.observed.microseconds
    self.isWithoutWarmUp = plan.warmUpEnd <= .zero
    self.hoursDead = TimeSpan.microseconds(counts[.dead]).hours
    let launching = Mechanism.allCases.filter { !$0.isTransfer }
    self.launches = result.apps.reduce(0) { sum, app in
      launching.reduce(sum) { $0 + app.mechanisms[Int($1.rawValue)].counts[.launched] }
    }
    let freshness = result.freshness
    self.opens = Int64(freshness[.opens])
    self.freshOpens = Int64(freshness[.fresh])
    self.stalenessSeconds = freshness.stalenessPerOpen.value
    self.reachableOpens = Int64(freshness[.reachable])
    self.freshReachableOpens = Int64(freshness[.freshReachable])
    self.reachableStalenessMicroseconds = Int64(clamping: freshness[.reachableStaleness])
    var unreachable: [String: Int64] = [:]
    for app in result.apps where app.hasContent {
      for case .unreachable(let cause) in app.opens.map(\.reach) { unreachable[cause.name, default: 0] += 1 }
    }
    for (place, cause) in DeviceColumns.causes.enumerated() {
      self[columns.unreachable[place]] = unreachable[cause] ?? 0
    }
    self.violations = result.violations.values.reduce(0, +)
    self.events = result.events
    for (place, kind) in DeviceColumns.kinds.enumerated() {
      let source = Provenance.sources[kind].map { plan.provenance[keyPath: $0] }
      self[columns.sources[place]] = source.flatMap { .init(rawValue: $0.rawValue) } ?? .generated
    }
  }
}

extension Provenance {
  fileprivate static let sources: [String: any KeyPath<Provenance, Source> & Sendable] = [
    "screen": \.screen, "lock": \.lock, "apps": \.apps, "notifications": \.notifications,
    "charging": \.charging, "level": \.level, "network": \.network, "pushes": \.pushes,
    "content": \.content,
  ]
}

extension RunDetails {
  /// The rows of one device: its own row, and the rows of the recorded details.
  public init(
    runID: String, _ result: DeviceResult, of plan: DevicePlan, records: RecordOptions,
    regrets: [FetchRegret] = []
  ) {
    self.init()
    devices = [DeviceRow(runID: runID, result, of: plan)]
    if records.contains(.attempts) {
      attempts = result.attempts.map { AttemptRow(runID: runID, $0, of: plan) }
      blocked = result.blockedHours.map { found in
        BlockedRow { row in
          row.runID = runID
          row.device = plan.device
          row.reason = found.reason
          row.hour = found.hour
          row.microseconds = found.time.microseconds
        }
      }
    }
    if records.contains(.energy) { energy = EnergyRow.rows(runID: runID, result, of: plan) }
    self.regrets = regrets.compactMap { regret in
      guard let app = plan.apps.first(where: { $0.specification == regret.specification }) else { return nil }
      return RegretRow { row in
        row.runID = runID
        row.device = plan.device
        row.app = app.bundleID
        regretCounters.copy(regret.counts, to: &row)
      }
    }
    if records.contains(.timeseries) {
      samples = result.samples.map { sample in
        SampleRow { row in
          row.runID = runID
          row.device = plan.device
          row.timeMicroseconds = sample.time.microseconds
          row.stateOfCharge = sample.stateOfCharge
          row.powerWatts = sample.powerWatts
          row.volts = sample.cell?.volts
          row.celsius = sample.cell?.celsius
        }
      }
    }
    availability = result.availability.map { AvailabilityRow(runID: runID, $0, of: plan) }
  }

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
    availability = join(\.availability)
  }
}

extension EnergyRow {
  fileprivate static func rows(runID: String, _ result: DeviceResult, of plan: DevicePlan) -> [EnergyRow] {
    // Both ledgers are in the same order, and what was billed after warm-up was billed.
    var observed = result.ledgerObserved[...]
    return result.ledgerWhole.map { entry in
      var row = EnergyRow()
      row.runID = runID
      row.device = plan.device
      row.app = plan.name(of: entry.payer.app)
      row.component = entry.component.name
      row.cause = entry.payer.cause.name
      row.energyNanojoules = entry.energyNanojoules
      row.batteryNanojoules = entry.batteryNanojoules
      row.sharedNanojoules = entry.sharedNanojoules
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
    self.init()
    self.runID = runID
    self.device = plan.device
    self.item = Int(record.item)
    self.app = plan.name(of: record.app)
    self.mechanism = record.mechanism.name
    self.identifier = record.identifier
    self.submittedMicroseconds = record.submitted.microseconds
    self.earliestBeginMicroseconds = record.earliestBegin?.microseconds
    self.launchedMicroseconds = record.launched?.microseconds
    self.endedMicroseconds = record.ended?.microseconds
    self.outcome = record.outcome.name
    self.reason = record.reason == .none ? nil : record.reason.name
    self.grantedMicroseconds = record.granted?.microseconds
    self.cpuSeconds = record.cpuSeconds
    self.bytes = record.bytes
    self.energyNanojoules = record.energyNanojoules
    self.isCensored = record.isCensored
    self.waitFromMicroseconds = record.waitFrom?.microseconds
    self.waitUntilMicroseconds = record.waitUntil?.microseconds
    self.waitEnd = record.waitEnd?.name
    self.blockedJointlyMicroseconds = record.blockedJointly.microseconds
    self.blocked = record.blocked.map { .init(reason: $0.reason, microseconds: $0.time.microseconds) }
  }
}

extension AvailabilityRow {
  fileprivate init(runID: String, _ interval: AvailabilityInterval, of plan: DevicePlan) {
    self.init()
    self.runID = runID
    self.device = plan.device
    self.kind = AvailabilityKind(rawValue: interval.kind.rawValue) ?? .observed
    self.item = Int(interval.item)
    self.startMicroseconds = interval.start.microseconds
    self.endMicroseconds = interval.end.microseconds
    self.stateOfChargeStart = interval.stateOfChargeStart
    self.stateOfChargeEnd = interval.stateOfChargeEnd
    self.outcome = interval.outcome?.name
    self.energyNanojoules = interval.energyNanojoules
  }
}

extension DevicePlan {
  /// Bundle id of an app by its index on the device; `system` below 0.
  func name(of app: Int32) -> String { app < 0 ? "system" : apps[Int(app)].bundleID }
}

extension FetchRegret {
  /// Computes the bound of an app's run; nil where freshness was not recorded.
  public init?(_ app: AppResult, observedFrom start: Instant) {
    guard let record = app.freshness else { return nil }
    let fetches = record.fetches.count
    let staleness = Int64(app.counts[.staleness])
    let bound = FetchScheduleBound([FetchScheduleBound.App(record)], limit: fetches)
    self.init(
      specification: app.specification,
      [
        .opens: Int64(app.counts[.opens]), .reachableOpens: Int64(app.counts[.reachable]),
        .fetches: Int64(fetches), .observedFetches: Int64(record.fetches.count { $0.arrived >= start }),
        .fetchesNeeded: Int64(bound.fetches(forStaleness: staleness)), .staleness: staleness,
        .bound: bound.least,
      ])
  }
}

extension FetchScheduleBound.App {
  public init(_ record: FreshnessRecord) {
    self.init(
      FetchHistory(
        changes: record.changes.map(\.microseconds),
        opens: record.opens.map {
          .init(at: $0.time.microseconds, counts: $0.counts, fetched: $0.fetched?.microseconds)
        }),
      allowed: record.allowed.map { $0.lowerBound.microseconds...$0.upperBound.microseconds })
  }
}

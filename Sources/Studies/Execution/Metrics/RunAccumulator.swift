import DeviceModel
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import RandomStreams
import ResultsStore
import StudyReports
import Workload

/// Gathers the devices of one run into its metrics, in memory that does not grow with the fleet.
///
/// All sums are whole numbers and all sketches count in buckets, so that neither the order of devices nor the
/// way in which they are spread over accumulators changes a bit of the metrics.
///
///     var accumulator = RunAccumulator(apps: ["com.example.mail"], nominalJoules: 46_728)
///     accumulator.add(result, of: plan)
///     let rows = accumulator.metrics(runID: "00f1…")
public struct RunAccumulator: Sendable {
  public let apps: [String]
  /// Energy of a new, full battery, in joules.
  public let nominalJoules: Double

  var devices = DeviceTotals()
  /// All that was billed, whoever paid.
  var energy = EnergyTally()
  var appTotals: [AppTotals]
  var eventCounts: [EventKey: Int64] = [:]
  /// By local day from day 0 on, warm-up included; as many as the longest horizon of a device has.
  var dayTotals: [DayCounters<Int128>] = []
  /// The hash of the whole run, computed from the devices' hashes independently of their order.
  public internal(set) var eventHash: UInt64 = 0
  public internal(set) var events: Int64 = 0

  struct EventKey: Hashable, Comparable {
    var event, app, mechanism, reason: String
    var words: [String] { [event, app, mechanism, reason] }

    // Unlike a comparison of tuples, this copies no text.
    static func < (one: EventKey, other: EventKey) -> Bool {
      if one.event != other.event { return one.event < other.event }
      if one.app != other.app { return one.app < other.app }
      if one.mechanism != other.mechanism { return one.mechanism < other.mechanism }
      return one.reason < other.reason
    }
  }

  public init(apps: [String], nominalJoules: Double) {
    self.apps = apps
    self.nominalJoules = nominalJoules
    appTotals = apps.map { _ in AppTotals() }
  }

  public var deviceCount: Int { Int(devices.counts[.devices]) }

  public mutating func add(_ result: DeviceResult, of plan: DevicePlan, regrets: [FetchRegret] = []) {
    for regret in regrets { appTotals[regret.specification].add(regret.counts) }
    devices.add(result)
    events += result.events
    eventHash &+= Self.mixed(result.eventHash ^ Self.mixed(UInt64(truncatingIfNeeded: plan.device)))
    for entry in result.ledgerObserved {
      energy.add(entry)
      guard entry.payer.app >= 0, let app = plan.apps[Int(entry.payer.app)].specification else { continue }
      appTotals[app].energy.add(entry)
    }
    for app in result.apps {
      appTotals[app.specification].add(app)
      appTotals[app.specification].observed += Int128(result.observed.microseconds)
    }
    grow(days: result.days.count)
    for (day, sums) in result.days.enumerated() { dayTotals[day] += sums }
    for count in result.eventCounts {
      let key = EventKey(
        event: count.event, app: count.app < 0 ? "" : plan.apps[Int(count.app)].bundleID,
        mechanism: count.mechanism, reason: count.reason)
      eventCounts[key, default: 0] += count.count
    }
  }

  public mutating func merge(_ other: RunAccumulator) {
    precondition(apps == other.apps, "accumulators of different studies cannot be merged")
    devices.merge(other.devices)
    events += other.events
    eventHash &+= other.eventHash
    energy.merge(other.energy)
    for app in apps.indices { appTotals[app].merge(other.appTotals[app]) }
    grow(days: other.dayTotals.count)
    for (day, totals) in other.dayTotals.enumerated() { dayTotals[day] += totals }
    for (key, count) in other.eventCounts { eventCounts[key, default: 0] += count }
  }

  package func eventCountRows(runID: String) -> [EventCountRow] {
    eventCounts.sorted { $0.key < $1.key }.map { key, count in
      EventCountRow { row in
        row.runID = runID
        row.event = key.event
        row.app = key.app
        row.mechanism = key.mechanism
        row.reason = key.reason
        row.count = count
      }
    }
  }

  private static let dayCounters = CounterColumns<DayCounter, DayColumns>()

  package func dayRows(runID: String) -> [DayRow] {
    dayTotals.enumerated().map { day, totals in
      DayRow { row in
        row.runID = runID
        row.day = day
        Self.dayCounters.copy(totals, to: &row)
      }
    }
  }

  private mutating func grow(days count: Int) { while dayTotals.count < count { dayTotals.append([:]) } }

  /// Spreads every bit over all others, so that sums of hashes are hashes.
  private static func mixed(_ value: UInt64) -> UInt64 { SplitMix64.output(0, seed: value) }
}

struct AppTotals: Sendable {
  var energy = EnergyTally()
  var freshness = FreshnessTotals()
  var hasContent = false
  /// nil where nothing was recorded.
  var regret: RegretCounters<Int128>?
  var gaps = QuantileSketch()
  /// Time after warm-up on devices that have the app, in microseconds.
  var observed: Int128 = 0
  var items = Mechanism.allCases.map { _ in MechanismTotals() }

  mutating func add(_ app: AppResult) {
    if app.hasContent {
      hasContent = true
      freshness.add(app)
    }
    let isAsking = app.mechanisms.contains { $0.counts[.submitted] > 0 || $0.counts[.sent] > 0 }
    if isAsking { gaps.add(app.longestGap.seconds) }
    for (mechanism, found) in app.mechanisms.enumerated() { items[mechanism].add(found) }
  }

  mutating func add<Number>(_ counts: RegretCounters<Number>) {
    regret = regret ?? [:]
    regret? += counts
  }

  mutating func merge(_ other: AppTotals) {
    energy.merge(other.energy)
    freshness.merge(other.freshness)
    hasContent = hasContent || other.hasContent
    if let found = other.regret { add(found) }
    gaps.merge(other.gaps)
    observed += other.observed
    for mechanism in items.indices { items[mechanism].merge(other.items[mechanism]) }
  }
}

extension DeviceTotals {
  mutating func add(_ result: DeviceResult) {
    counts += result.counts
    longestObserved = max(longestObserved, result.observed.microseconds)
    for hour in result.opportunityByHour { counts[.opportunity] += Int128(hour.microseconds) }
    for count in result.violations.values { counts[.violations] += Int128(count) }
    if result.observed > .zero { energyPerDay.add(Double(result.counts.energy) / 1e9 / result.observed.days) }
    let facts = DeviceFacts(result)
    staleness.add(facts.stalenessSeconds)
    distribution.add(facts)
    freshShare.add(DeviceProperty.freshOpenShare.value(facts))
  }
}

extension DeviceFacts {
  init(_ result: DeviceResult) {
    let freshness = result.freshness
    self.init(
      energyJoules: Double(result.counts.energy) / 1e9, days: result.observed.days,
      opens: Int64(freshness[.opens]), freshOpens: Int64(freshness[.fresh]),
      stalenessSeconds: freshness.stalenessPerOpen.value)
  }
}

// Sums of totals are added up here and not beside their types, which belong to a target that the compiler does not optimize.

extension EnergyTally {
  fileprivate mutating func add(_ entry: EnergyEntry) {
    byCause[entry.payer.cause] += Int128(entry.energyNanojoules)
    batteryByCause[entry.payer.cause] += Int128(entry.batteryNanojoules)
    byComponent[entry.component] += Int128(entry.energyNanojoules)
  }

  fileprivate mutating func merge(_ other: EnergyTally) {
    byCause += other.byCause
    batteryByCause += other.batteryByCause
    byComponent += other.byComponent
  }
}

extension FreshnessTotals {
  fileprivate mutating func add(_ app: AppResult) {
    counts += app.counts
    for open in app.opens {
      staleness.add(open.staleness.seconds)
      ages.add(open.contentAge.seconds)
    }
  }

  mutating func merge(_ other: FreshnessTotals) {
    counts += other.counts
    staleness.merge(other.staleness)
    ages.merge(other.ages)
  }
}

extension MechanismTotals {
  mutating func add(_ result: MechanismResult) {
    counts += result.counts
    for delay in result.delays {
      delays.add(delay.length.seconds, isCensored: delay.isCensored)
      if delay.isCensored, delay.end != .horizon { competing.add(delay.length.seconds) }
      // An item that was never launched was not completed either, for at least as long.
      if delay.isCensored { completions.add(delay.length.seconds, isCensored: true) }
    }
    for time in result.completionTimes {
      if time.end == .lost {
        failedRuns.add(time.length.seconds)
      } else {
        completions.add(time.length.seconds, isCensored: time.isCensored)
      }
    }
  }

  mutating func merge(_ other: MechanismTotals) {
    counts += other.counts
    delays.merge(other.delays)
    competing.merge(other.competing)
    completions.merge(other.completions)
    failedRuns.merge(other.failedRuns)
  }
}

import EventSimulation
import PhoneSimulation
import Workload

/// The observations of one run over all its devices: counts that add up, and ends of the ranges of quantities.
public struct LogObservations: Sendable {
  struct Key: Hashable {
    /// Index of the study's app; nil for the device and for apps that the study does not describe.
    var app: Int?
    /// nil for what no mechanism causes.
    var mechanism: Mechanism?
  }
  struct FindingKey: Hashable {
    var app: Int
    var kind: AppFindingKind
  }
  enum Count: UInt8, CounterKey {
    /// Launches of apps of the study, and of all apps.
    case launches, launchesOfAll
    case launchesBeforeOpen, launchesAtNight, launchesOnBattery, launchesInLowPowerMode, launchesOffWifi
    /// Launches whose resume delay is twice that of the launch before.
    case doublings
    case exactColdLaunches, exactResumes, exactExits, injectedRuns
  }
  /// Launches in 60 minutes and on a day, times in seconds, shares of work, charges.
  enum Quantity {
    case launchesPerHour, launchesPerDay, launchGap, launchTime, completionTime, runLength, killedRunLength
    case expiryAfterExit, killAfterExit, idleAtLaunch, ageAtLaunch, resumeDelay, levelAtLaunch
    case runsToSuccess, unfinishedWork, workPerNight
  }
  struct Extent {
    let least, greatest: Double

    func joined(_ other: Extent) -> Extent {
      Extent(least: min(least, other.least), greatest: max(greatest, other.greatest))
    }
  }
  struct Values {
    var counts = Counters<Count, 12, Int64>()
    private(set) var extents: [Quantity: Extent] = [:]
    /// Sums of hashes, so that the order of devices does not matter.
    var digest: UInt64 = 0
    var launchDigest: UInt64 = 0
    /// How long items waited, by all that blocked them; two items that wait at once count twice.
    var blocked: [BlockingSet: TimeSpan] = [:]

    mutating func add(_ value: Double, to quantity: Quantity) {
      let extent = Extent(least: value, greatest: value)
      extents[quantity] = extents[quantity]?.joined(extent) ?? extent
    }

    mutating func merge(_ other: Values) {
      counts += other.counts
      extents.merge(other.extents) { $0.joined($1) }
      digest &+= other.digest
      launchDigest &+= other.launchDigest
      blocked.merge(other.blocked) { $0 + $1 }
    }
  }

  var values: [Key: Values] = [:]
  /// The digest of all records, and the charges at which Low Power Mode ended.
  var digest: UInt64 = 0
  var endLevels: Extent?
  var pendingCounts: [Int: Int] = [:]
  var hasSeenItems = false
  private(set) var histories = DeviceHistories()
  var findings: [FindingKey: Int] = [:]
  private(set) var times: EventTimes

  public init(timesOf selections: [EventTimes.Selection] = []) { times = EventTimes(selections) }

  /// Takes in the log of one device; a result without a log adds nothing.
  public mutating func add(_ result: DeviceResult, of plan: DevicePlan) {
    guard !result.log.isEmpty else { return }
    var reader = LogReader(result, of: plan)
    merge(reader.observations())
    times.add(result.log, of: plan)
    histories.add(result.log, of: plan)
  }

  mutating func merge(_ other: LogObservations) {
    for (key, found) in other.values { values[key, default: Values()].merge(found) }
    digest &+= other.digest
    if let levels = other.endLevels { endLevels = endLevels?.joined(levels) ?? levels }
    // Over devices the greatest, which does not depend on their order.
    pendingCounts.merge(other.pendingCounts) { max($0, $1) }
    hasSeenItems = hasSeenItems || other.hasSeenItems
    times.merge(other.times)
    findings.merge(other.findings, uniquingKeysWith: +)
    histories.merge(other.histories)
  }

  /// For one app and mechanism, or over all where they are nil; nil where nothing was seen that it could be read from.
  /// The reason is that of ``LogObservation/blockedHours``, the hours those of ``LogObservation/launchShareInHours``.
  package func value(
    _ observation: LogObservation, app: Int?, mechanism: Mechanism?, reason: BlockingReason? = nil,
    hours: HoursOfDay? = nil
  ) -> Double? {
    let chosen = values.filter {
      (app == nil || $0.key.app == app) && (mechanism == nil || $0.key.mechanism == mechanism)
    }.values
    func sum(_ count: Count) -> Double { Double(chosen.reduce(0) { $0 + $1.counts[count] }) }
    func sum(_ count: Count, ifAny launches: Count) -> Double? { sum(launches) > 0 ? sum(count) : nil }
    func share(_ count: Count) -> Double? { sum(count, ifAny: .launches).map { $0 / sum(.launches) } }
    func least(_ quantity: Quantity) -> Double? { chosen.compactMap { $0.extents[quantity]?.least }.min() }
    func greatest(_ quantity: Quantity) -> Double? {
      chosen.compactMap { $0.extents[quantity]?.greatest }.max()
    }
    func digest(_ path: KeyPath<Values, UInt64>) -> Double {
      Self.number(chosen.reduce(0) { $0 &+ $1[keyPath: path] })
    }
    switch observation {
    case .maxLaunchesPerHour: return greatest(.launchesPerHour) ?? 0
    case .maxLaunchesPerDay: return greatest(.launchesPerDay) ?? 0
    case .minLaunchGapSeconds: return least(.launchGap) ?? 1e9
    case .firstLaunchSeconds: return least(.launchTime)
    case .lastLaunchSeconds: return greatest(.launchTime)
    case .lastCompletionSeconds: return greatest(.completionTime)
    case .minRunSeconds: return least(.runLength)
    case .maxRunSeconds: return greatest(.runLength) ?? 0
    case .minKilledRunSeconds: return least(.killedRunLength)
    case .maxKilledRunSeconds: return greatest(.killedRunLength)
    case .minExpirySecondsAfterExit: return least(.expiryAfterExit)
    case .maxExpirySecondsAfterExit: return greatest(.expiryAfterExit)
    case .minKillSecondsAfterExit: return least(.killAfterExit)
    case .maxKillSecondsAfterExit: return greatest(.killAfterExit)
    case .minIdleSecondsAtLaunch: return least(.idleAtLaunch)
    case .maxAgeSecondsAtLaunch: return greatest(.ageAtLaunch)
    case .minResumeDelaySeconds: return least(.resumeDelay)
    case .maxResumeDelaySeconds: return greatest(.resumeDelay)
    case .minLevelAtLaunchOnBattery: return least(.levelAtLaunch)
    case .minRunsToSuccess: return least(.runsToSuccess)
    case .maxRunsToSuccess: return greatest(.runsToSuccess)
    case .maxUnfinishedWork: return greatest(.unfinishedWork)
    case .minWorkPerNight: return least(.workPerNight)
    case .launchShareInHourBeforeOpen: return share(.launchesBeforeOpen)
    case .nightLaunchShare: return share(.launchesAtNight)
    case .launchesOnBattery: return sum(.launchesOnBattery, ifAny: .launches)
    case .launchesInLowPowerMode: return sum(.launchesInLowPowerMode, ifAny: .launchesOfAll)
    case .launchesOffWifi: return sum(.launchesOffWifi, ifAny: .launchesOfAll)
    case .resumeDelayDoublings: return sum(.doublings, ifAny: .launchesOfAll)
    case .exactColdLaunches: return sum(.exactColdLaunches)
    case .exactResumes: return sum(.exactResumes)
    case .exactExits: return sum(.exactExits)
    case .injectedRuns: return sum(.injectedRuns)
    case .minLevelAtLowPowerModeEnd: return endLevels?.least
    case .maxLevelAtLowPowerModeEnd: return endLevels?.greatest
    case .lastPendingCount: return app.flatMap { pendingCounts[$0] }.map(Double.init)
    case .blockedHours:
      guard hasSeenItems else { return nil }
      // Summed as whole microseconds, so that the order does not matter; reasons together may exceed the wait.
      let reasons = reason.map(BlockingSet.init) ?? []
      let times = chosen.flatMap(\.blocked).filter { reasons.isSubset(of: $0.key) }
      return times.reduce(TimeSpan.zero) { $0 + $1.value }.seconds / 3600
    case .logDigest:
      if app == nil, mechanism == nil { return Self.number(self.digest) }
      return chosen.isEmpty ? nil : digest(\.digest)
    case .launchDigest: return sum(.launchesOfAll) > 0 ? digest(\.launchDigest) : nil
    case .launchesPerDay, .launchesPerUnopenedDay, .daysToFirstLaunch, .medianLaunchGapSeconds,
      .maxLaunchGapSeconds, .launchShareInHours, .launchShareInTwoDays, .meanLaunchHour, .nightPluggedShare,
      .medianFloorDelaySeconds,
      .medianStartDelaySeconds, .medianOpeningDelaySeconds, .medianSecondsToExpiry, .medianWindowPosition:
      return histories.reading(observation, app: app, mechanism: mechanism, hours: hours)?.value
    }
  }

  /// So few bits that the number is exact, and printed in full.
  private static func number(_ digest: UInt64) -> Double { Double(digest >> 35) }
}

extension [Int?] {
  func app(of record: LogRecord) -> Int? { indices.contains(Int(record.app)) ? self[Int(record.app)] : nil }
}

extension LogRecord {
  /// Takes over whether the phone is on a charger, where the record tells.
  func readPlug(_ isPlugged: inout Bool) {
    if event == .powerChanged, word == .plugged || word == .unplugged { isPlugged = word == .plugged }
  }

  func instant(_ name: LogField.Name) -> Instant? {
    if case .instant(let time)? = self[name] { time } else { nil }
  }

  func text(_ name: LogField.Name) -> String? { if case .text(let text)? = self[name] { text } else { nil } }
}

extension LogObservation {
  /// The detail that a run must keep for it; that beyond the log costs time and memory.
  var records: RecordOptions {
    switch self {
    case .blockedHours: [.log, .blocking]
    case .minLevelAtLaunchOnBattery: [.log, .power]
    default: .log
    }
  }
}

extension Study {
  var observedRecords: RecordOptions {
    expectations.reduce(into: .log) { records, expectation in
      if case .finding = expectation.quantity { records.formUnion(.findings) }
      guard case .observation(let name, _) = expectation.quantity else { return }
      records.formUnion(LogObservation(rawValue: name)?.records ?? [])
    }
  }
}

public struct EventTimes: Sendable {
  /// Which events count: nil stands for any.
  public struct Selection: Sendable, Hashable {
    public var event: String
    public var reason: String?
    public var app: Int?
    public var mechanism: Mechanism?
  }

  private var times: [Selection: [Int: [Instant]]] = [:]

  init(_ selections: [Selection]) { for selection in selections { times[selection] = [:] } }

  mutating func add(_ log: [LogRecord], of plan: DevicePlan) {
    let specifications = plan.apps.map(\.specification)
    for selection in times.keys {
      times[selection]?[plan.device] = log.filter { selection.contains($0, specifications) }.map(\.time)
    }
  }

  mutating func merge(_ other: EventTimes) {
    for (selection, devices) in other.times { times[selection]?.merge(devices) { _, new in new } }
  }

  /// The mismatch on the first device that has one; nil where each time is met by one event and no other is near it.
  func difference(_ selection: Selection, from expected: [Instant], within: TimeSpan) -> String? {
    guard let devices = times[selection], !devices.isEmpty else { return "no value" }
    for (device, found) in devices.sorted(by: { $0.key < $1.key }) {
      guard let text = Self.difference(found, from: expected, within: within) else { continue }
      return devices.count > 1 ? "\(text), device \(device)" : text
    }
    return nil
  }

  /// All windows are equally wide, so pairing in order finds a pairing if there is one.
  private static func difference(_ found: [Instant], from expected: [Instant], within: TimeSpan) -> String? {
    func isNear(_ a: Instant, _ b: Instant) -> Bool { a - b <= within && b - a <= within }
    let near = found.filter { time in expected.contains { isNear(time, $0) } }
    let isPaired = near.count == expected.count && zip(near, expected).allSatisfy { isNear($0, $1) }
    guard !isPaired else { return nil }
    for time in expected {
      let count = near.count { isNear($0, time) }
      if count == 0 {
        let nearest = found.min { ($0 - time).microseconds.magnitude < ($1 - time).microseconds.magnitude }
        return "none at \(time) s" + (nearest.map { ", nearest at \($0) s" } ?? "")
      }
      if count > expected.count(where: { isNear($0, time) }) { return "\(count) at \(time) s" }
    }
    return "\(near.count) events near \(expected.count) times"
  }
}

extension EventTimes.Selection {
  fileprivate func contains(_ record: LogRecord, _ specifications: [Int?]) -> Bool {
    record.event.name == event && (reason == nil || record.word.name == reason)
      && (mechanism == nil || record.mechanism == mechanism)
      && (app == nil || specifications.app(of: record) == app)
  }
}

extension Study {
  func selection(of expectation: Expectation) -> EventTimes.Selection? {
    guard case .times = expectation.side, case .event(let event, let reason) = expectation.quantity else {
      return nil
    }
    return EventTimes.Selection(
      event: event, reason: reason, app: app(of: expectation), mechanism: expectation.namedMechanism)
  }
}

import Basics
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import Workload

/// The observations of one run over all its devices. The order of devices does not matter.
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
  struct Tally {
    private(set) var count = 0
    private(set) var least, greatest: Double?
    /// Kept of waits alone.
    private(set) var waits: [KaplanMeier.Observation] = []

    mutating func add(_ value: Double) { add(1, least: value, greatest: value) }
    mutating func add(_ wait: KaplanMeier.Observation) { waits.append(wait) }
    mutating func add(_ other: Tally) {
      add(other.count, least: other.least, greatest: other.greatest)
      waits += other.waits
    }
    private mutating func add(_ count: Int, least: Double?, greatest: Double?) {
      self.count += count
      self.least = [self.least, least].compactMap(\.self).min()
      self.greatest = [self.greatest, greatest].compactMap(\.self).max()
    }
  }
  /// Sums of hashes over devices.
  struct Digest {
    var all: UInt64 = 0
    var launches: UInt64 = 0

    mutating func add(_ other: Digest) {
      (all, launches) = (all &+ other.all, launches &+ other.launches)
    }
  }
  /// The launches and opens of a device, for rates and times of day.
  struct Device {
    /// The observed time in order: all after the warm-up, or the stretches of a window.
    let stretches: [Range<Instant>]
    /// The time from which the first launch is counted.
    let origin: Instant
    let days: Double
    let apps: Set<Int>
    var first: [Key: Instant] = [:]
    /// After the warm-up.
    var launches: [Key: [Instant]] = [:]
    var openDays: [Int: Set<Int>] = [:]
    /// The opens that count for freshness, by app.
    var opens: [Int: [OpenObservation]] = [:]
    /// Nights after the warm-up, and those on which the phone was plugged at 03:00.
    var nights = 0, pluggedNights = 0

    var from: Instant { stretches.first?.lowerBound ?? origin }
    var to: Instant { stretches.last?.upperBound ?? origin }
  }

  var tallies: [Key: [Measure: Tally]] = [:]
  var digests: [Key: Digest] = [:]
  var digest = Digest()
  /// How long items waited, by all that blocked them; two items that wait at once count twice.
  var blocked: [Key: [BlockingSet: TimeSpan]] = [:]
  var devices: [Int: Device] = [:]
  var hasSeenItems = false
  var findings: [FindingKey: Int] = [:]
  private(set) var times: EventTimes
  /// The events of a window that a study counts.
  var counts: [EventTimes.Selection: Int] = [:]
  /// The observations of each device in windows, by the place of the window in the request.
  private(set) var windows: [Int: [LogObservations]] = [:]
  private let request: WindowRequest

  public init(timesOf selections: [EventTimes.Selection] = []) {
    self.init(timesOf: selections, in: WindowRequest())
  }

  init(timesOf selections: [EventTimes.Selection], in request: WindowRequest) {
    (times, self.request) = (EventTimes(selections), request)
  }

  /// Adds the log of one device. A result without a log does not change the observations.
  public mutating func add(_ result: DeviceResult, of plan: DevicePlan) {
    guard !result.log.isEmpty else { return }
    guard request.windows.isEmpty else {
      windows[plan.device] = DeviceObserver.observations(of: result, plan, in: request)
      return
    }
    merge(DeviceObserver.observations(of: result, plan))
    times.add(result.log, of: plan)
  }

  mutating func merge(_ other: LogObservations) {
    for (key, measures) in other.tallies {
      for (measure, tally) in measures { tallies[key, default: [:]][measure, default: Tally()].add(tally) }
    }
    for (key, found) in other.digests { digests[key, default: Digest()].add(found) }
    digest.add(other.digest)
    for (key, times) in other.blocked { blocked[key, default: [:]].merge(times) { $0 + $1 } }
    devices.merge(other.devices) { _, new in new }
    hasSeenItems = hasSeenItems || other.hasSeenItems
    findings.merge(other.findings, uniquingKeysWith: +)
    counts.merge(other.counts, uniquingKeysWith: +)
    windows.merge(other.windows) { _, new in new }
    times.merge(other.times)
  }

  /// The observations of some phones as those of one group. A phone may occur twice.
  ///
  /// - Parameter measures: The measures that a quantity needs.
  init(joining phones: [LogObservations], measures: Set<Measure>) {
    self.init()
    for (place, phone) in phones.enumerated() {
      for (key, tallies) in phone.tallies {
        for measure in measures {
          if let tally = tallies[measure] {
            self.tallies[key, default: [:]][measure, default: Tally()].add(tally)
          }
        }
      }
      for (key, times) in phone.blocked { blocked[key, default: [:]].merge(times) { $0 + $1 } }
      devices[place] = phone.devices.first?.value
      hasSeenItems = hasSeenItems || phone.hasSeenItems
      counts.merge(phone.counts, uniquingKeysWith: +)
    }
  }

  /// For one app and mechanism, or over all if they are nil; nil if nothing was seen that it could be read from.
  func reading(
    _ name: String, app: Int?, mechanism: Mechanism?, reason: BlockingReason? = nil, hours: HoursOfDay? = nil,
    gaps: Int? = nil
  ) -> LogObservation.Reading? {
    LogObservation.named(name).flatMap {
      ChosenObservations(
        all: self, app: app, mechanism: mechanism, reason: reason, hours: hours, gaps: gaps
      ).reading($0)
    }
  }
}

/// The windows and events that the rows of a study need.
package struct WindowRequest: Sendable {
  var windows: [ObservationWindow] = []
  var selections: [EventTimes.Selection] = []
}

/// The observations of one app and mechanism, or of all if they are nil.
struct ChosenObservations {
  let all: LogObservations
  let app: Int?
  let mechanism: Mechanism?
  /// Of the blocked hours.
  let reason: BlockingReason?
  let hours: HoursOfDay?
  /// The number of consecutive gaps whose median is taken; nil for all.
  let gaps: Int?

  private func chooses(_ key: LogObservations.Key) -> Bool {
    (app == nil || key.app == app) && (mechanism == nil || key.mechanism == mechanism)
  }

  private func tally(_ measure: Measure) -> LogObservations.Tally {
    // These are of a device, or of an app whatever the mechanism is.
    let isWhole = measure == .lowPowerModeEnd || measure == .pendingCount
    return all.tallies.reduce(into: .init()) { sum, entry in
      guard chooses(entry.key) || isWhole && (entry.key.app ?? app) == app else { return }
      if let tally = entry.value[measure] { sum.add(tally) }
    }
  }

  func reading(_ observation: LogObservation) -> LogObservation.Reading? {
    guard let measure = observation.measure else { return own(observation.name) }
    let (tally, whole) = (tally(measure), observation.whole.map { self.tally($0).count })
    let value: Double? =
      switch observation.taking {
      case .least: tally.least ?? observation.none
      case .greatest: tally.greatest ?? observation.none
      case .count: whole == 0 ? nil : Double(tally.count)
      case .share: whole.flatMap { ratio(tally.count, Double($0)) }
      case .median, .own: nil
      }
    return observation.taking == .median ? median(tally.waits) : value.map { .init(value: $0) }
  }

  private func own(_ name: String) -> LogObservation.Reading? {
    if name == "daysToFirstLaunch" { return daysToFirstLaunch }
    let gaps = devices.flatMap { device in device.gaps(launches(device)) }
    if name == "medianLaunchGapSeconds" {
      return median(Array(gaps.flatMap { $0.dropFirst() }.prefix(self.gaps ?? .max)))
    }
    if name == "maxLaunchGapSeconds" {
      return gaps.joined().max { $0.length < $1.length }
        .map { .init(value: $0.length, isLowerBound: $0.isCensored) }
    }
    let value: Double? =
      switch name {
      case LogObservation.blockedHours: blockedHours
      case LogObservation.launchShareInHours: launchShareInHours
      case LogObservation.meanLaunchHour: meanLaunchHour
      case "logDigest": logDigest
      case "launchDigest": tally(.ageAtLaunch).count > 0 ? digest(\.launches) : nil
      case "launchesPerDay": launchesPerDay
      case "launchesPerUnopenedDay": launchesPerUnopenedDay
      case "launchShareInTwoDays": launchShareInTwoDays
      case "nightPluggedShare": nightPluggedShare
      case "devicesWithoutLaunchShare":
        ratio(devices.count { launches($0).isEmpty }, Double(devices.count))
      default: name.hasPrefix(LogObservation.freshOpenShare) ? freshOpenShareInHours : nil
      }
    return value.map { .init(value: $0) }
  }

  private func median(_ waits: [KaplanMeier.Observation]) -> LogObservation.Reading? {
    guard let estimate = try? KaplanMeier(waits), let longest = estimate.steps.last else { return nil }
    return estimate.median.map { .init(value: $0) } ?? .init(value: longest.length, isLowerBound: true)
  }

  // MARK: The whole log

  private func digest(_ path: KeyPath<LogObservations.Digest, UInt64>) -> Double {
    Self.number(all.digests.filter { chooses($0.key) }.reduce(0) { $0 &+ $1.value[keyPath: path] })
  }

  private var logDigest: Double? {
    if app == nil, mechanism == nil { return Self.number(all.digest.all) }
    return all.digests.keys.contains(where: chooses) ? digest(\.all) : nil
  }

  /// So few bits that the number is exact, and printed in full.
  private static func number(_ digest: UInt64) -> Double { Double(digest >> 35) }

  /// Reasons together may exceed the wait.
  private var blockedHours: Double? {
    guard all.hasSeenItems else { return nil }
    let reasons = reason.map(BlockingSet.init) ?? []
    let times = all.blocked.filter { chooses($0.key) }.flatMap(\.value).filter {
      reasons.isSubset(of: $0.key)
    }
    return times.reduce(TimeSpan.zero) { $0 + $1.value }.seconds / 3600
  }

  // MARK: Rates and times of day

  /// The devices that have the app, in their order.
  private var devices: [LogObservations.Device] {
    all.devices.sorted { $0.key < $1.key }.map(\.value).filter { app.map($0.apps.contains) ?? true }
  }

  private func launches(_ device: LogObservations.Device) -> [Instant] {
    device.launches.filter { chooses($0.key) }.flatMap(\.value).sorted()
  }

  private func ratio(_ count: Int, _ whole: Double) -> Double? { whole > 0 ? Double(count) / whole : nil }

  private var launchesPerDay: Double? {
    ratio(devices.reduce(0) { $0 + launches($1).count }, devices.reduce(0) { $0 + $1.days })
  }

  private var launchesPerUnopenedDay: Double? {
    var (days, count) = (0, 0)
    for device in devices {
      for own in device.apps where app == nil || own == app {
        let unopened = device.wholeDays.filter { device.openDays[own]?.contains($0) != true }
        days += unopened.count
        let launches = device.launches.filter { $0.key.app == own && chooses($0.key) }.flatMap(\.value)
        count += launches.count { unopened.contains($0.day) }
      }
    }
    return ratio(count, Double(days))
  }

  private var daysToFirstLaunch: LogObservation.Reading? {
    median(
      devices.map { device in
        let first = device.first.filter { chooses($0.key) }.values.min()
        return .init(length: ((first ?? device.to) - device.origin) / .day, isCensored: first == nil)
      })
  }

  private var launchShareInHours: Double? {
    let times = devices.flatMap(launches).map(\.timeOfDay)
    return hours.flatMap { ratio(times.count(where: $0.contains), Double(times.count)) }
  }

  private var freshOpenShareInHours: Double? {
    let opens = devices.flatMap { device in
      device.opens.filter { app == nil || $0.key == app }.flatMap(\.value)
    }.filter { hours?.contains($0.time.timeOfDay) ?? true }
    return ratio(opens.fresh, Double(opens.count))
  }

  private var launchShareInTwoDays: Double? {
    let limit = TimeSpan.days(2).seconds
    let waits = tally(.waitFromSubmission).waits.filter { !$0.isCensored || $0.length >= limit }
    return ratio(waits.count { !$0.isCensored && $0.length <= limit }, Double(waits.count))
  }

  private var meanLaunchHour: Double? {
    let angles = devices.flatMap(launches).map { $0.timeOfDay / .day * 2 * .pi }
    let (x, y) = angles.reduce((0, 0)) { ($0.0 + Elementary.cos($1), $0.1 + Elementary.sin($1)) }
    return angles.isEmpty ? nil : HourCircle.wrapped(Elementary.atan2(y, x) / (2 * .pi) * 24)
  }

  private var nightPluggedShare: Double? {
    ratio(devices.reduce(0) { $0 + $1.pluggedNights }, Double(devices.reduce(0) { $0 + $1.nights }))
  }
}

extension LogObservations.Device {
  /// The local days that were observed from beginning to end.
  var wholeDays: Range<Int> {
    let first = from.timeOfDay == .zero ? from.day : from.day + 1
    return first..<max(first, to.day)
  }

  /// The times without a launch, by stretch. The first and the last of a stretch were cut off.
  func gaps(_ launches: [Instant]) -> [[KaplanMeier.Observation]] {
    stretches.map { stretch in
      let launches = launches.filter(stretch.contains)
      let ends = [stretch.lowerBound] + launches + [stretch.upperBound]
      let gaps = zip(ends, ends.dropFirst()).enumerated().map { index, pair in
        KaplanMeier.Observation(
          length: (pair.1 - pair.0).seconds, isCensored: index == 0 || index == launches.count)
      }
      // Without a launch one gap is both.
      return launches.isEmpty ? gaps + gaps : gaps
    }
  }
}

extension Study {
  var observedRecords: RecordOptions {
    expectations.reduce(into: .log) { records, expectation in
      if case .finding = expectation.quantity { records.formUnion(.findings) }
      guard case .observation(let name, _) = expectation.quantity else { return }
      records.formUnion(LogObservation.named(name)?.records ?? [])
    }
  }
}

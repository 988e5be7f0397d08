import Basics
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import Workload

/// The launches and waits of devices after the warm-up, for observations that are medians, rates and times of day.
///
/// It is kept device by device and read in their order, so nothing depends on the workers. A wait that was cut off
/// counts with the time for which it was seen (``KaplanMeier``).
struct DeviceHistories: Sendable {
  /// A value, or the least that it can be where half of the waits were never over.
  struct Reading: Hashable, Sendable {
    var value: Double
    var isLowerBound = false
  }
  fileprivate enum Wait: Hashable {
    case fromSubmission, fromFloor, untilOpen, sinceStartable, untilExpiry, inWindow
  }
  fileprivate struct Series {
    var first: Instant?
    /// After the warm-up.
    var launches: [Instant] = []
    var waits: [Wait: [KaplanMeier.Observation]] = [:]

    mutating func note(launch time: Instant, from start: Instant) {
      first = first ?? time
      if time >= start { launches.append(time) }
    }
  }
  fileprivate struct Device {
    let from, to: Instant
    let apps: Set<Int>
    var series: [LogObservations.Key: Series] = [:]
    var openDays: [Int: Set<Int>] = [:]
    /// Nights, and those on which the phone was plugged at 03:00.
    var nights = 0, pluggedNights = 0
  }
  private var devices: [Int: Device] = [:]

  mutating func add(_ log: [LogRecord], of plan: DevicePlan) {
    var reader = HistoryReader(plan)
    for record in log { reader.read(record) }
    devices[plan.device] = reader.finished()
  }

  mutating func merge(_ other: DeviceHistories) { devices.merge(other.devices) { _, new in new } }

  /// For one app and mechanism, or over all where they are nil; nil where nothing was seen.
  func reading(
    _ observation: LogObservation, app: Int?, mechanism: Mechanism?, hours: HoursOfDay? = nil
  ) -> Reading? {
    let chosen = devices.sorted { $0.key < $1.key }.map(\.value).filter { device in
      app.map(device.apps.contains) ?? true
    }
    func series(_ device: Device, of app: Int?) -> [Series] {
      device.series.filter {
        (app == nil || $0.key.app == app) && (mechanism == nil || $0.key.mechanism == mechanism)
      }.map(\.value)
    }
    func launches(_ device: Device) -> [Instant] { series(device, of: app).flatMap(\.launches).sorted() }
    func median(_ wait: Wait) -> Reading? {
      Self.median(chosen.flatMap { series($0, of: app).flatMap { $0.waits[wait] ?? [] } })
    }
    func ratio(_ count: Int, _ whole: Double) -> Reading? {
      whole > 0 ? Reading(value: Double(count) / whole) : nil
    }
    switch observation {
    case .launchesPerDay:
      let days = chosen.reduce(TimeSpan.zero) { $0 + ($1.to - $1.from) } / .day
      return ratio(chosen.reduce(0) { $0 + launches($1).count }, days)
    case .medianLaunchGapSeconds: return Self.median(chosen.flatMap { $0.gaps(launches($0)).dropFirst() })
    case .maxLaunchGapSeconds:
      let gaps = chosen.flatMap { $0.gaps(launches($0)) }
      return gaps.max { $0.length < $1.length }.map { Reading(value: $0.length, isLowerBound: $0.isCensored) }
    case .launchShareInHours:
      let times = chosen.flatMap(launches).map(\.timeOfDay)
      return hours.flatMap { ratio(times.count(where: $0.contains), Double(times.count)) }
    case .meanLaunchHour:
      let angles = chosen.flatMap(launches).map { $0.timeOfDay / .day * 2 * .pi }
      let (x, y) = angles.reduce((0, 0)) { ($0.0 + Elementary.cos($1), $0.1 + Elementary.sin($1)) }
      guard !angles.isEmpty else { return nil }
      return Reading(value: HoursOfDay.wrapped(Elementary.atan2(y, x) / (2 * .pi) * 24))
    case .nightPluggedShare:
      return ratio(chosen.reduce(0) { $0 + $1.pluggedNights }, Double(chosen.reduce(0) { $0 + $1.nights }))
    case .launchShareInTwoDays:
      let limit = TimeSpan.days(2).seconds
      let waits = chosen.flatMap { series($0, of: app).flatMap { $0.waits[.fromSubmission] ?? [] } }
        .filter { !$0.isCensored || $0.length >= limit }
      return ratio(waits.count { !$0.isCensored && $0.length <= limit }, Double(waits.count))
    case .medianFloorDelaySeconds: return median(.fromFloor)
    case .medianOpeningDelaySeconds: return median(.untilOpen)
    case .medianStartDelaySeconds: return median(.sinceStartable)
    case .medianSecondsToExpiry: return median(.untilExpiry)
    case .medianWindowPosition: return median(.inWindow)
    case .daysToFirstLaunch:
      return Self.median(
        chosen.map { device in
          let first = series(device, of: app).compactMap(\.first).min()
          return .init(length: ((first ?? device.to) - .zero) / .day, isCensored: first == nil)
        })
    case .launchesPerUnopenedDay:
      var (days, count) = (0, 0)
      for device in chosen {
        for app in device.apps.filter({ app == nil || $0 == app }) {
          let unopened = device.wholeDays.filter { !(device.openDays[app]?.contains($0) ?? false) }
          days += unopened.count
          count += series(device, of: app).reduce(0) { $0 + $1.launches.count { unopened.contains($0.day) } }
        }
      }
      return ratio(count, Double(days))
    default: return nil
    }
  }

  private static func median(_ waits: [KaplanMeier.Observation]) -> Reading? {
    guard let estimate = try? KaplanMeier(waits), let longest = estimate.steps.last else { return nil }
    return estimate.median.map { Reading(value: $0) } ?? Reading(value: longest.length, isLowerBound: true)
  }
}

extension DeviceHistories.Device {
  /// The local days that were observed from beginning to end.
  var wholeDays: Range<Int> {
    let first = from.timeOfDay == .zero ? from.day : from.day + 1
    return first..<max(first, to.day)
  }

  /// The times without a launch, of which the first and the last were cut off.
  func gaps(_ launches: [Instant]) -> [KaplanMeier.Observation] {
    let ends = [from] + launches + [to]
    let gaps = zip(ends, ends.dropFirst()).enumerated().map { index, pair in
      KaplanMeier.Observation(
        length: (pair.1 - pair.0).seconds, isCensored: index == 0 || index == launches.count)
    }
    // Without a launch one gap is both.
    return launches.isEmpty ? gaps + gaps : gaps
  }
}

private struct HistoryReader {
  private struct Item {
    let key: LogObservations.Key
    let submitted: Instant
    let floor: Instant?
    let open, deadline: Instant
    let needsNetwork: Bool
    var isOpen = false
    var startable, handlerStart: Instant?
  }
  private let specifications: [Int?]
  private var device: DeviceHistories.Device
  private var waiting: [Int32: Item] = [:]
  private var running: [Int32: Item] = [:]
  private var isPlugged, isLocked, isScreenOn, hasNetwork: Bool
  private var nextNight: Instant

  init(_ plan: DevicePlan) {
    specifications = plan.apps.map(\.specification)
    device = .init(from: plan.warmUpEnd, to: plan.end, apps: Set(specifications.compactMap { $0 }))
    (isPlugged, hasNetwork) = (plan.initial.charger != nil, plan.initial.network != .none)
    (isLocked, isScreenOn) = (plan.initial.isLocked, !plan.initial.isLocked)
    nextNight = .day(plan.warmUpEnd.day, .hours(3))
    if nextNight < plan.warmUpEnd { nextNight = nextNight + .day }
  }

  mutating func read(_ record: LogRecord) {
    countNights(until: record.time)
    readConditions(record)
    guard let app = specifications.app(of: record) else { return }
    let key = LogObservations.Key(app: app, mechanism: record.mechanism)
    switch record.event {
    case .userOpened: device.openDays[app, default: []].insert(record.time.day)
    case .submitted:
      guard let open = record.instant(.open), let deadline = record.instant(.deadline) else { break }
      waiting[record.item] = Item(
        key: key, submitted: record.time, floor: record.instant(.floor), open: open, deadline: deadline,
        needsNetwork: record.text(.flags)?.contains("requiresNetworkConnectivity") ?? false)
    case .eligible:
      guard var item = waiting[record.item], !item.isOpen else { break }
      item.isOpen = true
      note(.untilOpen, since: item.submitted, at: record.time, of: item)
      if mayStart(item) { item.startable = record.time }
      waiting[record.item] = item
    case .launched:
      device.series[key, default: .init()].note(launch: record.time, from: device.from)
      if let item = waiting.removeValue(forKey: record.item) {
        end(item, at: record.time)
        running[record.item] = item
      }
    case .handlerStarted: running[record.item]?.handlerStart = record.time
    case .expired:
      if let item = running.removeValue(forKey: record.item) {
        note(.untilExpiry, since: item.handlerStart, at: record.time, of: item)
      }
    case .completed, .terminated: running[record.item] = nil
    case .replaced, .cancelled:
      if let item = waiting.removeValue(forKey: record.item) { end(item, at: record.time, isCensored: true) }
    default: break
    }
  }

  private mutating func countNights(until now: Instant) {
    while nextNight < now {
      device.nights += 1
      if isPlugged { device.pluggedNights += 1 }
      nextNight = nextNight + .day
    }
  }

  private mutating func readConditions(_ record: LogRecord) {
    switch record.event {
    case .powerChanged: record.readPlug(&isPlugged)
    case .lockChanged: isLocked = record.word == .locked
    case .screenChanged: isScreenOn = record.word == .on
    case .networkChanged: hasNetwork = record.word == .wifi || record.word == .cellular
    default: return
    }
    for (number, item) in waiting where item.startable == nil && mayStart(item) {
      waiting[number]?.startable = record.time
    }
  }

  /// Whether nothing but the system's choice keeps a processing request from starting.
  private func mayStart(_ item: Item) -> Bool {
    item.key.mechanism == .processing && item.isOpen && isPlugged && isLocked && !isScreenOn
      && (hasNetwork || !item.needsNetwork)
  }

  /// The waits of an item end with its launch, or are cut off.
  private mutating func end(_ item: Item, at now: Instant, isCensored: Bool = false) {
    if isCensored, !item.isOpen {
      note(.untilOpen, since: item.submitted, at: now, of: item, isCensored: true)
    }
    note(.fromSubmission, since: item.submitted, at: now, of: item, isCensored: isCensored)
    note(.fromFloor, since: item.floor, at: now, of: item, isCensored: isCensored)
    note(.sinceStartable, since: item.startable, at: now, of: item, isCensored: isCensored)
    guard now >= item.open, now >= device.from, item.deadline > item.open else { return }
    device.series[item.key, default: .init()].waits[.inWindow, default: []].append(
      .init(length: (now - item.open) / (item.deadline - item.open), isCensored: isCensored))
  }

  /// A wait that has begun counts where it ends after the warm-up.
  private mutating func note(
    _ wait: DeviceHistories.Wait, since start: Instant?, at now: Instant, of item: Item,
    isCensored: Bool = false
  ) {
    guard let start, now >= start, now >= device.from else { return }
    device.series[item.key, default: .init()].waits[wait, default: []].append(
      .init(length: (now - start).seconds, isCensored: isCensored))
  }

  /// The history, with what still waits or runs at the end cut off there.
  mutating func finished() -> DeviceHistories.Device {
    countNights(until: device.to)
    for item in waiting.values { end(item, at: device.to, isCensored: true) }
    for item in running.values {
      note(.untilExpiry, since: item.handlerStart, at: device.to, of: item, isCensored: true)
    }
    return device
  }
}

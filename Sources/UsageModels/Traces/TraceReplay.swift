import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Makes a recorded phone drive a device: recorded events are replayed, and missing events are drawn.
///
/// **Idea** The device starts at the phone's first full local day, on its weekday, or otherwise at midnight
/// before the first row, and ends with the recording. Rows are cleaned first: short interruptions of charging
/// are removed, bursts of posts become one notification, and missing locks are inferred. While the phone is
/// unplugged, the power follows from the level readings.
///
/// The apps of the study replace the recorded apps: by name, by `appNames`, or by rank (the heaviest popular
/// app replaces the recorded app with the most visits). Scripted opens happen at the next unlock. **Known
/// weakness** There is no measured power for times without a fall of the level by a point. The model supplies
/// the charger, so the level after a charge differs from the recording.
public struct TraceReplay: Sendable {
  let device: TraceDevice
  let recorded: RecordedDevice?
  private(set) var generator: TimelineGenerator
  let nominalJoules: Double
  let appNames: [String: String]
  let windows: [ReplayWindow]

  /// Refuses a recording that cannot drive a device. The horizon of the generator cuts the recording, or its whole
  /// weeks are repeated until then. `appNames` are bundle ids of the study by names in the recording; without
  /// `wholeDays` the days of its first and last row count in part.
  public init(
    device: TraceDevice, generator: TimelineGenerator, nominalEnergyWattHours: Double,
    appNames: [String: String] = [:], repeats: Bool = false, wholeDays: Bool = true, file: String = "trace"
  ) throws(RowErrors) {
    (self.device, self.generator, self.appNames) = (device, generator, appNames)
    nominalJoules = nominalEnergyWattHours * 3600
    if device.isExportedTimeline {
      recorded = nil
      windows = []
      let errors = TimelineCSV.read(device, apps: generator.apps).errors
      guard errors.isEmpty else { throw RowErrors(file: file, errors: errors) }
      return
    }
    do {
      let recorded = try RecordedDevice(device, generator.parameters, wholeDays: wholeDays)
      windows = ReplayWindow.windows(
        from: recorded.start, to: recorded.end, midnight: recorded.midnight, horizon: generator.horizon,
        repeats: repeats)
      self.recorded = recorded
    } catch {
      throw RowErrors(file: file, errors: [error])
    }
    let errors = problems(appNames: appNames)
    guard errors.isEmpty else { throw RowErrors(file: file, errors: errors) }
  }

  /// Events of one device that are replayed at most, repeated weeks included.
  static let eventLimit = 5_000_000
  static let appLimit = 2000

  private func problems(appNames: [String: String]) -> [RowError] {
    guard let recorded else { return [] }
    let bundleIDs = Set(generator.apps.map(\.bundleID))
    let strangers = recorded.others.filter {
      $0.needsStudyApp && !bundleIDs.contains(appNames[$0.app] ?? $0.app)
    }
    var errors = strangers.map {
      RowError(line: $0.line, place: "app", found: "another app", expected: "an app of the study")
    }
    func fail(_ found: String, _ expected: String) {
      errors.append(
        RowError(line: device.rows.last?.line ?? 0, place: device.id, found: found, expected: expected))
    }
    if windows.isEmpty {
      let days = (recorded.end - recorded.start).microseconds / TimeSpan.day.microseconds
      fail("\(days) full days", "at least 7 full days to repeat")
    }
    if let last = windows.last, last.end <= last.start {
      fail("a horizon that ends before the first row", "a horizon of whole days")
    }
    if device.rows.count > Self.eventLimit / max(1, windows.count) {
      fail("\(device.rows.count) rows, \(windows.count) times", "at most \(Self.eventLimit) events")
    }
    let names = Set(device.rows.lazy.filter { $0.kind == .appForeground }.map(\.app)).count
    if names > Self.appLimit { fail("\(names) apps", "at most \(Self.appLimit)") }
    return errors
  }

  var length: TimeSpan { windows.last.map { $0.end + $0.shift - .zero } ?? .zero }
  package var beginning: Instant { recorded.map { .zero + ($0.start - $0.midnight) } ?? .zero }

  package func names(_ bundleID: String) -> Bool {
    appNames.values.contains(bundleID) || device.rows.contains { $0.app == bundleID }
  }

  /// The same recording on a phone with other apps, including the apps that its rows need.
  package func replacingApps(_ apps: [AppSpecification]) -> TraceReplay {
    var replay = self
    replay.generator.apps = apps
    return replay
  }

  /// The simulated instant of a Unix time, by the clock of the recording; negative before the replay begins.
  package func instant(ofUnix seconds: Double) -> TimeSpan {
    let time = Int64((seconds * 1000).rounded()) * 1000
    let next = device.offsets.partitionPoint { $0.start > time }
    let offset = (next > 0 ? device.offsets[next - 1] : device.offsets.first)?.seconds ?? 0
    let start = recorded?.midnight ?? .day(device.firstDay)
    return Instant(microseconds: time + Int64(offset) * 1_000_000) - start
  }

  public func plan(replication: Int, device number: Int, stream: RandomStream) -> DevicePlan {
    guard let recorded else {
      // Its rows have been checked.
      var plan = TimelineCSV.read(device, apps: generator.apps).plan
      (plan.replication, plan.device) = (replication, number)
      return plan
    }
    return ReplayAssembly(self, recorded, replication: replication, device: number, stream: stream).plan
  }
}

extension TraceRow {
  /// Whether the row can only be about an app whose behavior the study describes.
  fileprivate var needsStudyApp: Bool {
    switch kind {
    case .contentChange, .pushSent, .visiblePushSent, .voipPushSent, .regionCrossed, .appEvent, .audioStart,
      .audioStop,
      .locationStart, .locationStop:
      true
    case .setting: !app.isEmpty
    default: false
    }
  }
}

/// A recorded phone after cleaning, in its own local time since 1970.
package struct RecordedDevice {
  let id: String
  /// Midnight of the first day, from which simulated time counts.
  package let midnight: Instant
  /// Midnight of the first full day, or the first row.
  package let start: Instant
  let end: Instant
  package let firstWeekday: Int
  let screen: RecordedScreen?
  let visits: RecordedVisits?
  let battery: RecordedBattery
  package let notifications: [(time: Instant, app: String)]
  let paths: [(time: Instant, path: NetworkPath)]
  let others: [TraceRow]

  package init(_ device: TraceDevice, _ parameters: ParameterSet, wholeDays: Bool = true) throws(RowError) {
    id = device.id
    let rows = device.rows
    guard let first = rows.first, let last = rows.last else {
      throw RowError(line: 0, place: id, found: "no rows", expected: "events of at least one full local day")
    }
    let day = TimeSpan.day.microseconds
    let local = first.localMicroseconds
    let dayNumber = wholeDays ? -(-local).dividedDown(by: day) : local.dividedDown(by: day)
    midnight = Instant(microseconds: dayNumber * day)
    start = wholeDays ? midnight : first.time
    end = last.time
    // 1 January 1970 was a Thursday.
    firstWeekday = Int((dayNumber + 3) - (dayNumber + 3).dividedDown(by: 7) * 7)
    guard wholeDays ? end - start >= .day : end > start else {
      throw RowError(
        line: last.line, place: id, found: "the end \(device.length.hours.rounded()) h after the first event",
        expected: wholeDays ? "at least one full local day" : "a later row")
    }
    let hasApps = rows.contains { $0.kind == .appForeground }
    screen =
      hasApps || rows.contains { $0.kind == .screenOn }
      ? RecordedScreen(
        rows, lockDelay: parameters.span("trace.lockDelay"), unlockSlack: parameters.span("trace.unlockSlack")
      ) : nil
    visits = hasApps ? screen.map { RecordedVisits(rows, $0) } : nil
    battery = RecordedBattery(rows, mergeGap: parameters.span("trace.plugMergeGap"))
    notifications = Self.batches(rows, gap: parameters.span("trace.notificationBurst"))
    paths = rows.filter { $0.kind == .network }.compactMap { row in
      row.value.flatMap { NetworkPath(rawValue: UInt8($0)) }.map { (row.time, $0) }
    }
    others = rows.filter { row in
      switch row.kind {
      case .contentChange, .pushSent, .forceQuit, .setting, .reboot, .shutdown, .plugChance, .visiblePushSent,
        .voipPushSent, .audioStart, .audioStop, .locationStart, .locationStop, .moved, .regionCrossed,
        .appEvent,
        .systemWake, .signal:
        true
      default: false
      }
    }
  }

  /// A burst of posts of one app, with gaps below `gap`, is one notification, at the first of them.
  private static func batches(_ rows: [TraceRow], gap: TimeSpan) -> [(time: Instant, app: String)] {
    var last: [String: Instant] = [:]
    var result: [(time: Instant, app: String)] = []
    for row in rows where row.kind == .notification {
      if last[row.app].map({ row.time - $0 < gap }) != true { result.append((row.time, row.app)) }
      last[row.app] = row.time
    }
    return result
  }
}

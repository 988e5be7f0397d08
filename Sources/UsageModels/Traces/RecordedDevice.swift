import EventSimulation
import ModelParameters
import Workload

/// A recorded phone after cleaning, in its own local time since 1970.
struct RecordedDevice {
  let id: String
  /// Midnight of the first full day.
  let start: Instant
  /// The last row.
  let end: Instant
  /// Day of the week of the first full day, 0 for Monday.
  let firstWeekday: Int
  let screen: RecordedScreen?
  let visits: RecordedVisits?
  let battery: RecordedBattery
  /// Notifications that a user saw as one.
  let notifications: [(time: Instant, app: String)]
  let paths: [(time: Instant, path: NetworkPath)]
  /// Rows that become events one by one: pushes, changes, force quits, settings, reboots.
  let others: [TraceRow]

  /// - Throws: ``TraceError`` if there is no full day, or apps without a screen.
  init(_ device: TraceDevice, _ parameters: ParameterSet) throws(TraceError) {
    id = device.id
    let rows = device.rows
    guard let first = rows.first, let last = rows.last else {
      throw TraceError(
        line: 0, place: id, found: "no rows", expected: "events of at least one full local day")
    }
    let day = TimeSpan.day.microseconds
    let dayNumber = -(-first.localMicroseconds).dividedDown(by: day)
    start = Instant(microseconds: dayNumber * day)
    end = Instant(microseconds: last.localMicroseconds).roundedToMillisecond
    // 1 January 1970 was a Thursday.
    firstWeekday = Int((dayNumber + 3) - (dayNumber + 3).dividedDown(by: 7) * 7)
    guard end - start >= .day else {
      throw TraceError(
        line: last.line, place: id, found: "the end \(device.length.hours.rounded()) h after the first event",
        expected: "at least one full local day")
    }
    func has(_ kinds: TimelineEventType...) -> Bool {
      rows.contains { row in kinds.contains { row.type == .timeline($0) } }
    }
    let hasApps = has(.appForeground)
    guard has(.screenOn) || !hasApps else {
      throw TraceError(
        line: rows.first { $0.type == .timeline(.appForeground) }?.line ?? 0, place: id,
        found: "apps without a screen", expected: "screen_on and screen_off events")
    }
    screen =
      has(.screenOn)
      ? RecordedScreen(
        rows, lockDelay: parameters.span("trace.lockDelay"), unlockSlack: parameters.span("trace.unlockSlack")
      )
      : nil
    visits = hasApps ? screen.map { RecordedVisits(rows, $0) } : nil
    battery = RecordedBattery(rows, mergeGap: parameters.span("trace.plugMergeGap"))
    notifications = Self.batches(rows, gap: parameters.span("trace.notificationBurst"))
    paths = rows.compactMap { row in
      guard row.type == .timeline(.network), let value = row.value,
        let path = NetworkPath(rawValue: UInt8(value))
      else { return nil }
      return (Instant(microseconds: row.localMicroseconds).roundedToMillisecond, path)
    }
    others = rows.filter { row in
      guard case .timeline(let kind) = row.type else { return false }
      switch kind {
      case .contentChange, .pushSent, .forceQuit, .setting, .reboot, .shutdown, .plugChance: return true
      case .visiblePushSent, .voipPushSent, .audioStart, .audioStop, .locationStart, .locationStop, .moved,
        .regionCrossed, .systemWake, .signal:
        return true
      default: return false
      }
    }
  }

  /// A burst of posts of one app, with gaps below `gap`, is one notification, at the first of them.
  private static func batches(_ rows: [TraceRow], gap: TimeSpan) -> [(time: Instant, app: String)] {
    var last: [String: Instant] = [:]
    var result: [(time: Instant, app: String)] = []
    for row in rows where row.type == .timeline(.notification) {
      let time = Instant(microseconds: row.localMicroseconds).roundedToMillisecond
      if last[row.app].map({ time - $0 < gap }) != true { result.append((time, row.app)) }
      last[row.app] = time
    }
    return result
  }
}

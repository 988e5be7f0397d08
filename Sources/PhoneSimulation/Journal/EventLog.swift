import Containers
import EventSimulation
import Workload

/// Counts every event by app, mechanism and word, and keeps the records where a reader wants them.
///
/// Counting is always on, so that a study can ask for any count; keeping records changes nothing else.
struct EventLog: ~Copyable, Sendable {
  /// A row for each app, and one for the device.
  private var apps: CountTable
  private var device = CountTable(rows: 1)
  let keepsRecords: Bool
  private(set) var records: [LogRecord] = []

  init(appCount: Int, keepsRecords: Bool) {
    apps = CountTable(rows: appCount)
    self.keepsRecords = keepsRecords
  }

  /// Counts an event, or one that has happened so many times.
  @inline(__always)
  mutating func count(
    _ event: LogEvent, _ app: AppIndex?, _ mechanism: Mechanism?, _ word: LogWord, times: Int = 1
  ) {
    guard times > 0 else { return }
    let key = Self.key(event, mechanism, word)
    if let app {
      apps.add(Int64(times), to: key, inRow: Int(app.rawValue))
    } else {
      device.add(Int64(times), to: key, inRow: 0)
    }
  }

  @inline(__always)
  private static func key(_ event: LogEvent, _ mechanism: Mechanism?, _ word: LogWord) -> UInt32 {
    let mechanismCode = mechanism.map { UInt32($0.rawValue) + 1 } ?? 0
    return UInt32(event.rawValue) << 12 | mechanismCode << 8 | UInt32(word.rawValue)
  }

  mutating func keep(_ record: @autoclosure () -> LogRecord) {
    if keepsRecords { records.append(record()) }
  }

  /// Adds fields to the record written last; for those that must be read from the phone itself.
  mutating func attach(_ fields: [LogField]) {
    guard let last = records.indices.last else { return }
    records[last].fields += fields
  }

  /// The counts in order of app, event, mechanism and word.
  var eventCounts: [EventCount] {
    var total = 0
    apps.forEachCount { _, _, _ in total += 1 }
    var counts: [EventCount] = []
    counts.reserveCapacity(total + 64)
    device.forEachCount { _, key, count in counts.append(Self.eventCount(-1, key, count)) }
    apps.forEachCount { app, key, count in counts.append(Self.eventCount(Int32(app), key, count)) }
    return counts
  }

  private static func eventCount(_ app: Int32, _ key: UInt32, _ count: Int64) -> EventCount {
    let mechanism = (key >> 8) & 15
    return EventCount(
      event: (LogEvent(rawValue: UInt8((key >> 12) & 127)) ?? .decision).name, app: app,
      mechanism: mechanism == 0 ? "" : (Mechanism(rawValue: UInt8(mechanism - 1)) ?? .refresh).name,
      reason: (LogWord(rawValue: UInt8(key & 255)) ?? .none).name, count: count)
  }
}

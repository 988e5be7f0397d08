import Containers
import EventSimulation
import Workload

/// Counts every event by app, mechanism and word, and keeps the records where a reader wants them.
///
/// Counting is always on, so that a study can ask for any count; keeping records changes nothing else.
struct EventLog: ~Copyable, Sendable {
  private var keys: UniqueArray<UInt32>
  private var counts: UniqueArray<Int64>
  private var used = 0
  let keepsRecords: Bool
  private(set) var records: [LogRecord] = []

  init(keepsRecords: Bool) {
    keys = UniqueArray(repeating: .max, count: 1024)
    counts = UniqueArray(repeating: 0, count: 1024)
    self.keepsRecords = keepsRecords
  }

  @inline(__always)
  mutating func count(_ event: LogEvent, _ app: AppIndex?, _ mechanism: Mechanism?, _ word: LogWord) {
    let mechanismCode = mechanism.map { UInt32($0.rawValue) + 1 } ?? 0
    let appCode = app.map { UInt32(bitPattern: $0.rawValue + 1) } ?? 0
    let key = appCode << 19 | UInt32(event.rawValue) << 12 | mechanismCode << 8 | UInt32(word.rawValue)
    var index = slot(of: key)
    if keys[index] != key {
      keys[index] = key
      used += 1
      if used * 2 > keys.count {
        grow()
        index = slot(of: key)
      }
    }
    counts[index] += 1
  }

  private func slot(of key: UInt32) -> Int {
    let mask = keys.count - 1
    var index = Int(truncatingIfNeeded: (key &* 2_654_435_769) >> 12) & mask
    while keys[index] != key && keys[index] != .max { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    let entries = entries
    keys = UniqueArray(repeating: .max, count: keys.count * 2)
    counts = UniqueArray(repeating: 0, count: keys.count)
    for (key, count) in entries {
      let index = slot(of: key)
      keys[index] = key
      counts[index] = count
    }
  }

  private var entries: [(key: UInt32, count: Int64)] {
    keys.indices.filter { keys[$0] != .max }.map { (keys[$0], counts[$0]) }
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
    entries.sorted { $0.key < $1.key }.map { key, count in
      let mechanism = (key >> 8) & 15
      return EventCount(
        event: (LogEvent(rawValue: UInt8((key >> 12) & 127)) ?? .decision).name,
        app: Int32(bitPattern: key >> 19) - 1,
        mechanism: mechanism == 0 ? "" : (Mechanism(rawValue: UInt8(mechanism - 1)) ?? .refresh).name,
        reason: (LogWord(rawValue: UInt8(key & 255)) ?? .none).name, count: count)
    }
  }
}

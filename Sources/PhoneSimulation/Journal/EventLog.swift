import Basics
import Workload

/// Counts every event by app, mechanism and word, and keeps the records where a reader wants them.
///
/// Counting is always on, so that a study can ask for any count; keeping records changes nothing else.
struct EventLog: ~Copyable, Sendable {
  /// A row for each app, and one for the device.
  private var apps: CountTable
  private var device = CountTable(rows: 1)
  let keepsRecords: Bool
  let keepsDecisions: Bool
  private(set) var records: [LogRecord] = []

  init(appCount: Int, _ records: RecordOptions) {
    apps = CountTable(rows: appCount)
    keepsRecords = records.contains(.log)
    keepsDecisions = records.isSuperset(of: [.log, .decisions])
  }

  @inline(__always)
  mutating func count(_ event: LogEvent, _ app: AppIndex?, _ mechanism: Mechanism?, _ word: LogWord) {
    let key = Self.key(event, mechanism, word)
    if let app { apps.add(to: key, inRow: Int(app.rawValue)) } else { device.add(to: key, inRow: 0) }
  }

  @inline(__always)
  private static func key(_ event: LogEvent, _ mechanism: Mechanism?, _ word: LogWord) -> UInt32 {
    let mechanismCode = mechanism.map { UInt32($0.rawValue) + 1 } ?? 0
    return UInt32(event.rawValue) << 12 | mechanismCode << 8 | UInt32(word.rawValue)
  }

  mutating func keep(_ record: LogRecord) { records.append(record) }

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

/// Counts of things that have a key, in rows: a table with a column for each key that has come.
///
/// The columns are in the order of the first occurrence of their keys. Counts that change often, such as the
/// counts of every run, are therefore next to each other.
package struct CountTable: ~Copyable, Sendable {
  /// A key and its column; a place without one has the key ``free``.
  private typealias Column = (key: UInt32, number: Int32)

  private struct Cell: Hashable {
    var row, column: Int
  }

  /// The columns by key: a hash table with open addressing, of which an eighth is taken at most. Its length is a power of
  /// two.
  private var columns: UniqueArray<Column>
  /// 32 less the binary logarithm of that length: the highest bits of a product have the most of its factors.
  private var shift: UInt32
  private var keys = UniqueArray<UInt32>()
  /// The lower halves of the counts, row by row, each with room for so many columns. Half of the memory is half of what
  /// many apps ask of the caches.
  private var counts: UniqueArray<UInt32>
  /// Odd when counted by the 16 that share a line of the cache: else the first columns of all rows would share a few sets of
  /// it.
  private var width = 48
  /// The upper halves, by row and column: seldom anything.
  private var carries: [Cell: Int64] = [:]
  private let rowCount: Int

  private static let free = UInt32.max

  package init(rows: Int) {
    rowCount = rows
    columns = Self.noColumns(512)
    shift = 23
    counts = UniqueArray(repeating: 0, count: rows * width)
  }

  private static func noColumns(_ length: Int) -> UniqueArray<Column> {
    UniqueArray(repeating: (free, 0), count: length)
  }

  /// - Parameter times: 0 or more.
  @inline(__always) package mutating func add(_ times: Int64 = 1, to key: UInt32, inRow row: Int) {
    let column = columns[home(of: key)]
    // Nearly all keys are where their hash puts them.
    let number = column.key == key ? Int(column.number) : number(of: key)
    let place = row * width + number
    let (sum, carries) = counts[place].addingReportingOverflow(UInt32(truncatingIfNeeded: times))
    counts[place] = sum
    if carries || times >> 32 != 0 { carry(times >> 32 + (carries ? 1 : 0), row, number) }
  }

  @inline(never) private mutating func carry(_ times: Int64, _ row: Int, _ number: Int) {
    carries[Cell(row: row, column: number), default: 0] += times
  }

  private func count(_ row: Int, _ number: Int) -> Int64 {
    let half = Int64(counts[row * width + number])
    return carries.isEmpty ? half : half + (carries[Cell(row: row, column: number)] ?? 0) << 32
  }

  /// Goes through the counts that are not zero, by rows and rising keys.
  package func forEachCount(_ body: (_ row: Int, _ key: UInt32, _ count: Int64) -> Void) {
    let columns = keys.indices.sorted { keys[$0] < keys[$1] }
    for row in 0..<rowCount {
      for column in columns {
        let count = count(row, column)
        if count != 0 { body(row, keys[column], count) }
      }
    }
  }

  @inline(__always)
  private func home(of key: UInt32) -> Int { Int(truncatingIfNeeded: (key &* 2_654_435_769) &>> shift) }

  private func place(of key: UInt32) -> Int {
    var index = home(of: key)
    while columns[index].key != key && columns[index].key != Self.free {
      index = (index + 1) & (columns.count - 1)
    }
    return index
  }

  /// The column of a key that is new, or not at its home.
  @inline(never) private mutating func number(of key: UInt32) -> Int {
    let place = place(of: key)
    if columns[place].key == key { return Int(columns[place].number) }
    let number = keys.count
    columns[place] = (key, Int32(number))
    keys.append(key)
    if keys.count * 8 > columns.count { growColumns() }
    if keys.count > width { widen() }
    return number
  }

  private mutating func growColumns() {
    columns = Self.noColumns(columns.count * 2)
    shift -= 1
    for number in keys.indices { columns[place(of: keys[number])] = (keys[number], Int32(number)) }
  }

  private mutating func widen() {
    let newWidth = 2 * width + 16
    var wider = UniqueArray<UInt32>(repeating: 0, count: rowCount * newWidth)
    for row in 0..<rowCount {
      for number in 0..<width { wider[row * newWidth + number] = counts[row * width + number] }
    }
    counts = wider
    width = newWidth
  }
}

public struct EventCount: Sendable, Hashable {
  public var event: String
  /// Index of the app on the device, -1 for the device.
  public var app: Int32
  /// Mechanism name, empty where it makes no sense.
  public var mechanism: String
  /// The reason, cause, or other category of the event; empty if it has no category.
  public var reason: String
  public var count: Int64

  public init(event: String, app: Int32, mechanism: String, reason: String, count: Int64) {
    self.event = event
    self.app = app
    self.mechanism = mechanism
    self.reason = reason
    self.count = count
  }
}

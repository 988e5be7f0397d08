import Containers
import EventSimulation
import Workload

/// Counts every event by app, mechanism and word, and keeps the records where a reader wants them.
///
/// Counting is always on, so that a study can ask for any count; keeping records changes nothing else.
struct EventLog: ~Copyable, Sendable {
  /// A count and what it counts; a place without one has the key ``free``.
  struct Entry {
    var key: UInt32
    var count: Int64
  }

  /// A hash table with open addressing; its length is a power of two.
  private var table: UniqueArray<Entry>
  /// 32 less the binary logarithm of that length: the highest bits of a product have the most of its factors.
  private var shift: UInt32
  private var used = 0
  let keepsRecords: Bool
  private(set) var records: [LogRecord] = []

  init(keepsRecords: Bool) {
    table = Self.emptyTable(1024)
    shift = 22
    self.keepsRecords = keepsRecords
  }

  @inline(__always)
  mutating func count(_ event: LogEvent, _ app: AppIndex?, _ mechanism: Mechanism?, _ word: LogWord) {
    let key = Self.key(event, app, mechanism, word)
    // Most keys are where their hash puts them.
    let home = home(of: key)
    if table[home].key == key { table[home].count &+= 1 } else { countElsewhere(key) }
  }

  /// Counts an event that has happened so many times.
  mutating func count(
    _ event: LogEvent, _ app: AppIndex?, _ mechanism: Mechanism?, _ word: LogWord, times: Int
  ) {
    guard times > 0 else { return }
    let key = Self.key(event, app, mechanism, word)
    countElsewhere(key)
    table[place(of: key)].count += Int64(times - 1)
  }

  @inline(__always)
  private static func key(
    _ event: LogEvent, _ app: AppIndex?, _ mechanism: Mechanism?, _ word: LogWord
  ) -> UInt32 {
    let mechanismCode = mechanism.map { UInt32($0.rawValue) + 1 } ?? 0
    let appCode = app.map { UInt32(bitPattern: $0.rawValue &+ 1) } ?? 0
    return appCode << 19 | UInt32(event.rawValue) << 12 | mechanismCode << 8 | UInt32(word.rawValue)
  }

  /// No event has this key: apps have fewer than thirteen bits.
  private static let free = UInt32.max

  private static func emptyTable(_ length: Int) -> UniqueArray<Entry> {
    UniqueArray(repeating: Entry(key: free, count: 0), count: length)
  }

  /// Counts a key that is new, or not at its home.
  @inline(never)
  private mutating func countElsewhere(_ key: UInt32) {
    var index = place(of: key)
    if table[index].key != key {
      table[index].key = key
      used += 1
      if used * 2 > table.count {
        grow()
        index = place(of: key)
      }
    }
    table[index].count += 1
    // The key that is counted more often gets the place where both are looked for first. Every place between the two is
    // taken, so that the other is still found.
    let home = home(of: key)
    if table[home].count < table[index].count { table.swapAt(home, index) }
  }

  @inline(__always)
  private func home(of key: UInt32) -> Int {
    Int(truncatingIfNeeded: (key &* 2_654_435_769) &>> shift)
  }

  /// Where a key is, or belongs.
  private func place(of key: UInt32) -> Int {
    var index = home(of: key)
    while table[index].key != key && table[index].key != Self.free {
      index = (index + 1) & (table.count - 1)
    }
    return index
  }

  private mutating func grow() {
    var entries: [Entry] = []
    entries.reserveCapacity(used)
    for index in table.indices where table[index].key != Self.free { entries.append(table[index]) }
    table = Self.emptyTable(table.count * 2)
    shift -= 1
    for entry in entries { table[place(of: entry.key)] = entry }
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
    // Key and place in one number: such numbers are quick to sort.
    var places: [UInt64] = []
    places.reserveCapacity(used)
    for index in table.indices where table[index].key != Self.free {
      places.append(UInt64(table[index].key) << 32 | UInt64(index))
    }
    places.sort()
    return places.map { place in
      let entry = table[Int(place & 0xffff_ffff)]
      let key = entry.key
      let mechanism = (key >> 8) & 15
      return EventCount(
        event: (LogEvent(rawValue: UInt8((key >> 12) & 127)) ?? .decision).name,
        app: Int32(bitPattern: key >> 19) - 1,
        mechanism: mechanism == 0 ? "" : (Mechanism(rawValue: UInt8(mechanism - 1)) ?? .refresh).name,
        reason: (LogWord(rawValue: UInt8(key & 255)) ?? .none).name, count: entry.count)
    }
  }
}

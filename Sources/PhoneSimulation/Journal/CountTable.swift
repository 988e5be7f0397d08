import Containers

/// Counts of things that have a key, in rows: a table with a column for each key that has come.
///
/// The columns stand in the order in which their keys have come first. So the counts of a row that change often, which are
/// those of every run, lie side by side.
struct CountTable: ~Copyable, Sendable {
  /// A key and its column; a place without one has the key ``free``.
  struct Column {
    var key: UInt32
    var number: Int32
  }

  private struct Cell: Hashable {
    var row, column: Int
  }

  /// The columns by key: a hash table with open addressing, of which an eighth is taken at most. Its length is a power of
  /// two.
  private var columns: UniqueArray<Column>
  /// 32 less the binary logarithm of that length: the highest bits of a product have the most of its factors.
  private var shift: UInt32
  /// The key of each column.
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

  /// No key is this one.
  private static let free = UInt32.max

  init(rows: Int) {
    rowCount = rows
    columns = Self.noColumns(512)
    shift = 23
    counts = UniqueArray(repeating: 0, count: rows * width)
  }

  private static func noColumns(_ length: Int) -> UniqueArray<Column> {
    UniqueArray(repeating: Column(key: free, number: 0), count: length)
  }

  /// Adds to a count.
  ///
  /// - Parameter times: How much, 0 or more.
  @inline(__always)
  mutating func add(_ times: Int64 = 1, to key: UInt32, inRow row: Int) {
    let column = columns[home(of: key)]
    // Nearly all keys are where their hash puts them.
    let number = column.key == key ? Int(column.number) : number(of: key)
    let place = row * width + number
    let (sum, carries) = counts[place].addingReportingOverflow(UInt32(truncatingIfNeeded: times))
    counts[place] = sum
    if carries || times >> 32 != 0 { carry(times >> 32 + (carries ? 1 : 0), row, number) }
  }

  @inline(never)
  private mutating func carry(_ times: Int64, _ row: Int, _ number: Int) {
    carries[Cell(row: row, column: number), default: 0] += times
  }

  private func count(_ row: Int, _ number: Int) -> Int64 {
    let half = Int64(counts[row * width + number])
    return carries.isEmpty ? half : half + (carries[Cell(row: row, column: number)] ?? 0) << 32
  }

  /// Goes through the counts that are not zero, by rows and rising keys.
  func forEachCount(_ body: (_ row: Int, _ key: UInt32, _ count: Int64) -> Void) {
    let columns = keys.indices.sorted { keys[$0] < keys[$1] }
    for row in 0..<rowCount {
      for column in columns {
        let count = count(row, column)
        if count != 0 { body(row, keys[column], count) }
      }
    }
  }

  // MARK: Columns

  @inline(__always)
  private func home(of key: UInt32) -> Int {
    Int(truncatingIfNeeded: (key &* 2_654_435_769) &>> shift)
  }

  /// Where a key is, or belongs.
  private func place(of key: UInt32) -> Int {
    var index = home(of: key)
    while columns[index].key != key && columns[index].key != Self.free {
      index = (index + 1) & (columns.count - 1)
    }
    return index
  }

  /// The column of a key that is new, or not at its home.
  @inline(never)
  private mutating func number(of key: UInt32) -> Int {
    let place = place(of: key)
    if columns[place].key == key { return Int(columns[place].number) }
    let number = keys.count
    columns[place] = Column(key: key, number: Int32(number))
    keys.append(key)
    if keys.count * 8 > columns.count { growColumns() }
    if keys.count > width { widen() }
    return number
  }

  private mutating func growColumns() {
    columns = Self.noColumns(columns.count * 2)
    shift -= 1
    for number in keys.indices {
      columns[place(of: keys[number])] = Column(key: keys[number], number: Int32(number))
    }
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

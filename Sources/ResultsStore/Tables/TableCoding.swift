import Basics

extension Table where Row: StoredRow {
  /// The columns that are stored: the run of the rows stands beside them, and computed columns follow from others.
  private var storedColumns: [Column<Row>] {
    columns.filter { $0.write != nil && $0.definition.name != "run_id" }
  }

  /// Rows of one run as bytes: their number, then column after column, in the order of the key. A column that may lack
  /// values begins with a byte a row, 1 for a value. A column of texts continues with its words in their order and holds
  /// their places among these. Whole numbers and places are differences from the row before, in the variable length of
  /// LEB128, zigzag; real numbers are eight bytes.
  package func encoded(_ rows: [Row]) throws(ResultsError) -> [UInt8] {
    var encoded: [EncodedColumn] = []
    for column in storedColumns {
      encoded.append(try EncodedColumn(rows.map(column.read), column.definition, of: name))
    }
    let key = definition.primaryKey.compactMap { name in encoded.first { $0.definition.name == name }?.numbers
    }
    func precedes(_ one: Int, _ other: Int) -> Bool {
      for numbers in key where numbers[one] != numbers[other] { return numbers[one] < numbers[other] }
      return false
    }
    var order = Array(rows.indices)
    if !order.dropFirst().allSatisfy({ !precedes($0, $0 - 1) }) { order.sort(by: precedes) }
    var writer = ByteWriter()
    writer.append(UInt64(rows.count))
    for column in encoded { column.write(order, to: &writer) }
    return writer.bytes
  }

  package func eachRow(
    in bytes: [UInt8], run runID: String, _ body: (Row) throws(ResultsError) -> Void
  ) throws(ResultsError) -> Bool {
    var reader = ByteReader(bytes: bytes)
    // Each row has at least one byte.
    guard let count = reader.count(atMost: bytes.count) else { return false }
    let runColumn = columns.first { $0.definition.name == "run_id" }
    var decoded: [(column: Column<Row>, values: EncodedColumn)] = []
    for column in storedColumns {
      guard let values = EncodedColumn(column.definition, count, from: &reader) else { return false }
      decoded.append((column, values))
    }
    guard reader.isAtEnd else { return false }
    for place in 0..<count {
      var row = Row()
      _ = runColumn?.write?(&row, .text(runID))
      for (column, values) in decoded {
        guard column.write?(&row, values.cell(place)) ?? false else { return false }
      }
      try body(row)
    }
    return true
  }
}

/// The values of a column as whole numbers: of texts their places among the words, of real numbers their bits.
private struct EncodedColumn {
  let definition: ColumnDefinition
  private(set) var numbers: [Int64] = []
  private var words: [String] = []
  private var isMissing: [Bool] = []

  init(_ cells: [CellValue], _ definition: ColumnDefinition, of table: String) throws(ResultsError) {
    self.definition = definition
    numbers.reserveCapacity(cells.count)
    if !definition.isRequired { isMissing = cells.map { $0 == .missing } }
    var places: [String: Int64] = [:]
    for cell in cells {
      switch cell {
      case .missing: numbers.append(0)
      case .integer(let number), .nanojoules(let number), .microseconds(let number): numbers.append(number)
      case .unsigned(let number): numbers.append(Int64(bitPattern: number))
      case .real(let number):
        guard abs(number) <= Statement.largestReal else {
          throw .notFinite(table: table, column: definition.name)
        }
        // Negative zero is printed, and so stored, as zero.
        numbers.append(Int64(bitPattern: (number + 0).bitPattern))
      case .text(let text):
        let place = places[text] ?? Int64(words.count)
        if place == words.count {
          places[text] = place
          words.append(text)
        }
        numbers.append(place)
      }
    }
    if !words.isEmpty { sortWords() }
  }

  private mutating func sortWords() {
    let order = words.indices.sorted { words[$0].utf8.lexicographicallyPrecedes(words[$1].utf8) }
    var places = [Int64](repeating: 0, count: words.count)
    for (place, word) in order.enumerated() { places[word] = Int64(place) }
    words = order.map { words[$0] }
    for row in numbers.indices where isMissing.isEmpty || !isMissing[row] {
      numbers[row] = places[Int(numbers[row])]
    }
  }

  func write(_ order: [Int], to writer: inout ByteWriter) {
    if !definition.isRequired { for row in order { writer.bytes.append(isMissing[row] ? 0 : 1) } }
    if definition.kind == .text {
      writer.append(UInt64(words.count))
      for word in words { writer.append(word) }
    }
    var last: Int64 = 0
    for row in order where isMissing.isEmpty || !isMissing[row] {
      if definition.kind == .real {
        writer.append(bits: UInt64(bitPattern: numbers[row]))
      } else {
        let difference = numbers[row] &- last
        writer.append(UInt64(bitPattern: difference << 1 ^ difference >> 63))
        last = numbers[row]
      }
    }
  }

  init?(_ definition: ColumnDefinition, _ count: Int, from reader: inout ByteReader) {
    self.definition = definition
    if !definition.isRequired {
      for _ in 0..<count {
        guard let byte = reader.byte() else { return nil }
        isMissing.append(byte == 0)
      }
    }
    if definition.kind == .text {
      guard let wordCount = reader.count(atMost: count) else { return nil }
      for _ in 0..<wordCount {
        guard let word = reader.text() else { return nil }
        words.append(word)
      }
    }
    numbers.reserveCapacity(count)
    var last: Int64 = 0
    for row in 0..<count {
      if !isMissing.isEmpty, isMissing[row] {
        numbers.append(0)
        continue
      }
      if definition.kind == .real {
        guard let bits = reader.bits(), abs(Double(bitPattern: bits)) <= Statement.largestReal else {
          return nil
        }
        numbers.append(Int64(bitPattern: bits))
        continue
      }
      guard let number = reader.number() else { return nil }
      last = last &+ (Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
      if definition.kind == .text, !words.indices.contains(Int(last)) { return nil }
      numbers.append(last)
    }
  }

  func cell(_ row: Int) -> CellValue {
    if !isMissing.isEmpty, isMissing[row] { return .missing }
    let number = numbers[row]
    return switch definition.kind {
    case .text: .text(words[Int(number)])
    case .integer: .integer(number)
    case .nanojoules: .nanojoules(number)
    case .microseconds: .microseconds(number)
    case .unsigned: .unsigned(UInt64(bitPattern: number))
    case .real: .real(Double(bitPattern: UInt64(bitPattern: number)))
    }
  }
}

private struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(bits: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
  }

  mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
}

/// Reads what a ``ByteWriter`` has written; nil beyond the end and for what none writes.
private struct ByteReader {
  let bytes: [UInt8]
  var place = 0
  var isAtEnd: Bool { place == bytes.count }

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func number() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = byte() else { return nil }
      number |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }

  mutating func count(atMost limit: Int) -> Int? {
    guard let number = number(), number <= UInt64(limit) else { return nil }
    return Int(number)
  }

  mutating func bits() -> UInt64? {
    guard bytes.count - place >= 8 else { return nil }
    defer { place += 8 }
    return bytes[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func text() -> String? {
    guard let length = count(atMost: bytes.count), length <= bytes.count - place else { return nil }
    defer { place += length }
    return String(validating: bytes[place..<place + length], as: UTF8.self)
  }
}

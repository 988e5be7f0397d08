import Basics

extension Table where Row: StoredRow {
  /// The columns that are stored: the run of the rows stands beside them, and computed columns follow from others.
  private var storedColumns: [Column<Row>] {
    columns.filter { $0.write != nil && $0.definition.name != "run_id" }
  }

  /// Rows of one run as bytes: their number, then column after column, in the order of the key. A column that may lack
  /// values begins with a byte a row, 1 for a value. A column of texts continues with its words in their order and holds
  /// their places among these. Whole numbers and places are differences from the row before, in the variable length of
  /// LEB128, zigzag; real numbers are eight bytes, the highest first.
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
    var writer = ByteCoder()
    writer.append(UInt64(rows.count))
    for column in encoded { column.write(order, to: &writer) }
    return writer.bytes
  }

  package func eachRow(
    in bytes: [UInt8], run runID: String, _ body: (Row) throws(ResultsError) -> Void
  ) throws(ResultsError) -> Bool {
    var reader = ByteCoder(bytes)
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

  func write(_ order: [Int], to writer: inout ByteCoder) {
    if !definition.isRequired { for row in order { writer.bytes.append(isMissing[row] ? 0 : 1) } }
    if definition.kind == .text {
      writer.append(UInt64(words.count))
      for word in words { writer.append(counted: word.utf8) }
    }
    var last: Int64 = 0
    for row in order where isMissing.isEmpty || !isMissing[row] {
      if definition.kind == .real {
        writer.append(bits: UInt64(bitPattern: numbers[row]).byteSwapped)
      } else {
        writer.append((numbers[row] &- last).zigzag)
        last = numbers[row]
      }
    }
  }

  init?(_ definition: ColumnDefinition, _ count: Int, from reader: inout ByteCoder) {
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
        guard let length = reader.count(atMost: .max), let word = reader.text(length) else { return nil }
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
        guard let bits = reader.bits()?.byteSwapped, abs(Double(bitPattern: bits)) <= Statement.largestReal
        else { return nil }
        numbers.append(Int64(bitPattern: bits))
        continue
      }
      guard let number = reader.number(UInt64.self) else { return nil }
      last = last &+ Int64(zigzag: number)
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

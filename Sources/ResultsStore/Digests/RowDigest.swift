import Digests

/// Takes rows of tables in the order of their keys, table by table.
protocol RowTaking {
  /// Begins a table, which has rows.
  mutating func table(_ name: String, columns: [String])
  mutating func row(_ values: [CellValue])
}

extension RowTaking {
  /// Adds rows of a table in the order of its key, whatever their own: what a file that holds them yields.
  mutating func add<Row>(_ rows: [Row], _ rowTable: Table<Row>) {
    guard !rows.isEmpty else { return }
    let definition = rowTable.definition
    table(definition.name, columns: definition.columns.map(\.name))
    let key = definition.primaryKey.compactMap { name in
      definition.columns.firstIndex { $0.name == name }
    }
    let values = rows.map(rowTable.cells)
    // A column that is the same in all rows, such as the run, does not tell which comes first.
    let deciding = key.filter { column in values.contains { $0[column] != values[0][column] } }
    func precedes(_ one: Int, _ other: Int) -> Bool {
      for column in deciding where values[one][column] != values[other][column] {
        return values[one][column].precedes(values[other][column])
      }
      return false
    }
    var order = Array(values.indices)
    if !order.dropFirst().allSatisfy({ !precedes($0, $0 - 1) }) { order.sort(by: precedes) }
    for place in order {
      let row = values[place]
      self.row(row.contains(.real(0)) ? row.map(\.asStored) : row)
    }
  }
}

/// The digest of rows as they are exported: CSV text behind the name of each table and its columns.
///
/// It depends on what the rows say and not on how the file stores them.
struct RowDigest: RowTaking {
  private var hash = SHA256()
  private var text = CSVBuffer()

  /// Begins a table.
  mutating func table(_ name: String, columns: [String]) {
    text.line([.text("table"), .text(name)])
    text.line(columns.map { .text($0) })
  }

  mutating func row(_ values: [CellValue]) {
    text.line(values)
    if text.bytes.count >= 1 << 16 { text.drain(into: &hash) }
  }

  /// Adds the rows of devices by their sum.
  mutating func add(_ devices: DigestSum) {
    table("devices", columns: ["sum"])
    row([.text(devices.hexadecimal)])
  }

  /// The digest of all rows, as 64 hexadecimal digits.
  mutating func finish() -> String {
    text.drain(into: &hash)
    return hash.hexadecimal()
  }
}

extension CellValue {
  /// The value as a file yields it: SQLite has no negative zero.
  fileprivate var asStored: CellValue { self == .real(0) ? .real(0) : self }

  /// Whether a file yields a row with this value of a key before one with another value.
  fileprivate func precedes(_ other: CellValue) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    case (.integer(let one), .integer(let other)), (.microseconds(let one), .microseconds(let other)),
      (.nanojoules(let one), .nanojoules(let other)):
      one < other
    default: false
    }
  }
}

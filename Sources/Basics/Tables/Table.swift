/// The name and columns of a table of results, for a CSV file `NAME.csv` and for the results file.
public struct TableDefinition: Hashable, Sendable {
  package struct ForeignKey: Hashable, Sendable {
    package let columns: [String]
    package let table: String

    package init(columns: [String], table: String) { (self.columns, self.table) = (columns, table) }
  }

  package let name: String
  /// The subject of one row.
  package let definition: String
  package let columns: [ColumnDefinition]
  /// Names of the columns that identify a row, in the order of rows.
  package let primaryKey: [String]
  package let foreignKeys: [ForeignKey]

}

/// The columns of a table, which define tables of pages, CSV files, and JSON: an object for each row, or one
/// object for a single row.
///
///     let points: Table<Point> = ["name": \.name, "share": { $0.share / 100 }]
///     points.json(point)
package struct Table<Row>: Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package let definition: TableDefinition
  package let columns: [Column<Row>]

  package init(
    _ name: String, _ definition: String = "", key: [String] = [],
    references: [TableDefinition.ForeignKey] = [], columns: [Column<Row>]
  ) {
    self.definition = TableDefinition(
      name: name, definition: definition, columns: columns.map(\.definition), primaryKey: key,
      foreignKeys: references)
    self.columns = columns
  }

  package init(_ columns: [Column<Row>]) { self.init("", columns: columns) }
  package init(arrayLiteral columns: Column<Row>...) { self.init(columns) }

  /// Columns of CSV and JSON.
  package init(dictionaryLiteral columns: (String, (Row) -> any JSONConvertible)...) {
    self.init(columns.map { .data($0.0, $0.1) })
  }

  package var name: String { definition.name }
  package func cells(_ row: Row) -> [CellValue] { columns.map { $0.read(row) } }

  package func with(_ columns: [Column<Row>]) -> Table {
    Table(
      name, definition.definition, key: definition.primaryKey, references: definition.foreignKeys,
      columns: columns)
  }

  package func inserting(_ more: [Column<Row>], after name: String) -> Table {
    let place = (columns.firstIndex { $0.definition.name == name } ?? -1) + 1
    return with(columns[..<place] + more + columns[place...])
  }

  package static func + (one: Table, other: Table) -> Table { one.with(one.columns + other.columns) }

  /// The columns with these names, in their order.
  package func only(_ names: String...) -> Table {
    with(names.compactMap { name in columns.first { $0.definition.name == name } })
  }

  /// The table of rows that have a row of this one as a part; without a part its cells are empty.
  package func of<Outer>(_ part: @escaping (Outer) -> Row?) -> Table<Outer> {
    Table<Outer>(columns.map { $0.of(part) })
  }

  /// The columns of a form.
  package func `in`(_ form: ColumnDefinition.Forms) -> Table {
    with(columns.filter { $0.definition.forms.contains(form) })
  }

  package func members(_ row: Row) -> [JSONValue.Member] {
    self.in(.json).columns.map { .init($0.definition.name, $0.json(row)) }
  }

  package func json(_ row: Row) -> JSONValue { .object(members(row)) }

  /// The row of an object that the table has written, over a row with the values of the other columns.
  ///
  /// - Returns: nil if a column that can be written has no value of its kind.
  package func row(_ value: JSONValue?, over empty: Row) -> Row? {
    var row = empty
    for column in columns {
      guard let write = column.write else { continue }
      let found = value?[column.definition.name]
      let cell: CellValue =
        switch column.definition.kind {
        case .text: .optional(found?.characters)
        case .real: .optional(found?.real)
        case .integer, .unsigned, .nanojoules, .microseconds:
          .optional(found?.wholeNumber.map { Int(clamping: $0) })
        }
      guard write(&row, cell) else { return nil }
    }
    return row
  }
}

/// The rows of a table as a file.
package struct TableFile: Sendable {
  package let definition: TableDefinition
  package let rows: [[CellValue]]

  package init<Row>(_ table: Table<Row>, _ rows: some Sequence<Row>) {
    let table = table.in(.csv)
    (definition, self.rows) = (table.definition, rows.map(table.cells))
  }

  /// The bytes by RFC 4180 with LF line ends.
  package var csv: [UInt8] {
    var buffer = CSVBuffer()
    buffer.line(definition.columns.map { .text($0.name) })
    for row in rows { buffer.line(row) }
    return buffer.bytes
  }
}

extension JSONValue {
  /// The object of a single row.
  package static func record<Row>(_ row: Row, _ table: Table<Row>) -> JSONValue { table.json(row) }
}

extension Sequence {
  /// A list of objects, one for each row.
  package func json(_ table: Table<Element>) -> JSONValue { .array(map(table.json)) }
}

/// A row of a table that is its own form in JSON.
package protocol Record: JSONConvertible { static var record: Table<Self> { get } }

extension Record { package var json: JSONValue { Self.record.json(self) } }

/// The name and columns of a table of results: a CSV file `NAME.csv`, and what a file stores for it.
public struct TableDefinition: Hashable, Sendable {
  /// A reference from columns of this table to the key of another.
  struct ForeignKey: Hashable {
    let columns: [String]
    let table: String

    static let ofRun = [ForeignKey(columns: ["run_id"], table: "runs")]
    static let ofDevice = [ForeignKey(columns: ["run_id", "device"], table: "devices")]
  }

  package let name: String
  /// The subject of one row.
  let definition: String
  /// The columns in their order, those that are not exported included.
  package let columns: [ColumnDefinition]
  /// Names of the columns that identify a row, in the order of rows.
  package let primaryKey: [String]
  let foreignKeys: [ForeignKey]

  package var exportedColumns: [ColumnDefinition] { columns.filter(\.isExported) }
}

/// A table with its columns, each of which is written down once.
public struct Table<Row: Sendable>: Sendable {
  package let definition: TableDefinition
  let columns: [Column<Row>]

  init(
    _ name: String, _ definition: String, key: [String], references: [TableDefinition.ForeignKey] = [],
    columns: [Column<Row>]
  ) {
    self.definition = TableDefinition(
      name: name, definition: definition, columns: columns.map(\.definition), primaryKey: key,
      foreignKeys: references)
    self.columns = columns
  }

  package var name: String { definition.name }

  /// The values of a row in the order of the columns.
  package func cells(_ row: Row) -> [CellValue] { columns.map { $0.read(row) } }

  func with(_ columns: [Column<Row>]) -> Table {
    Table(
      name, definition.definition, key: definition.primaryKey, references: definition.foreignKeys,
      columns: columns)
  }

  /// The same table with more columns behind one of its own.
  func inserting(_ more: [Column<Row>], after name: String) -> Table {
    let place = (columns.firstIndex { $0.definition.name == name } ?? -1) + 1
    return with(columns[..<place] + more + columns[place...])
  }
}

/// A row that can be read from a file: it begins without values.
package protocol StoredRow: Sendable {
  init()
}

extension Table where Row: StoredRow {
  /// The row with these values, which are of the columns' kinds.
  package func row(_ cells: [CellValue]) -> Row {
    var row = Row()
    for (column, cell) in zip(columns, cells) { _ = column.write?(&row, cell) }
    return row
  }
}

extension Column {
  static func runID(_ property: any KeyPath<Row, String> & Sendable) -> Column {
    Column(
      "run_id", "Identity of the run: 16 hexadecimal digits over all that can change its outcome.", property)
  }

  static func device(_ property: any KeyPath<Row, Int> & Sendable) -> Column {
    Column("device", "Number of the device in its fleet, or of the trace's device, from 0.", property)
  }
}

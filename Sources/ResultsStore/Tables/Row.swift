import Basics

extension TableDefinition.ForeignKey {
  static let ofRun = [Self(columns: ["run_id"], table: "runs")]
  static let ofDevice = [Self(columns: ["run_id", "device"], table: "devices")]
}

package protocol StoredRow: Sendable { init() }

extension Table where Row: StoredRow {
  package func row(_ cells: [CellValue]) -> Row {
    var row = Row()
    for (column, cell) in zip(columns, cells) { _ = column.write?(&row, cell) }
    return row
  }
}

/// The columns of a stored table. Each column is a property and is declared only there. Related columns can
/// be a structure or an array. It is a class, so that access to a column does not copy.
package protocol RowColumns: AnyObject, Sendable { static var schema: RowSchema<Self> { get } }

package final class StoredColumn<Value: CellProperty>: @unchecked Sendable {
  fileprivate let definition: ColumnDefinition
  fileprivate let empty: CellValue?
  fileprivate let initial: CellValue
  /// Its place among the cells of a row: set before there is one.
  fileprivate var place = 0

  /// - Parameters:
  ///   - kind: nil for that of the type.
  ///   - empty: The value that stands for an empty text; nil where an empty text stands for itself.
  ///   - initial: The value of a new row; nil for none, 0 or an empty text.
  init(
    _ name: String, as kind: ColumnDefinition.Kind? = nil, unit: String? = nil, _ definition: String,
    words: [String]? = nil, empty: CellValue? = nil, in forms: ColumnDefinition.Forms = .data,
    initial: Value? = nil
  ) {
    let kind = kind ?? Value.kind
    self.definition = ColumnDefinition(
      name, kind, unit: unit, definition, isRequired: Value.isRequired && empty != .missing,
      words: words ?? Value.words, in: forms, isCount: Value.self == Int.self)
    self.empty = empty
    self.initial = initial?.cell(kind) ?? (Value.isRequired ? kind.facts.zero : .missing)
  }
}

extension StoredColumn<String> {
  static var runID: StoredColumn {
    StoredColumn(
      "run_id",
      "Identity of the run: 16 hexadecimal digits that depend on everything that can change its outcome.")
  }
}

extension StoredColumn<Int> {
  static var device: StoredColumn {
    StoredColumn("device", "Number of the device in its run or trace, from 0.")
  }
}

private protocol AnyStoredColumn: AnyObject {
  var initial: CellValue { get }
  var place: Int { get set }
  func column<Columns>(of columns: Columns.Type) -> Column<Row<Columns>>
}

extension StoredColumn: AnyStoredColumn {
  fileprivate func column<Columns>(of columns: Columns.Type) -> Column<Row<Columns>> {
    Column(
      definition,
      read: { [empty, place] row in
        if let empty, row.cells[place] == .text("") { return empty }
        return row.cells[place]
      }, json: { [place] row in Value(row.cells[place])?.json ?? .null },
      write: { [empty, place] row, found in
        let cell = found == empty ? .text("") : found
        if Value(cell) == nil { return false }
        row.cells[place] = cell
        return true
      })
  }
}

package final class RowSchema<Columns: RowColumns>: Sendable {
  fileprivate let columns: Columns
  fileprivate let initial: [CellValue]
  fileprivate let table: Table<Row<Columns>>
  private let counts: [String: StoredColumn<Int64>]

  init(
    _ columns: Columns, _ name: String, _ definition: String, key: [String],
    references: [TableDefinition.ForeignKey] = [], computed: [String: Column<Row<Columns>>] = [:]
  ) {
    var found: [Column<Row<Columns>>] = []
    var initial: [CellValue] = []
    var counts: [String: StoredColumn<Int64>] = [:]
    // Properties stand in the order of their declaration.
    for (label, value) in Mirror(reflecting: columns).children {
      if let label, let count = value as? StoredColumn<Int64> { counts[label] = count }
      let members = value is any AnyStoredColumn ? [value] : Mirror(reflecting: value).children.map(\.value)
      for case let field as any AnyStoredColumn in members {
        field.place = initial.count
        initial.append(field.initial)
        let column = field.column(of: Columns.self)
        found.append(column)
        if let next = computed[column.definition.name] { found.append(next) }
      }
    }
    (self.columns, self.initial, self.counts) = (columns, initial, counts)
    table = Table(name, definition, key: key, references: references, columns: found)
  }

  /// The column of whole numbers with this property name; nil if it does not exist.
  package func count(_ property: String) -> StoredColumn<Int64>? { counts[property] }
}

/// A stored row: its values by column.
///
///     var row = SampleRow()
///     row.powerWatts = 0.5
@dynamicMemberLookup
package struct Row<Columns: RowColumns>: StoredRow, Hashable {
  fileprivate var cells = Columns.schema.initial

  package init() {}
  package init(_ fill: (inout Row) -> Void) { fill(&self) }
  package static var table: Table<Row> { Columns.schema.table }
  package static var columns: Columns { Columns.schema.columns }

  package subscript<Value>(field: StoredColumn<Value>) -> Value {
    get {
      guard let value = Value(cells[field.place]) else { preconditionFailure("a cell of another kind") }
      return value
    }
    set { cells[field.place] = newValue.cell(field.definition.kind) }
  }

  package subscript<Value>(dynamicMember path: KeyPath<Columns, StoredColumn<Value>>) -> Value {
    get { self[Self.columns[keyPath: path]] }
    set { self[Self.columns[keyPath: path]] = newValue }
  }
}

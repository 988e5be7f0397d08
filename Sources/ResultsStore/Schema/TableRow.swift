/// A row that knows its table.
public protocol TableRow: Sendable {
  static var table: TableDefinition { get }
  /// One value per column, in the order of the table's columns.
  var values: [CellValue] { get }
}

/// Inserts rows into one table.
struct RowInsertion {
  private let statement: Statement

  init(_ table: TableDefinition, in connection: Connection, _ action: String) throws(ResultsError) {
    statement = try connection.statement(table.insertion, action: action, table: table.name)
  }

  /// Inserts a row.
  ///
  /// - Parameter values: One value a column, in the order of the table's columns.
  func insert(_ values: [CellValue]) throws(ResultsError) { try statement.run(values) }
}

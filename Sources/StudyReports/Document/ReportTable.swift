import ResultsStore

/// The numbers behind a figure or a section of a report, as a CSV file.
package struct ReportTable: Sendable {
  /// The name of the file: `energy-by-cause.csv`.
  package let name: String
  let columns: [String]
  private(set) var rows: [[CellValue]] = []

  init(_ name: String, columns: [String]) {
    self.name = name
    self.columns = columns
  }

  /// A table of the results with the columns that an export gives it.
  init(_ table: TableDefinition, rows: [[CellValue]]) {
    name = "\(table.name).csv"
    columns = table.exportedColumns.map(\.name)
    self.rows = rows
  }

  mutating func add(_ cells: [CellValue]) { rows.append(cells) }

  /// The file, by RFC 4180 with LF line ends.
  package var csv: [UInt8] {
    var buffer = CSVBuffer()
    buffer.line(columns.map { .text($0) })
    for row in rows { buffer.line(row) }
    return buffer.bytes
  }
}

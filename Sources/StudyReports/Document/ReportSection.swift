import Basics
import ResultsStore

package struct ReportTable: Sendable {
  package let name: String
  private let columns: [String]
  private var rows: [[CellValue]] = []

  init(_ name: String, columns: [String], rows: [[any CellProperty]] = []) {
    (self.name, self.columns) = (name, columns)
    for row in rows { add(row) }
  }

  init<Row>(_ table: Table<Row>, _ rows: [Row]) {
    self.init("\(table.name).csv", columns: table.definition.exportedColumns.map(\.name))
    self.rows = rows.map(table.cells)
  }

  mutating func add(_ cells: [any CellProperty]) {
    func cell(_ value: some CellProperty) -> CellValue { value.cell(type(of: value).kind) }
    rows.append(cells.map { cell($0) })
  }

  /// The file, by RFC 4180 with LF line ends.
  package var csv: [UInt8] {
    var buffer = CSVBuffer()
    buffer.line(columns.map { .text($0) })
    for row in rows { buffer.line(row) }
    return buffer.bytes
  }
}

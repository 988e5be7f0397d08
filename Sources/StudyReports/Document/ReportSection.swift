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

  init<Row>(_ table: Table<Row>, _ rows: [Row]) { self.init("\(table.name).csv", table, rows) }

  init<Row>(_ name: String, _ table: Table<Row>, _ rows: [Row]) {
    let exported = table.in(.csv)
    self.init(name, columns: exported.columns.map(\.definition.name))
    self.rows = rows.map(exported.cells)
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

package struct ReportSection {
  let id, title: String
  package var body = ""
  package var tables: [ReportTable] = []

  init(_ id: String, _ title: String) { (self.id, self.title) = (id, title) }
  mutating func add(heading: String) { body += "<h3>\(HTMLText.escaped(heading))</h3>\n" }
  mutating func add(paragraph text: String) { body += "<p>\(HTMLText.prose(text))</p>\n" }
  mutating func add(code lines: String...) {
    body += "<pre><code>\(lines.map { HTMLText.escaped($0) }.joined(separator: "\n"))</code></pre>\n"
  }
  /// - Parameter items: HTML.
  mutating func add(list items: some Sequence<String>) {
    body += "<ul>\n\(items.map { "<li>\($0)</li>\n" }.joined())</ul>\n"
  }

  mutating func add(absence text: String, command: String? = nil) {
    body += "<div class=\"absent\">"
    add(paragraph: text)
    if let command { add(code: command) }
    body += "</div>\n"
  }

  mutating func add(figure id: String, _ title: String, svg: String, caption: String, table: String) {
    let label = HTMLText.escaped(title)
    let picture = svg.replacing(
      "<svg ", with: "<svg role=\"img\" aria-label=\"\(label)\" ", maxReplacements: 1)
    body += """
      <figure id="\(HTMLText.escaped(id))">
      <div class="scroll" role="region" tabindex="0" aria-label="\(label)">\(picture)</div>
      <figcaption><strong>\(label).</strong> \(caption) \
      <span class="table-name">Table: <code>\(HTMLText.escaped(table))</code></span></figcaption>
      </figure>

      """
  }

  var html: String {
    """
    <section id="\(id)">
    <h2>\(HTMLText.escaped(title))</h2>
    \(body)</section>

    """
  }
}

import Basics
import ResultsStore

/// A chapter of a report: a page, as a command prints it, and its figures.
struct ReportChapter {
  let id, title: String
  var page = TextPage()
  var figures: [ReportFigure] = []
  /// The numbers in the figures.
  var data: [ReportData] = []

  init(_ id: String, _ title: String, _ page: TextPage = TextPage()) {
    (self.id, self.title, self.page) = (id, title, page)
  }

  /// Adds figures with the table of their numbers.
  mutating func add(_ figures: [ReportFigure], _ table: ReportData) {
    self.figures += figures
    data.append(table)
  }

  var html: String {
    """
    <section id="\(id)">
    <h2>\(HTMLText.escaped(title))</h2>
    \(page.html())\(figures.map(\.html).joined())</section>

    """
  }
}

struct ReportFigure {
  let id, title, svg, caption: String
  /// The table with its numbers.
  let table: String

  init(_ id: String, _ title: String, svg: String, caption: String, table: String) {
    (self.id, self.title, self.svg, self.caption, self.table) = (id, title, svg, caption, table)
  }

  fileprivate var html: String {
    let label = HTMLText.escaped(title)
    let picture = svg.replacing(
      "<svg ", with: "<svg role=\"img\" aria-label=\"\(label)\" ", maxReplacements: 1)
    return """
      <figure id="\(HTMLText.escaped(id))">
      <div class="scroll" role="region" tabindex="0" aria-label="\(label)">\(picture)</div>
      <figcaption><strong>\(label).</strong> \(HTMLText.prose(caption)) \
      <span class="table-name">Table: <code>\(HTMLText.escaped(table))</code></span></figcaption>
      </figure>

      """
  }
}

/// A table of the numbers in a report's figures, as CSV on demand.
package struct ReportData: Sendable {
  package let name: String
  private let make: @Sendable () -> [UInt8]
  package var csv: [UInt8] { make() }

  init(_ name: String, _ page: TextPage) {
    self.name = name
    make = { Array(page.csv.utf8) }
  }

  /// - Parameter name: The name of the file; nil for the name of the table.
  init<Row: Sendable>(_ table: Table<Row>, _ rows: [Row], as name: String? = nil) {
    self.name = name ?? "\(table.name).csv"
    make = { TableFile(table, rows).csv }
  }
}

extension TextTable {
  init(_ pairs: [(String, String)], titles: (String, String), subject: String) {
    self.init(pairs, [.page(titles.0, \.0), .page(titles.1, \.1)], subject: subject)
  }
}

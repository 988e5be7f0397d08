import Basics
import ModelParameters
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

/// The caveats that other chapters of a report do not have.
struct ReportCaveats {
  let report: ComparisonReport
  let design: StudyDesign
  let sensitivity: SensitivityTable?
  let population: PopulationTable?

  var page: TextPage { TextPage(items.joined(separator: "\n\n")) }

  private var items: [String] {
    var items: [String] = []
    if design.replications < 10 {
      let replications = CountText.text(design.replications, "replication")
      items.append("All intervals depend on \(replications), so one unusual replication can distort them.")
    }
    // Custom archetypes and recorded devices do not represent the average of people's phones.
    if design.hasNamedPopulation, let outside = population?.outside { items.append(outside) }
    items.append(assumptions)
    if let gates { items.append(gates) }
    let judged = report.comparison.rows.filter { $0.verdict != nil }
    let warned = judged.count { !$0.warnings.isEmpty }
    if warned > 0 {
      items.append(
        "\(warned) of \(judged.count) intervals may have less coverage than stated. The lines below the tables of the comparison "
          + "name them.")
    }
    return items
  }

  private var assumptions: String {
    let all = ParameterCatalogue.all
    let assumed = all.count { $0.grade == .d }
    let general =
      "slumber assumes \(assumed) of \(all.count) parameters, because Apple does not publish them."
    return sensitivity == nil
      ? "\(general) No sensitivity analysis shows how the verdicts depend on these parameters." : general
  }

  private var gates: String? {
    guard let name = report.comparison.rows.first?.baseline,
      let baseline = design.policies.first(where: { $0.label == name })
    else { return nil }
    let fewer = design.policies.filter { $0.gates.count < baseline.gates.count }
    guard !fewer.isEmpty else { return nil }
    let list = fewer.map { "\($0.label) (\($0.gates.count))" }
    return
      "Some policies obey fewer soft gates than `\(baseline.label)` (\(baseline.gates.count)) and can therefore start more work: "
      + "\(list.joined(separator: ", "))."
  }
}

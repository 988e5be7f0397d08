import Basics
import ModelParameters

package struct SearchHeading: Sendable {
  package var study: String
  package var studyDigest: String
  package var designPoint: String
  package var devices: Int
  /// Devices of each run before any were cut.
  package var studyDevices: Int
  package var replications: Int
  package var cuts: [String]
  package var notVaried: [String]

  package init(
    study: String, studyDigest: String, designPoint: String, devices: Int, studyDevices: Int? = nil,
    replications: Int, cuts: [String] = [], notVaried: [String] = []
  ) {
    (self.study, self.studyDigest, self.designPoint) = (study, studyDigest, designPoint)
    (self.devices, self.studyDevices, self.replications) = (devices, studyDevices ?? devices, replications)
    (self.cuts, self.notVaried) = (cuts, notVaried)
  }

  static let table: Table<Self> = [
    Column("study", "", \.study), Column("study_digest", "", \.studyDigest),
    Column("design_point", "", \.designPoint), Column("devices", "", \.devices),
  ]

  var place: String { designPoint == "base" ? study : "\(study), \(designPoint)" }

  func extent(_ box: SensitivityBox) -> [String] {
    let all = box.factors.count + notVaried.count
    var parts: [String] = []
    if !notVaried.isEmpty { parts.append("\(box.factors.count) of \(CountText.text(all, "parameter"))") }
    if devices < studyDevices { parts.append("\(devices) of \(CountText.text(studyDevices, "device"))") }
    return parts.isEmpty ? [] : ["This search was cut to \(SensitivityReport.list(parts))."]
  }
}

package enum AssumptionVerdict: String, Sendable, Hashable {
  /// The difference clearly has the opposite sign at a level or after a step.
  case changesSign
  /// The difference is clear at the defaults, but its interval contains 0 at a level.
  case leavesOpen
  /// The difference changes by two standard errors or more, and keeps its sign.
  case keepsSign
  /// The difference changes by two standard errors or more; its sign is open at the defaults.
  case signOpen
  /// The mean effect of the steps is two standard errors or more.
  case effect
  /// The mean effect is not, and more single steps clearly change the difference than chance would make.
  case mixedEffect
  case notDetected
  /// No replication differs.
  case noDifference
  case noResult

  var isEffect: Bool { ![.notDetected, .noDifference, .noResult].contains(self) }

  var text: String {
    switch self {
    case .changesSign: "changes sign"
    case .leavesOpen: "leaves sign open"
    case .keepsSign: "keeps sign"
    case .signOpen: "sign open"
    case .effect: "effect"
    case .mixedEffect: "effect both ways"
    case .notDetected: "not detected"
    case .noDifference: "no difference"
    case .noResult: "no result"
    }
  }
}

package protocol AssumptionFinding {
  var factor: Int { get }
  var verdict: AssumptionVerdict { get }
}

/// A search over assumed parameters for readers: the parts that a quick search and a screening have in common.
package protocol SearchReport: Record {
  associatedtype Finding: AssumptionFinding
  var heading: SearchHeading { get }
  var box: SensitivityBox { get }
  var contrasts: [SensitivityContrast] { get }
  /// The findings by comparison, the largest effect first.
  var rows: [[Finding]] { get }
  func inStudy(_ contrast: Int) -> SensitivityResponse?
  var conclusions: [String] { get }
  /// Columns between the name of a parameter and its verdict, in all forms.
  var columns: Table<Finding> { get }
  /// The number of rows of a table on the terminal, and the words about further rows.
  static var printed: (rows: Int, others: String) { get }
  /// A sentence about all differences, and the words of the tables.
  var legend: (sentence: String, words: Legend) { get }
  var failures: [SensitivityResults.Failure] { get }
  var page: TextPage { get }
  var files: [OutputTable] { get }
}

extension SearchReport {
  package var text: String { page.text() }

  func page(extent: String) -> TextPage {
    var page = TextPage(conclusions.joined(separator: "\n"))
    page.add("\n\(heading.place): \(extent)")
    for cut in heading.cuts { page.add(cut) }
    for contrast in contrasts.indices {
      page.addGap()
      page.add(tablePage(contrast))
    }
    page.add("\n" + legend.sentence)
    page.add(legend.words)
    return page
  }

  private func tablePage(_ contrast: Int) -> TextPage {
    let own = contrasts[contrast]
    guard let base = inStudy(contrast) else {
      return TextPage("\(own.text): no result at the defaults, because too few replications have a value")
    }
    let unit = own.unit.isEmpty ? "" : " \(own.unit)"
    var page = TextPage("\(own.text): \(base.words)\(unit) at the defaults")
    let shown = rows[contrast].filter(\.verdict.isEffect)
    if !shown.isEmpty {
      page.add(TextTable(shown.prefix(Self.printed.rows), findingTable, indentation: 2, subject: own.text))
    }
    if shown.count > Self.printed.rows {
      page.add("  and \(shown.count - Self.printed.rows) more \(Self.printed.others)")
    }
    let counts = [AssumptionVerdict.notDetected, .noDifference, .noResult].compactMap { verdict in
      let count = rows[contrast].count { $0.verdict == verdict }
      return count == 0 ? nil : "\(verdict.text) \(count)"
    }
    page.add(counts.isEmpty ? "" : "  \(counts.joined(separator: ", "))")
    return page
  }

  func leftOut(points: [SensitivityPoint] = []) -> String {
    var text = ""
    let absences = box.absences.map { "\($0.count) (\($0.reason))" }
    if !absences.isEmpty { text += "\nParameters left out: \(absences.joined(separator: ", "))\n" }
    if !points.isEmpty {
      text +=
        "Parameter sets left out, because they violate a condition on several parameters: \(points.count), the first "
        + "\(box.text(points[0]))\n"
    }
    for failure in failures.prefix(3) { text += "failed: \(box.text(failure.point)): \(failure.text)\n" }
    if failures.count > 3 { text += "and \(failures.count - 3) more failures\n" }
    return text
  }

  var findingTable: Table<Finding> {
    [
      .page("parameter") { box.factors[$0.factor].name },
      .data("assumption") { box.factors[$0.factor].name },
      .data("grade") { box.factors[$0.factor].definition.grade.rawValue },
      .json("in_study") { box.factors[$0.factor].text(box.factors[$0.factor].base) },
      .json("verdict", \.verdict.rawValue),
    ] + columns + [
      Column("verdict", .left, in: [.page, .csv], \.verdict.rawValue, text: \.verdict.text)
    ]
  }

  /// A comparison in JSON, by its number.
  var comparisonTable: Table<Int> {
    SensitivityContrast.table.of { contrasts[$0] } + [
      "in_study": inStudy, "assumptions": { rows[$0].json(findingTable) },
    ]
  }

  static var headTable: Table<Self> { SearchHeading.table.of(\.heading) }

  static var absenceTable: Table<Self> {
    [
      "cuts": \.heading.cuts, "assumptions_not_varied": \.heading.notVaried,
      "parameters_left_out": { $0.box.absences.json(["parameters": \.count, "reason": \.reason]) },
    ]
  }

  static var failureTable: Table<Self> {
    [
      "failures": { report in
        report.failures.json(["point": { report.box.text($0.point) }, "error": \.text])
      }
    ]
  }
}

package struct OutputTable: Sendable {
  package var name: String
  package var bytes: [UInt8]

  init<Row>(_ name: String, _ table: Table<Row>, _ rows: [Row]) {
    (self.name, bytes) = (name, TableFile(table, rows).csv)
  }
  init(_ name: String, svg: String) { (self.name, bytes) = (name, Array(svg.utf8)) }
}

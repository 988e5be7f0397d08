import OutputAnalysis
import PlainText
import ResultsStore
import StudyMetrics

/// The rows of one metric in one design point as a table with its heading.
struct MetricTable {
  let metric: MetricDefinition
  let rows: [ComparisonRow]
  /// The design point where there are several; nil for the only one.
  let designPoint: String?
  /// The margin as the study states it; nil for a metric without a verdict.
  let margin: Margin?
  /// How often verdicts hold over the box of assumptions; nil where nobody has looked.
  var robustness: RobustnessTable?

  /// The table below its heading; empty without rows.
  var page: TextPage {
    guard let table else { return TextPage() }
    var page = TextPage("\n\(metric.name)\(heading)")
    page.add(table)
    return page
  }

  /// The table alone; nil without rows.
  var table: TextTable? {
    guard let first = rows.first else { return nil }
    let hasVerdict = rows.contains { $0.verdict != nil }
    let hasNeed = rows.contains { $0.replicationsNeeded != nil }
    let hasNote = rows.contains { !$0.notes.isEmpty }
    var columns: [(String, TextTable.Alignment)] = [
      ("policy", .left), ("estimate", .right), ("minus \(first.baseline)", .right),
    ]
    if hasVerdict { columns += [("p (Holm)", .right), ("verdict", .left)] }
    if hasNeed { columns.append(("needed", .right)) }
    if hasNote { columns.append(("note", .left)) }
    var table = TextTable(
      columns.map { (title: $0.0, alignment: $0.1) }, indentation: 2,
      subject: (designPoint.map { $0 + " " } ?? "") + metric.name)
    for row in rows {
      let isBaseline = row.policy == row.baseline
      var cells = [
        row.policy, NumberText.interval(row.mean, row.halfWidth),
        isBaseline
          ? "baseline" : NumberText.interval(row.difference, row.differenceHalfWidth, isSigned: true),
      ]
      if hasVerdict {
        cells += [
          NumberText.probability(row.holmPValue),
          VerdictText.words(row.judged) + (robustness?.words(of: row) ?? ""),
        ]
      }
      if hasNeed { cells.append(VerdictText.needed(row.replicationsNeeded, row.isNeededLowerBound)) }
      if hasNote { cells.append(row.notes.joined(separator: "; ")) }
      table.add(cells)
    }
    return table
  }

  /// Unit, direction, margin and number of replications, behind a colon.
  var heading: String {
    var parts: [String] = metric.unit == "1" ? [] : [metric.unit]
    switch metric.polarity {
    case .smallerIsBetter: parts.append("lower is better")
    case .largerIsBetter: parts.append("higher is better")
    case nil: break
    }
    if let width = rows.compactMap(\.margin).first {
      let number = NumberText.fixed(width, decimals: NumberText.decimals(of: width, significant: 2))
      switch margin {
      case .relative(let share)?: parts.append("margin \(NumberText.percent(share)) % (\(number))")
      case .absolute?, nil: parts.append("margin \(number)")
      }
    }
    let used = rows.map(\.replicationsUsed).max() ?? 0
    parts.append("\(used) \(used == 1 ? "replication" : "replications")")
    return ": " + parts.joined(separator: ", ")
  }
}

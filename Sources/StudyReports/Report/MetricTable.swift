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
    let columns: [(String, TextTable.Alignment)] = [
      ("policy", .left), ("estimate", .right), ("battery", .right), ("minus \(first.baseline)", .right),
      ("corr.", .right), ("p (adjusted)", .right), ("verdict", .left), ("needed", .right), ("note", .left),
    ]
    var table = TextTable(
      columns.map { (title: $0.0, alignment: $0.1) }, indentation: 2,
      subject: (designPoint.map { $0 + " " } ?? "") + metric.name)
    for row in rows {
      table.add([
        row.policy, estimate(row), NumberText.battery(row.mean, of: row.nominalJoules),
        row.policy == row.baseline
          ? "baseline" : NumberText.interval(row.difference, row.differenceHalfWidth, isSigned: true),
        NumberText.correlation(row.correlation), NumberText.probability(row.adjustedPValue),
        VerdictText.words(row.judged) + (robustness?.words(of: row) ?? ""),
        VerdictText.needed(row.replicationsNeeded, row.isNeededLowerBound),
        row.notes.joined(separator: "; "),
      ])
    }
    return table.withoutEmptyColumns
  }

  /// An interval that is as wide as all shares from 0 to 1 says nothing of a share.
  private func estimate(_ row: ComparisonRow) -> String {
    guard metric.name.hasSuffix("_share"), let mean = row.mean, let width = row.halfWidth, width >= 0.5 else {
      return NumberText.interval(row.mean, row.halfWidth)
    }
    return NumberText.fixed(mean, decimals: 2) + " (too few replications)"
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

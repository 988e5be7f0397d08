import PlainText
import ResultsStore

/// The coefficients of a space-filling design as they are shown: a table for each metric and policy.
struct RegressionTable {
  private let rows: [EffectRow]
  private let plan: ComparisonPlan

  /// A table of the rows of ``FactorRegression``.
  init(_ rows: [EffectRow], _ plan: ComparisonPlan) {
    self.rows = rows
    self.plan = plan
  }

  var page: TextPage {
    var page = TextPage(
      "\neffects of factors that were varied together: standardized regression coefficients")
    let hasArms = Set(rows.map(\.arm)).count > 1
    func subject(_ row: EffectRow) -> String {
      "\(hasArms ? "\(row.arm): " : "")\(row.metric), \(row.policy)"
    }
    var order: [String] = []
    for row in rows where !order.contains(subject(row)) { order.append(subject(row)) }
    for name in order {
      let own = rows.filter { subject($0) == name }
      page.addGap()
      page.add("  \(name): \(own.first?.notes.first ?? "")")
      let columns: [(title: String, alignment: TextTable.Alignment)] = [
        ("factor", .left), ("coefficient", .right), ("note", .left),
      ]
      var table = TextTable(columns, indentation: 2, subject: name)
      for row in own {
        table.add([
          row.factor.level.name, NumberText.interval(row.estimate, row.halfWidth, isSigned: true),
          row.notes.dropFirst().joined(separator: "; "),
        ])
      }
      page.add(table)
    }
    page.add(
      "\ncoefficient: change in standard deviations of the metric for one of the factor, with the half-width of its "
        + "\(NumberText.percent(plan.confidence)) % interval; to be read where the model explains most of the variance\n"
    )
    return page
  }
}

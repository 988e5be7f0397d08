import ModelParameters
import OutputAnalysis
import PlainText
import SensitivityDesign

/// A screening as it is shown: its conclusion, a table for each comparison, shares of the variance, what was left out.
package struct ScreeningReport: Sendable {
  /// Study, design point and extent of the search.
  package var heading: SearchHeading
  /// The elementary effects that the report shows.
  package let analysis: ScreeningAnalysis
  /// Nil where no shares were asked for, or no assumption has an effect.
  package let shares: SharesAnalysis?
  /// By comparison: the difference in the study as it is.
  let inStudy: [SensitivityResponse?]
  /// By comparison, the largest mean size of an effect first.
  let rows: [[AssumptionEffect]]

  /// Rows of a table on the terminal.
  static let printedRows = 15

  package init(
    _ analysis: ScreeningAnalysis, shares: SharesAnalysis?, heading: SearchHeading
  ) throws(AnalysisError) {
    self.analysis = analysis
    self.shares = shares
    self.heading = heading
    var inStudy: [SensitivityResponse?] = []
    for contrast in analysis.contrasts.indices { inStudy.append(try analysis.inStudy(contrast)) }
    self.inStudy = inStudy
    rows = analysis.contrasts.indices.map { analysis.rows($0) }
  }

  var box: SensitivityBox { analysis.box }

  /// The report at the width of a pipe.
  package var text: String { page.text() }

  /// For people.
  package var page: TextPage {
    var page = TextPage(conclusions.joined(separator: "\n"))
    page.addGap()
    page.add(
      "\(heading.place): \(CountText.text(box.factors.count, "assumption")), "
        + "\(CountText.text(analysis.design.trajectories.count, "trajectory", "trajectories")) in which each changes once; "
        + "\(CountText.text(analysis.pointCount, "point")), each trajectory with "
        + "\(CountText.text(heading.replications, "replication")) of its own of \(CountText.text(heading.devices, "device"))"
    )
    for cut in heading.cuts { page.add(cut) }
    for contrast in analysis.contrasts.indices {
      page.addGap()
      page.add(tablePage(contrast))
    }
    page.addGap()
    page.add(legend)
    if let shares {
      page.addGap()
      page.add(sharesPage(shares))
    }
    page.add(
      heading.leftOut(
        box, points: [], failures: analysis.failures + (shares?.failures ?? [])))
    return page
  }

  // MARK: Conclusions

  /// The assumptions that decide, a sentence for each comparison.
  package var conclusions: [String] {
    heading.extent(box) + analysis.contrasts.indices.map(conclusion)
  }

  private func conclusion(_ contrast: Int) -> String {
    let own = analysis.contrasts[contrast]
    guard inStudy[contrast] != nil else { return "There is no result for \(own.text) in the study as it is." }
    func names(_ rows: [AssumptionEffect]) -> String {
      let shown = rows.prefix(3).map { box.factors[$0.factor].name }
      return SensitivityReport.list(shown + (rows.count > 3 ? ["\(rows.count - 3) more"] : []))
    }
    let subject = "The difference in \(own.metric) between \(own.policy) and \(own.baseline)"
    let flips = rows[contrast].filter { $0.verdict == .changesSign }
    if !flips.isEmpty { return "\(subject) changes its sign by steps of \(names(flips))." }
    let effects = rows[contrast].filter(\.verdict.isEffect)
    guard !effects.isEmpty else {
      return "\(subject) changes by no assumption that was tried, as far as can be told."
    }
    return "\(subject) depends most on \(names(effects)); no step changes its sign."
  }

  // MARK: Tables

  private func tablePage(_ contrast: Int) -> TextPage {
    let own = analysis.contrasts[contrast]
    guard let base = inStudy[contrast] else {
      return TextPage("\(own.text): no result in the study as it is")
    }
    let unit = own.unit.isEmpty ? "" : " \(own.unit)"
    let difference = NumberText.interval(base.difference.estimate, base.halfWidth, isSigned: true)
    var page = TextPage("\(own.text): \(difference)\(unit) in the study as it is")
    let shown = rows[contrast].filter(\.verdict.isEffect)
    let columns: [(title: String, alignment: TextTable.Alignment)] = [
      ("assumption", .left), ("in study", .right), ("range", .left), ("mu", .right), ("mu*", .right),
      ("sigma", .right), ("sign changes", .right), ("verdict", .left),
    ]
    var table = TextTable(columns, indentation: 2, subject: own.text)
    for row in shown.prefix(Self.printedRows) { table.add(cells(row)) }
    if !shown.isEmpty { page.add(table) }
    if shown.count > Self.printedRows {
      page.add("  and \(shown.count - Self.printedRows) more with smaller effects")
    }
    let counts = [AssumptionEffect.Verdict.notDetected, .noDifference, .noResult].compactMap { verdict in
      let count = rows[contrast].count { $0.verdict == verdict }
      return count == 0 ? nil : "\(verdict.text) \(count)"
    }
    page.add(counts.isEmpty ? "" : "  \(counts.joined(separator: ", "))")
    return page
  }

  private func cells(_ row: AssumptionEffect) -> [String] {
    let factor = box.factors[row.factor]
    let range = factor.range.map {
      "\(factor.text(.number($0.lowerBound))) to \(factor.text(.number($0.upperBound)))"
    }
    let error = row.standardError ?? 0
    func plain(_ value: Double?) -> String {
      value.map { NumberText.fixed($0, decimals: NumberText.decimals(of: error > 0 ? 2 * error : abs($0))) }
        ?? "-"
    }
    return [
      factor.name, factor.text(factor.base), range ?? "\(factor.definition.choices.count) words",
      NumberText.interval(row.mean, 2 * error, isSigned: true), plain(row.meanSize), plain(row.deviation),
      "\(row.signChanges) of \(row.steps)", row.verdict.text,
    ]
  }

  private var legend: String {
    """
    Difference: policy minus baseline, with the half-width of its 95 % interval.
      mu                 mean change of the difference for the whole range of the assumption, all others
                         anywhere in the box; ± two standard errors over trajectories
      mu*                mean size of the change: above the size of mu where it goes both ways
      sigma              standard deviation of the change: large where it depends on other assumptions
      sign changes       steps at which the difference clearly has one sign before and the other after
      effect both ways   mu is not detected, and single steps change the difference clearly
      not detected       mu is below two standard errors; no difference: equal in each replication

    """
  }

  private func sharesPage(_ shares: SharesAnalysis) -> TextPage {
    let dropped = shares.design.count - shares.design.rows.count
    let left = dropped == 0 ? "" : "; \(dropped) rows lie outside of the box and are left out"
    var page = TextPage(
      "Shares of the variance over the box: Sobol' indices of "
        + "\(CountText.text(shares.design.factors.count, "assumption")) with 95 % bootstrap intervals, from "
        + "\(CountText.text(shares.design.count, "row")) of \(shares.design.factors.count + 2) points\(left)")
    for (own, result) in zip(shares.contrasts, shares.results) {
      page.addGap()
      guard !result.rows.isEmpty else {
        page.add("\(own.text): the difference does not vary")
        continue
      }
      let unit = own.unit.isEmpty ? "" : " \(own.unit)"
      let deviation = NumberText.fixed(
        result.deviation, decimals: NumberText.decimals(of: result.deviation, significant: 3))
      page.add("\(own.text): standard deviation \(deviation)\(unit)")
      let columns: [(title: String, alignment: TextTable.Alignment)] = [
        ("assumption", .left), ("by itself", .right), ("with others", .right),
      ]
      var table = TextTable(columns, indentation: 2, subject: "shares of \(own.text)")
      for row in result.rows {
        table.add([box.factors[row.factor].name, Self.text(row.first), Self.text(row.total)])
      }
      page.add(table)
    }
    page.add(
      "\nby itself: share that vanishes once the assumption is known (first order); with others: share that stays while all "
        + "others are known (total)\n")
    return page
  }

  /// `0.45 (0.31 to 0.58)`.
  private static func text(_ index: SharesAnalysis.Index) -> String {
    let texts = [index.value, index.lower, index.upper].map { NumberText.fixed($0, decimals: 2) }
    return "\(texts[0]) (\(texts[1]) to \(texts[2]))"
  }
}

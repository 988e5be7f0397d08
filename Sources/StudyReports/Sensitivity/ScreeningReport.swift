import Basics
import ModelParameters
import ResultsStore

package struct ScreeningReport: Sendable, SearchReport {
  package var heading: SearchHeading
  package let analysis: ScreeningAnalysis
  package let shares: SharesAnalysis?
  private let differences: [SensitivityResponse?]
  package let rows: [[AssumptionEffect]]

  package static let printed = (rows: 15, others: "with smaller effects")

  package init(_ analysis: ScreeningAnalysis, shares: SharesAnalysis?, heading: SearchHeading) throws {
    (self.analysis, self.shares, self.heading) = (analysis, shares, heading)
    differences = try analysis.contrasts.indices.map(analysis.inStudy)
    rows = analysis.contrasts.indices.map { analysis.rows($0) }
  }

  package var box: SensitivityBox { analysis.box }
  package var contrasts: [SensitivityContrast] { analysis.contrasts }
  package func inStudy(_ contrast: Int) -> SensitivityResponse? { differences[contrast] }
  package var failures: [SensitivityResults.Failure] { analysis.failures + (shares?.failures ?? []) }

  package var page: TextPage {
    var page = page(
      extent: "\(CountText.text(box.factors.count, "assumption")), "
        + "\(CountText.text(analysis.design.trajectories.count, "trajectory", "trajectories")) in which each changes once; "
        + "\(CountText.text(analysis.design.pointCount, "point")), each trajectory with "
        + "\(CountText.text(heading.replications, "replication")) of its own of \(CountText.text(heading.devices, "device"))"
    )
    if let shares {
      page.addGap()
      page.add(sharesPage(shares))
    }
    page.add(leftOut())
    return page
  }

  package var conclusions: [String] { heading.extent(box) + contrasts.indices.map(conclusion) }

  private func conclusion(_ contrast: Int) -> String {
    let own = contrasts[contrast]
    guard inStudy(contrast) != nil else { return "There is no result for \(own.text) in the study as it is." }
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

  package var columns: Table<AssumptionEffect> {
    func factor(_ row: AssumptionEffect) -> AssumedFactor { box.factors[row.factor] }
    func plain(_ row: AssumptionEffect, _ value: Double?) -> String {
      let error = row.standardError ?? 0
      return value.map {
        NumberText.fixed($0, decimals: NumberText.decimals(of: error > 0 ? 2 * error : abs($0)))
      } ?? "-"
    }
    return [
      .page("in study", .right) { factor($0).text(factor($0).base) },
      .page("range") { row in
        let own = factor(row)
        return own.range.map { "\(own.text(.number($0.lowerBound))) to \(own.text(.number($0.upperBound)))" }
          ?? "\(own.definition.choices.count) words"
      },
      .page("mu", .right) { NumberText.interval($0.mean, 2 * ($0.standardError ?? 0), isSigned: true) },
      .page("mu*", .right) { plain($0, $0.meanSize) },
      .page("sigma", .right) { plain($0, $0.deviation) },
      .page("sign changes", .right) { "\($0.signChanges) of \($0.steps)" },
    ]
  }

  package var legend: String {
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
      page.add(
        TextTable(
          result.rows,
          [
            .page("assumption") { box.factors[$0.factor].name },
            .page("by itself", .right) { Self.text($0.first) },
            .page("with others", .right) { Self.text($0.total) },
          ], indentation: 2, subject: "shares of \(own.text)"))
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

  package var files: [OutputTable] {
    ([screeningTable, trajectoriesTable] + (shares.map { [sharesTable($0)] } ?? [])).map { OutputTable($0) }
      + contrasts.enumerated().map { place, own in
        OutputTable("screening-\(own.fileName(number: place + 1)).svg", svg: chart(place).svg)
      }
  }

  private var screeningTable: ReportTable {
    ReportTable(
      "screening.csv",
      columns: [
        "metric", "unit", "policy", "baseline", "assumption", "grade", "mu", "mu_standard_error", "mu_star",
        "sigma", "trajectories_used", "sign_changes", "verdict",
      ],
      rows: zip(contrasts, rows).flatMap { own, rows in
        rows.map { row in
          let factor = box.factors[row.factor]
          return [
            own.metric, own.unit, own.policy, own.baseline, factor.name, factor.definition.grade.rawValue,
            row.mean, row.standardError, row.meanSize, row.deviation, row.steps, row.signChanges,
            row.verdict.rawValue,
          ]
        }
      })
  }

  /// A row for each comparison at each point of each trajectory, with a column for each assumption; empty is as in the study.
  private var trajectoriesTable: ReportTable {
    var table = ReportTable(
      "trajectories.csv",
      columns: ["metric", "policy", "baseline", "trajectory", "point"] + box.factors.map(\.name)
        + ["difference", "half_width", "standard_error"])
    for (contrast, own) in contrasts.enumerated() {
      for (number, responses) in analysis.pointResponses(contrast).enumerated() {
        for (place, response) in responses.enumerated() {
          table.add(
            [own.metric, own.policy, own.baseline, number + 1, place + 1]
              + levels(of: analysis.design.trajectories[number].points[place])
              + SensitivityResponse.cells(response))
        }
      }
    }
    return table
  }

  private func levels(of point: SensitivityPoint) -> [any CellProperty] {
    var cells = [any CellProperty](repeating: String?.none, count: box.factors.count)
    for move in point.moves {
      switch move.level {
      case .number(let number): cells[move.factor] = number
      case .word(let word): cells[move.factor] = word
      }
    }
    return cells
  }

  private func sharesTable(_ shares: SharesAnalysis) -> ReportTable {
    ReportTable(
      "shares.csv",
      columns: [
        "metric", "policy", "baseline", "assumption", "first_order", "first_order_lower",
        "first_order_upper", "total", "total_lower", "total_upper", "rows_used",
      ],
      rows: zip(shares.contrasts, shares.results).flatMap { own, result in
        result.rows.map {
          [
            own.metric, own.policy, own.baseline, box.factors[$0.factor].name, $0.first.value,
            $0.first.lower, $0.first.upper, $0.total.value, $0.total.lower, $0.total.upper, result.rowsUsed,
          ]
        }
      })
  }

  package var json: JSONValue {
    JSONValue([
      "study": heading.study, "study_digest": heading.studyDigest, "design_point": heading.designPoint,
      "devices": heading.devices, "replications_of_a_trajectory": heading.replications,
      "trajectories": analysis.design.trajectories.count,
      "meaning":
        "mu: mean change of the paired difference (policy minus baseline) for the whole range of an assumption",
      "conclusions": conclusions, "assumptions": box.factors.count, "points": analysis.design.pointCount,
      "cuts": heading.cuts, "assumptions_not_varied": heading.notVaried, "parameters_left_out": absencesJSON,
      "comparisons": contrasts.indices.map { contrast in
        comparison(contrast, ["shares": shares.map { json($0.results[contrast]) }]) { row in
          .init([
            "mu": row.mean, "mu_standard_error": row.standardError, "mu_star": row.meanSize,
            "sigma": row.deviation, "steps": row.steps, "sign_changes": row.signChanges,
          ])
        }
      }, "failures": failuresJSON,
    ])
  }

  private func json(_ result: SharesAnalysis.Result) -> JSONValue {
    JSONValue([
      "standard_deviation": result.deviation, "rows_used": result.rowsUsed,
      "indices": result.rows.map {
        JSONValue(["assumption": box.factors[$0.factor].name, "first_order": $0.first, "total": $0.total])
      },
    ])
  }
}

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
      extent: "\(CountText.text(box.factors.count, "parameter")), each changes once in each of "
        + "\(CountText.text(analysis.design.trajectories.count, "trajectory", "trajectories"));\n"
        + "\(CountText.text(analysis.design.pointCount, "parameter set")), each trajectory with "
        + "\(CountText.text(heading.replications, "separate replication")) of \(CountText.text(heading.devices, "device"))"
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
    guard inStudy(contrast) != nil else { return SensitivityReport.noResult(own) }
    func names(_ rows: [AssumptionEffect]) -> String {
      let shown = rows.prefix(3).map { box.factors[$0.factor].name }
      return SensitivityReport.list(shown + (rows.count > 3 ? ["\(rows.count - 3) more"] : []))
    }
    let subject =
      "The difference in \(MetricCatalogue.marked(own.metric)) between \(own.policy) and \(own.baseline)"
    let flips = rows[contrast].filter { $0.verdict == .changesSign }
    if !flips.isEmpty {
      return "\(subject) changes its sign when \(names(flips)) \(flips.count == 1 ? "changes" : "change")."
    }
    let effects = rows[contrast].filter(\.verdict.isEffect)
    guard !effects.isEmpty else {
      return "\(subject) has no resolved dependence on the parameters of the screening."
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
      .page("default", .right) { factor($0).text(factor($0).base) },
      .page("range") { row in
        let own = factor(row)
        return own.range.map { "\(own.text(.number($0.lowerBound))) to \(own.text(.number($0.upperBound)))" }
          ?? "\(own.definition.choices.count) categories"
      },
      Column("mu", .right, \.mean) {
        NumberText.interval($0.mean, 2 * ($0.standardError ?? 0), isSigned: true)
      },
      .data("mu_standard_error", \.standardError),
      Column("mu*", .right, key: "mu_star", \.meanSize) { plain($0, $0.meanSize) },
      Column("sigma", .right, \.deviation) { plain($0, $0.deviation) },
      .csv("trajectories_used", \.steps), .json("steps", \.steps),
      Column("sign changes", .right, key: "sign_changes", \.signChanges) {
        "\($0.signChanges) of \($0.steps)"
      },
    ]
  }

  package var legend: (sentence: String, words: Legend) {
    (
      "Differences are policy minus baseline, with the half-widths of 95 % intervals.",
      [
        "mu": "mean change of the difference over the whole range of the parameter, ± two standard errors",
        "mu*": "mean size of the change; above the size of mu if the change has both signs",
        "sigma": "standard deviation of the change; large if it depends on other parameters",
        "sign changes": "steps across which the difference clearly changes its sign",
        "effect both ways": "mu is not detected, but single steps change the difference clearly",
        "changes sign": "the difference clearly has the opposite sign after a step",
        "not detected": "mu is below two standard errors",
        "no difference": "the difference is equal in each replication",
      ]
    )
  }

  private func sharesPage(_ shares: SharesAnalysis) -> TextPage {
    let dropped = shares.design.count - shares.design.rows.count
    let left = dropped == 0 ? "" : "; omitted outside the parameter space: \(CountText.text(dropped, "row"))"
    var page = TextPage(
      "Shares of the variance over the parameter space: Sobol' indices of "
        + "\(CountText.text(shares.design.factors.count, "parameter")) with 95 % bootstrap intervals, from "
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
            .page("parameter") { box.factors[$0.factor].name },
            .page("first order", .right) { Self.text($0.first) },
            .page("total", .right) { Self.text($0.total) },
          ], indentation: 2, subject: "shares of \(own.text)"))
    }
    page.addGap()
    page.add(
      [
        "first order": "share of the variance that disappears if only this parameter is known",
        "total": "share of the variance that remains if all other parameters are known",
      ] as Legend)
    return page
  }

  /// `0.45 (0.31 to 0.58)`.
  private static func text(_ index: SharesAnalysis.Index) -> String {
    let texts = [index.value, index.lower, index.upper].map { NumberText.fixed($0, decimals: 2) }
    return "\(texts[0]) (\(texts[1]) to \(texts[2]))"
  }

  package var files: [OutputTable] {
    let steps = contrasts.enumerated().flatMap { contrast, own in
      analysis.pointResponses(contrast).enumerated().flatMap { number, responses in
        responses.enumerated().map { (own, number, $0, $1) as Step }
      }
    }
    return [
      OutputTable(
        "screening.csv", SensitivityContrast.table.of(\.0) + findingTable.of(\.1),
        zip(contrasts, rows).flatMap { own, rows in rows.map { (own, $0) } }),
      OutputTable("trajectories.csv", stepTable, steps),
    ]
      + (shares.map { shares in
        [
          OutputTable(
            "shares.csv", shareTable,
            zip(shares.contrasts, shares.results).flatMap { own, result in
              result.rows.map { (own, $0, result.rowsUsed) }
            })
        ]
      } ?? [])
      + contrasts.enumerated().map { place, own in
        OutputTable("screening-\(own.fileName(number: place + 1)).svg", svg: chart(place).svg)
      }
  }

  private typealias Step = (
    contrast: SensitivityContrast, trajectory: Int, place: Int, response: SensitivityResponse?
  )

  /// A comparison at a point of a trajectory, with a column for each assumption; empty is as in the study.
  private var stepTable: Table<Step> {
    let levels = box.factors.enumerated().map { factor, definition in
      Column<Step>.data(definition.name) { step in
        analysis.design.trajectories[step.trajectory].points[step.place].moves.last { $0.factor == factor }?
          .level
      }
    }
    return SensitivityContrast.table.only("metric", "policy", "baseline").of(\.contrast)
      + ["trajectory": { $0.trajectory + 1 }, "point": { $0.place + 1 }] + Table(levels)
      + SensitivityResponse.differenceTable.of(\.response)
  }

  private var shareTable: Table<(contrast: SensitivityContrast, share: SharesAnalysis.Row, rowsUsed: Int)> {
    SensitivityContrast.table.only("metric", "policy", "baseline").of(\.contrast) + [
      "assumption": { box.factors[$0.share.factor].name }, "first_order": \.share.first.value,
      "first_order_lower": \.share.first.lower, "first_order_upper": \.share.first.upper,
      "total": \.share.total.value, "total_lower": \.share.total.lower, "total_upper": \.share.total.upper,
      "rows_used": \.rowsUsed,
    ]
  }

  package static var record: Table<Self> {
    headTable + [
      "replications_of_a_trajectory": \.heading.replications,
      "trajectories": \.analysis.design.trajectories.count,
      "meaning": { _ in
        "mu: mean change of the paired difference (policy minus baseline) for the whole range of an assumption"
      },
      "conclusions": \.conclusions, "assumptions": \.box.factors.count,
      "points": \.analysis.design.pointCount,
    ] + absenceTable + [
      "comparisons": { report in
        report.contrasts.indices.json(
          report.comparisonTable + [
            "shares": { place in report.shares.map { report.resultTable.json($0.results[place]) } }
          ])
      }
    ] + failureTable
  }

  private var resultTable: Table<SharesAnalysis.Result> {
    [
      "standard_deviation": \.deviation, "rows_used": \.rowsUsed,
      "indices": {
        $0.rows.json([
          "assumption": { box.factors[$0.factor].name }, "first_order": \.first, "total": \.total,
        ])
      },
    ]
  }
}

extension ScreeningReport {
  /// A bar is the mean effect with a line of two standard errors to both sides; open circles are the mean size to both sides.
  package func chart(_ contrast: Int) -> RowChart {
    let own = contrasts[contrast]
    func color(_ verdict: AssumptionVerdict) -> String {
      verdict == .changesSign ? PlotColor.red : PlotColor.blue
    }
    return RowChart(
      title: own.text,
      subtitle:
        "mean change of the difference over the range of each parameter, averaged over the other parameters",
      rows: rows[contrast].filter(\.verdict.isEffect).prefix(20).map { effect in
        let (mean, error) = (effect.mean ?? 0, 2 * (effect.standardError ?? 0))
        let size = effect.meanSize ?? 0
        return RowChart.Row(
          name: box.factors[effect.factor].name,
          bars: [(0, mean, color(effect.verdict), 12), (mean - error, mean + error, PlotColor.text, 1)],
          marks: [-size, size].map { ($0, .circle("#666666", radius: 3, isFilled: false)) })
      }, uprights: [(0, PlotColor.strong)],
      axisTitle: own.unit.isEmpty ? "change of the difference" : "change of the difference, \(own.unit)",
      legend: [
        (.area(color(.changesSign)), "steps change the sign"),
        (.area(color(.effect)), "no step changes the sign"),
        (.none, "thin lines: two standard errors; circles: mu*, to both sides"),
      ], absence: "no effect was detected")
  }
}

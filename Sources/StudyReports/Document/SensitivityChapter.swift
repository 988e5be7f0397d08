import Basics
import OutputAnalysis
import ResultsStore

extension SensitivityTable {
  static func absence(study: String) -> ReportChapter {
    var page = TextPage(
      "No sensitivity analysis has been run for this study. Run the command below, then pass its output folder to "
        + "`slumber report --sensitivity`.")
    page.add(command: "slumber sensitivity \(study) --quick --points 64 --to sensitivity")
    return ReportChapter("assumptions", "Assumptions", page)
  }

  /// The results of the search in the units of the report, with the figures of `slumber sensitivity`.
  func chapter(units: ShownUnits) -> ReportChapter {
    let comparisons = comparisons.map { $0.shown(in: units) }
    var chapter = ReportChapter("assumptions", "Assumptions", page(comparisons))
    let figures = comparisons.enumerated().map { number, comparison in
      let own = comparison.contrast
      let title = own.text.replacing(
        own.metric, with: MetricCatalogue.metric(own.metric)?.label ?? own.metric)
      return ReportFigure(
        "assumptions-\(number + 1)", title,
        svg: RowChart(
          title: title, unit: comparison.unit, base: comparison.inStudy.difference.estimate,
          bars: comparison.bars
        ).svg,
        caption:
          "The difference in `\(own.metric)` at the ends of the range of each parameter with an effect.",
        table: "sensitivity.csv")
    }
    let tables = self.comparisons.reduce(into: TextPage()) { $0.add($1.ends) }
    chapter.add(figures, ReportData("sensitivity.csv", tables))
    return chapter
  }

  private func page(_ comparisons: [Comparison]) -> TextPage {
    var page = TextPage(conclusions.joined(separator: "\n"))
    page.add(
      "\nThe search varied \(assumptions) assumed parameters one at a time, then the influential ones in pairs, with "
        + "\(heading.devices) devices in \(heading.replications) replications"
        + (heading.designPoint == "base" ? "." : ", design point \(heading.designPoint)."))
    for cut in heading.cuts { page.add(cut) }
    page.add("\n" + boundaries.map(\.sentence).joined(separator: "\n"))
    let known = comparisons.compactMap { own in own.share.map { (own.contrast.text, $0.words) } }
    page.add(
      known.isEmpty
        ? TextPage(
          "\nThe search did not sample the parameter space, so the robustness of the verdicts is unknown. Add `--points 64` to "
            + "`slumber sensitivity`.")
        : TextPage(
          TextTable(known, titles: ("comparison", "same sign"), subject: "shares of points")))
    for comparison in comparisons where !comparison.bars.isEmpty {
      let own = comparison.contrast
      page.add("\n\(own.text): \(comparison.inStudy.words) \(comparison.unit) at the defaults")
      page.add(comparison.ends)
    }
    return page
  }
}

extension SensitivityTable.Comparison {
  /// The comparison with its differences in the unit of a report.
  fileprivate func shown(in units: ShownUnits) -> Self {
    let responses = [inStudy] + bars.flatMap { $0.ends.map(\.response) }
    let unit = units(MetricCatalogue.metric(contrast.metric), for: responses.map(\.difference.estimate))
    func scaled(_ response: SensitivityResponse) -> SensitivityResponse { response.scaled(by: 1 / unit.size) }
    var own = self
    own.inStudy = scaled(inStudy)
    own.bars = bars.map { bar in
      SensitivityBar(
        name: bar.name, ends: bar.ends.map { ($0.level, scaled($0.response)) }, verdict: bar.verdict)
    }
    if unit.name != "1" { own.unit = unit.name }
    return own
  }

  /// The differences at the levels of the parameters.
  fileprivate var ends: TextTable {
    TextTable(
      bars.flatMap { bar in bar.ends.map { (bar: bar, end: $0) } },
      [
        .page("parameter", \.bar.name), .page("level", .right, \.end.level),
        .page("difference", .right, \.end.response.words), .page("verdict", \.bar.verdict.text),
      ], subject: contrast.text)
  }
}

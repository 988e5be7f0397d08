import Basics
import OutputAnalysis
import ResultsStore

extension SensitivityTable {
  static func absence(study: String) -> ReportChapter {
    var page = TextPage(
      "Nobody has looked which assumptions decide these verdicts. This command looks, and `slumber report` takes its "
        + "folder with `--sensitivity`:")
    page.add(command: "slumber sensitivity \(study) --quick --points 64 --to sensitivity")
    return ReportChapter("assumptions", "Assumptions", page)
  }

  /// The findings of the search, as `slumber sensitivity` prints and draws them.
  var chapter: ReportChapter {
    var chapter = ReportChapter("assumptions", "Assumptions", page)
    let figures = comparisons.enumerated().map { number, comparison in
      let own = comparison.contrast
      let title = own.text.replacing(
        own.metric, with: MetricCatalogue.metric(own.metric)?.label ?? own.metric)
      return ReportFigure(
        "assumptions-\(number + 1)", title,
        svg: RowChart(
          title: title, own, base: comparison.inStudy.difference.estimate, bars: comparison.bars
        ).svg,
        caption:
          "The difference in `\(own.metric)` at the ends of the range of each assumption with an effect.",
        table: "sensitivity.csv")
    }
    let tables = comparisons.reduce(into: TextPage()) { $0.add($1.ends) }
    chapter.add(figures, ReportData("sensitivity.csv", tables))
    return chapter
  }

  private var page: TextPage {
    var page = TextPage(conclusions.joined(separator: "\n"))
    page.add(
      "\n\(assumptions) assumptions went to the ends of their ranges, then the strongest in pairs, on a fleet of "
        + "their own: \(heading.devices) devices, \(heading.replications) replications"
        + (heading.designPoint == "base" ? "." : ", design point \(heading.designPoint)."))
    for cut in heading.cuts { page.add(cut) }
    page.add("\n" + boundaries.map(\.sentence).joined(separator: "\n"))
    let known = comparisons.compactMap { own in own.share.map { (own.contrast.text, $0.words) } }
    page.add(
      known.isEmpty
        ? TextPage(
          "\nThe search had no points over the box of assumptions, so no verdict has its share. `--points 64` of "
            + "`slumber sensitivity` adds them.")
        : TextPage(
          TextTable(known, titles: ("comparison", "sign of the study"), subject: "shares of points")))
    for comparison in comparisons where !comparison.bars.isEmpty {
      let own = comparison.contrast
      page.add("\n\(own.text): \(comparison.inStudy.words) \(own.unit) in the study as it is")
      page.add(comparison.ends)
    }
    return page
  }
}

extension SensitivityTable.Comparison {
  /// The differences at the levels of the assumptions.
  fileprivate var ends: TextTable {
    TextTable(
      bars.flatMap { bar in bar.ends.map { (bar: bar, end: $0) } },
      [
        .page("assumption", \.bar.name), .page("level", .right, \.end.level),
        .page("difference", .right, \.end.response.words), .page("verdict", \.bar.verdict.text),
      ], subject: contrast.text)
  }
}

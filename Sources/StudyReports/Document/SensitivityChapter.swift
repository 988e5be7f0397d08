import Basics
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
      let label = MetricCatalogue.metric(comparison.metric)?.label ?? comparison.metric
      let title = comparison.text.replacing(comparison.metric, with: label)
      return ReportFigure(
        "assumptions-\(number + 1)", title,
        svg: RowChart(
          title: title, unit: comparison.unit, base: comparison.difference, bars: comparison.bars
        ).svg,
        caption:
          "The difference in `\(comparison.metric)` at the ends of the range of each assumption with an effect.",
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
        + "their own: \(devices) devices, \(replications) replications"
        + (designPoint == "base" ? "." : ", design point \(designPoint)."))
    for cut in cuts { page.add(cut) }
    page.add("\n" + boundaries.map(\.sentence).joined(separator: "\n"))
    let known = comparisons.compactMap { comparison in comparison.share.map { (comparison.text, $0.words) } }
    page.add(
      known.isEmpty
        ? TextPage(
          "\nThe search had no points over the box of assumptions, so no verdict has its share. `--points 64` of "
            + "`slumber sensitivity` adds them.")
        : TextPage(
          TextTable(known, titles: ("comparison", "sign of the study"), subject: "shares of points")))
    for comparison in comparisons where !comparison.bars.isEmpty {
      let base = NumberText.interval(comparison.difference, comparison.halfWidth, isSigned: true)
      page.add("\n\(comparison.text): \(base) \(comparison.unit) in the study as it is")
      page.add(comparison.ends)
    }
    return page
  }
}

extension SensitivityTable.Comparison {
  /// The differences at the levels of the assumptions.
  fileprivate var ends: TextTable {
    var table = TextTable(
      [("assumption", .left), ("level", .right), ("difference", .right), ("verdict", .left)], subject: text)
    for (bar, levels) in zip(bars, levels) {
      for (end, level) in zip(bar.ends, levels) {
        let difference = NumberText.interval(end.difference, end.halfWidth, isSigned: true)
        table.add([bar.name, level, difference, bar.verdict.text])
      }
    }
    return table
  }
}

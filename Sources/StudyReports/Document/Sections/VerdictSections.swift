import OutputAnalysis
import PlainText
import ResultsStore
import StudyMetrics

extension ComparisonReport {
  /// Design points whose tables and figures stand in a report; the others are in its tables.
  static let shownPoints = 6

  /// The first finding, in a sentence for each metric.
  var findingSection: ReportSection {
    var section = ReportSection("finding", "First finding")
    let sentences = ReportFinding(self).sentences
    guard let first = sentences.first else {
      section.add(absence: "There is nothing to compare: the results hold one policy and no factor.")
      return section
    }
    section.body += "<p class=\"finding\">\(first)</p>\n"
    let others = sentences.dropFirst()
    if !others.isEmpty {
      section.body += "<ul>\n\(others.prefix(12).map { "<li>\($0)</li>\n" }.joined())</ul>\n"
    }
    if others.count > 12 { section.add(paragraph: "\(others.count - 12) more stand among the verdicts.") }
    return section
  }

  /// Every judged metric with intervals and verdicts, then fetches and regret.
  var verdictSection: ReportSection {
    var section = ReportSection("verdicts", "Verdicts with intervals")
    let points = comparison.designPoints
    for point in points.prefix(Self.shownPoints) {
      if points.count > 1 { section.add(heading: point) }
      for name in comparison.verdictMetrics {
        guard let found = metricTable(name, in: point), let table = found.table else { continue }
        section.body += "<h4>\(ReportGlossary.link(metric: name))\(HTMLText.escaped(found.heading))</h4>\n"
        section.body += table.html(named: table.subject ?? name, look: ReportGlossary.look(table))
      }
      addRegret(to: &section, in: point)
      if let line = reach?.text(in: point), !line.isEmpty {
        section.body +=
          "<p>\(ReportGlossary.numbers(in: line.trimmingLineEnd, to: ReportGlossary.id(ofMetric: "reachable_open_share")))</p>\n"
      }
    }
    if points.count > Self.shownPoints {
      section.add(
        paragraph:
          "\(points.count - Self.shownPoints) more of \(points.count) design points stand in `comparison.csv`."
      )
    }
    section.body += TextPage(explanation).html()
    if robustness == nil {
      section.add(
        paragraph:
          "No share of points stands beside the verdicts: nobody has looked (see the section on assumptions)."
      )
    }
    section.tables.append(ReportTable(ComparisonRow.table, comparison.rows))
    return section
  }

  private func addRegret(to section: inout ReportSection, in point: String) {
    let page = RegretSection(comparison).page(in: point)
    if page.isEmpty {
      if point == comparison.designPoints.first {
        section.add(
          absence:
            "Fetches needed and regret are not shown: the study did not record them. Add `regret` to `record`."
        )
      }
      return
    }
    let metrics = [
      "fetches made": "fetch_efficiency", "needed": "fetches_needed", "efficiency": "fetch_efficiency",
      "regret s": "regret_staleness_s", "ratio": "regret_ratio",
    ]
    section.body += page.html { table in
      table.html(named: "fetches needed and regret") { column, title, cell in
        guard column > 0, let metric = metrics[title] else { return HTMLCell() }
        return ReportGlossary.look(title: "", cell, metric: metric)
      }
    }
  }

  /// The fronts of two metrics, drawn and as tables.
  var frontSection: ReportSection {
    var section = ReportSection("front", "Front")
    guard let frontier, !frontier.fronts.isEmpty else {
      section.add(
        absence: frontier?.absence
          ?? "A front needs two policies that know no future and have values of both of its metrics.")
      return section
    }
    let title = question.isEmpty ? study : question
    let settings = frontier.settings.count
    for (place, front) in frontier.fronts(ofSettings: Self.shownPoints).enumerated() {
      let several = settings > 1 ? " at \(front.name)" : ""
      let name = "front-\(place + 1)"
      section.add(
        ReportFigure(
          id: name, title: "\(front.metrics.second.name) against \(front.metrics.first.name)\(several)",
          svg: FrontierPlot(front, title: several.isEmpty ? title : front.name).svg(named: name),
          caption:
            "The line joins the \(HTMLText.link(to: ReportGlossary.Term.front.id, "front")); ellipses are joint "
            + "confidence regions of the paired differences from the baseline.",
          table: FrontRow.table.name + ".csv"))
      let table = front.table
      let metrics = front.columnMetrics
      section.body += table.html(named: "front of \(front.metrics.second.name)\(several)") {
        column, title, cell in
        guard column > 0 else { return HTMLCell() }
        return ReportGlossary.look(
          title: title, cell, metric: metrics.indices.contains(column) ? metrics[column] : nil)
      }
    }
    if settings > Self.shownPoints {
      section.add(
        paragraph:
          "The fronts of \(settings - Self.shownPoints) more of \(settings) settings stand in `front.csv`.")
    }
    if let absence = frontier.absence { section.add(paragraph: absence) }
    section.body += TextPage(frontier.explanation).html()
    section.tables.append(ReportTable(FrontRow.table, frontier.rows))
    return section
  }
}

extension String {
  /// The text without line ends at its end.
  var trimmingLineEnd: String {
    var text = self
    while text.last == "\n" { text.removeLast() }
    return text
  }
}

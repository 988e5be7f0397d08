import Basics
import OutputAnalysis
import ResultsStore

extension ComparisonReport {
  var findingSection: ReportSection {
    var section = ReportSection("finding", "First finding")
    let sentences = findings
    guard let first = sentences.first else {
      section.add(absence: "There is nothing to compare: the results hold one policy and no factor.")
      return section
    }
    section.body += "<p class=\"finding\">\(first)</p>\n"
    let others = sentences.dropFirst()
    if !others.isEmpty { section.add(list: others.prefix(12)) }
    if others.count > 12 { section.add(paragraph: "\(others.count - 12) more stand among the verdicts.") }
    return section
  }

  var verdictSection: ReportSection {
    var section = ReportSection("verdicts", "Verdicts with intervals")
    let (points, words) = (comparison.designPoints, words)
    var hasTables = false
    for point in points {
      var part = ReportSection(section.id, section.title)
      for name in comparison.verdictMetrics {
        guard let found = metricTable(name, in: point), !isTold(found), let table = found.table
        else { continue }
        part.body += "<h4>\(ReportGlossary.link(metric: name))\(HTMLText.escaped(found.heading))</h4>\n"
        part.body += table.html(named: table.subject ?? name, look: ReportGlossary.look(table))
        hasTables = true
      }
      addRegret(to: &part, in: point)
      if let line = reach?.text(in: point), !line.isEmpty {
        part.body +=
          "<p>\(ReportGlossary.numbers(in: line, to: ReportGlossary.id(ofMetric: "reachable_open_share")))</p>\n"
      }
      if points.count > 1, !part.body.isEmpty { section.add(heading: words(point)) }
      section.body += part.body
    }
    if hasTables || effects == nil {
      section.body += TextPage(explanation).html()
    } else {
      section.add(paragraph: "One policy was run; its estimates stand among the effects.")
    }
    if let sentence = jointSentence(hasTables: hasTables) { section.add(paragraph: sentence) }
    if let plausible { section.body += plausible.page.html() }
    if robustness.isEmpty {
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
    if page.isEmpty, point == comparison.designPoints.first {
      section.add(
        absence:
          "Fetches needed and regret are not shown: the study did not record them. Add `regret` to `record`.")
    }
    let metrics = [
      "fetches made": "fetch_efficiency", "needed": "fetches_needed", "efficiency": "fetch_efficiency",
      "regret s": "regret_staleness_s", "ratio": "regret_ratio",
    ]
    section.body += page.html { table in
      table.html(named: "fetches needed and regret") { _, title, cell in
        metrics[title].map { ReportGlossary.look(title: "", cell, metric: $0) } ?? HTMLCell()
      }
    }
  }

  var frontSection: ReportSection {
    var section = ReportSection("front", "Front")
    guard let frontier, !frontier.fronts.isEmpty else {
      section.add(
        absence: frontier?.absence
          ?? "A front needs two policies that know no future and have values of both of its metrics.")
      return section
    }
    let (title, words) = (question.isEmpty ? study : question, words)
    let settings = frontier.settings.count
    for (place, front) in frontier.fronts.enumerated() {
      let several = settings > 1 ? " at \(words(front.name))" : ""
      let name = "front-\(place + 1)"
      section.add(
        figure: name, "\(front.metrics.second.label) against \(front.metrics.first.label)\(several)",
        svg: FrontierPlot(front, title: several.isEmpty ? title : words(front.name)).svg(named: name),
        caption: "The line joins the \(ReportGlossary.Term.front.link("front")); ellipses are joint "
          + "confidence regions of the paired differences from the baseline.", table: "front.csv")
      let metrics = front.columnMetrics
      section.body += front.table().html(named: "front of \(front.metrics.second.name)\(several)") {
        column, title, cell in
        column > 0 ? ReportGlossary.look(title: title, cell, metric: metrics[column]) : HTMLCell()
      }
    }
    if let absence = frontier.absence { section.add(paragraph: absence) }
    section.body += TextPage(frontier.explanation).html()
    section.tables.append(ReportTable(PolicyFrontier.Row.table, frontier.rows))
    return section
  }

  var factorSection: ReportSection {
    var section = ReportSection("effects", "Effects of factors")
    guard let effects, var inWords = effectsSection else {
      section.add(absence: "The study varies no factor and has one arm, so there is no effect of one.")
      return section
    }
    let words = words
    inWords.words = words
    let judged = effects.families.filter { $0.factors.count == 1 }.flatMap(\.rows).filter {
      $0.verdict != nil && $0.difference != nil && $0.differenceLower != nil
    }
    let hasPolicies = Set(judged.map(\.policy)).count > 1
    let hasArms = Set(judged.map(\.arm).filter { !$0.isEmpty }).count > 1
    for (number, metric) in judged.map(\.metric).unique.enumerated() {
      let rows = judged.filter { $0.metric == metric }
      // One effect says in the table all that a picture would.
      guard rows.count > 1, let definition = MetricCatalogue.metric(metric) else { continue }
      let unit = ShownUnit(definition.unit, for: rows.map(\.difference))
      let chart = RowChart(
        effects: rows, axisTitle: "\(definition.title(in: unit.name)): level less the first one",
        size: unit.size
      ) { row in
        ((hasArms && !row.arm.isEmpty ? [row.arm] : []) + (hasPolicies ? [row.policy] : [])
          + [words.level(row.factor.level)]).joined(separator: ", ")
      }
      section.add(
        figure: "effect-\(number + 1)", "Effects on \(definition.label)", svg: chart.svg,
        caption: "Each \(ReportGlossary.Term.effect.link("effect")) with its simultaneous "
          + "\(ReportGlossary.Term.interval.link("interval")) for \(ReportGlossary.link(metric: metric)).",
        table: "effects.csv")
    }
    section.body += inWords.page.html { table in
      table.html(named: table.subject ?? "effects", look: ReportGlossary.look(table))
    }
    section.tables.append(ReportTable(EffectRow.table, effects.rows))
    return section
  }

  private typealias Statement = (subject: String, verdict: String, difference: String)

  /// Nothing is chosen: a sentence names every policy, or every level of a factor, by its verdict.
  package var findings: [String] {
    if let effects { return sentences(effects) }
    let words = words
    return comparison.verdictMetrics.flatMap { metric in
      comparison.designPoints.compactMap { point -> String? in
        let rows = comparison.rows.filter {
          $0.designPoint == point && $0.metric == metric && $0.policy != $0.baseline && $0.verdict != nil
        }
        guard let first = rows.first else { return nil }
        let statements = rows.map { row in
          let words =
            Self.words(row.judged, row.nominalJoules) + robustness.map { $0.words(of: row) }.joined()
          return (row.policy, row.verdict ?? "", words)
        }
        let place = comparison.designPoints.count > 1 ? "at \(words(point)), " : ""
        return Self.sentence(metric, first.unit, "\(place)against \(first.baseline)", statements)
      }
    }
  }

  private static func words(_ judged: JudgedDifference, _ nominal: Double?) -> String {
    guard let difference = judged.difference else { return "no estimate" }
    let battery = NumberText.battery(difference, of: nominal)
    return NumberText.difference(judged)
      + (battery.isEmpty ? "" : ", \(battery) of the battery")
  }

  private static func sentence(
    _ metric: String, _ unit: String, _ place: String, _ statements: [Statement]
  ) -> String {
    let verdicts = [
      ("better", "better"), ("slightlyBetter", "slightly better"), ("slightlyWorse", "slightly worse"),
      ("worse", "worse"), ("equivalent", "equivalent"), ("same", "the same"), ("unresolved", "not resolved"),
    ]
    let groups = verdicts.compactMap { verdict, words -> String? in
      let found = statements.filter { $0.verdict == verdict }
      guard !found.isEmpty else { return nil }
      var names = found.prefix(6).map { statement in
        HTMLText.element("strong", [:], HTMLText.escaped(statement.subject)) + " ("
          + ReportGlossary.numbers(in: statement.difference, to: ReportGlossary.id(ofMetric: metric)) + ")"
      }
      if found.count > names.count { names.append("\(found.count - names.count) more") }
      return "\(SensitivityReport.list(names)) \(found.count == 1 ? "is" : "are") \(words)"
    }
    let notes = ([unit == "1" ? nil : unit] + [MetricCatalogue.metric(metric)?.betterWay]).compactMap(\.self)
    return "\(ReportGlossary.link(metric: metric)) (\(HTMLText.escaped(notes.joined(separator: ", ")))), "
      + "\(HTMLText.escaped(place)): \(groups.joined(separator: "; "))."
  }
}

extension MetricDefinition {
  var betterWay: String? { polarity.map { _ in "\(polarityWord) is better" } }
}

extension RowChart {
  /// - Parameter size: The size of the shown unit in that of the rows.
  package init(effects: [EffectRow], axisTitle: String, size: Double = 1, name: (EffectRow) -> String) {
    let (good, bad) = (PlotColor.blue, PlotColor.red)
    let colors = ["better": good, "slightlyBetter": good, "slightlyWorse": bad, "worse": bad]
    func color(_ verdict: String) -> String { colors[verdict] ?? PlotColor.gray }
    self.init(
      rows: effects.compactMap { row in
        guard let verdict = row.verdict, let middle = row.difference, let low = row.differenceLower,
          let high = row.differenceUpper
        else { return nil }
        return Row(
          name: name(row), bars: [(low / size, high / size, color(verdict), 2)],
          marks: [(middle / size, .circle(color(verdict)))])
      }, uprights: [(0, PlotColor.middle)], axisTitle: axisTitle,
      legend: ["better", "worse", "neither"].map { (.circle(color($0)), $0) })
  }
}

import Basics
import OutputAnalysis
import ResultsStore

extension ComparisonReport {
  /// The tables of `slumber compare`, with figures of its fronts and effects.
  var chapter: ReportChapter {
    var page = heading
    page.add(details)
    var chapter = ReportChapter("comparison", "Comparison", page)
    if RegretSection(comparison).page(in: comparison.designPoints.first ?? "").isEmpty {
      chapter.page.add(
        "\nFetches needed and regret are not shown: the study did not record them. Add `regret` to `record`.")
    }
    chapter.data.append(
      ReportData(ComparisonRow.table.withFactors(of: comparison.rows, \.levels), comparison.rows))
    if let frontier {
      let rows = frontier.rows
      chapter.add(
        figures(frontier), ReportData(PolicyFrontier.Row.table.withFactors(of: rows, \.point.levels), rows))
    }
    guard let effects else { return chapter }
    for kind in EffectRow.Kind.allCases {
      let rows = effects.rows.filter { $0.kind == kind }
      guard !rows.isEmpty else { continue }
      chapter.add(kind == .level ? figures(effects) : [], ReportData(EffectRow.table(of: kind), rows))
    }
    return chapter
  }

  private func figures(_ frontier: FrontierSection) -> [ReportFigure] {
    let (several, words) = (frontier.settings.count > 1, words)
    return frontier.fronts.enumerated().map { place, front in
      let name = "front-\(place + 1)"
      let title = several ? words(front.name) : question.isEmpty ? study : question
      return ReportFigure(
        name,
        "\(front.metrics.second.label) against \(front.metrics.first.label)"
          + (several ? " at \(words(front.name))" : ""),
        svg: FrontierPlot(front, title: title, units: units).svg(named: name),
        caption:
          "The line joins the front. Ellipses are joint confidence regions of the paired differences from "
          + "the baseline.", table: "front.csv")
    }
  }

  private func figures(_ effects: FactorEffects) -> [ReportFigure] {
    let words = words
    let judged = effects.families.filter { $0.factors.count == 1 }.flatMap(\.rows).filter {
      $0.verdict != nil && $0.difference != nil && $0.differenceLower != nil
    }
    let hasPolicies = Set(judged.map(\.policy)).count > 1
    let hasArms = Set(judged.map(\.arm).filter { !$0.isEmpty }).count > 1
    return judged.map(\.metric).unique.enumerated().compactMap { number, metric in
      let rows = judged.filter { $0.metric == metric }
      // The table shows one effect as well as a figure does.
      guard rows.count > 1, let definition = MetricCatalogue.metric(metric) else { return nil }
      let unit = units(definition, for: rows.map(\.difference))
      let chart = RowChart(
        effects: rows, axisTitle: "\(definition.title(in: unit.name)): level minus the first level",
        size: unit.size
      ) { row in
        ((hasArms && !row.arm.isEmpty ? [row.arm] : []) + (hasPolicies ? [row.policy] : [])
          + [words.level(row.factor.level)]).joined(separator: ", ")
      }
      return ReportFigure(
        "effect-\(number + 1)", "Effects on \(definition.label)", svg: chart.svg,
        caption: "Each effect on `\(metric)` with its simultaneous interval.", table: "effects.csv")
    }
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

package struct PopulationTable: Sendable {
  package struct Row: Sendable {
    package let name, value, band, verdict, source: String

    package init(name: String, value: String, band: String, verdict: String, source: String) {
      (self.name, self.value, self.band, self.verdict, self.source) = (name, value, band, verdict, source)
    }
  }

  package let policy, designPoint: String
  package let devices: Int
  package let rows: [Row]

  package init(policy: String, designPoint: String, devices: Int, rows: [Row]) {
    (self.policy, self.designPoint, self.devices, self.rows) = (policy, designPoint, devices, rows)
  }

  /// A sentence with the facts outside their bands; nil if all facts are inside.
  var outside: String? {
    let facts = rows.filter { $0.verdict == "outside" }.map { "\($0.name) \($0.value) (band \($0.band))" }
    guard !facts.isEmpty else { return nil }
    return
      "The simulated devices are outside published bands, by chance or by the model: \(facts.joined(separator: "; "))."
  }

  static func chapter(_ population: PopulationTable?, study: String, isRecorded: Bool) -> ReportChapter {
    var chapter = ReportChapter("population", "Population check")
    guard !isRecorded else {
      chapter.page.add(
        "The devices replay recordings, which do not represent a population, so their facts have no verdict.")
      return chapter
    }
    if let population, !population.rows.isEmpty {
      chapter.page.add(population.page)
      chapter.data.append(ReportData("population.csv", population.page))
    }
    chapter.page.add(
      "\nThe following command measures all facts about the study's population with 2,000 separate devices. It compares each "
        + "fact with a published band, and ends with exit code 5 if a fact is outside:")
    chapter.page.add(command: "slumber describe \(study) --check-population")
    return chapter
  }

  private var page: TextPage {
    var page = TextPage(
      "The stored runs show these facts about \(CountText.text(devices, "device")) after warm-up under \(policy)"
        + (designPoint == "base" ? "" : " at \(designPoint)")
        + ", with published bands. A small number of devices can be outside a band by chance.")
    page.add(
      TextTable(
        rows,
        [
          .page("fact", \.name), .page("here", .right, \.value), .page("band", \.band),
          .page("verdict", \.verdict), .page("source of the band", \.source),
        ]))
    return page
  }
}

import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore

struct ReportCaveats {
  let report: ComparisonReport
  let design: StudyDesign
  let sensitivity: SensitivityTable?
  let population: PopulationTable?

  var section: ReportSection {
    var section = ReportSection("caveats", "Caveats")
    section.body += report.incompleteness.html()
    section.add(list: items)
    return section
  }

  private var items: [String] {
    var items: [String] = []
    if design.replications < 10 {
      let replications = CountText.text(design.replications, "replication")
      items.append(
        linked(
          "All intervals rest on \(replications); a small number is easily misled by one fleet.",
          to: .replication))
    }
    for point in report.comparison.designPoints {
      guard let line = report.reach?.text(in: point), !line.isEmpty else { continue }
      let place = report.comparison.designPoints.count > 1 ? "\(report.words(point)): " : ""
      items.append(
        HTMLText.escaped(place)
          + ReportGlossary.numbers(in: line, to: ReportGlossary.id(ofMetric: "reachable_open_share")) + ".")
    }
    // Phones of a study's own archetypes, or recorded ones, are not meant to be as people's phones on average.
    if design.hasNamedPopulation, let outside = population?.outside {
      items.append(HTMLText.escaped(outside))
    }
    items.append(assumptions)
    if let gates { items.append(gates) }
    items += (report.remarks + report.provenance).map { HTMLText.prose($0) }
    let judged = report.comparison.rows.filter { $0.verdict != nil }
    let warned = judged.count { !$0.warnings.isEmpty }
    if warned > 0 {
      items.append(
        linked(
          "The intervals of \(warned) of \(judged.count) differences may cover less often than stated; the lines below the "
            + "verdicts say which.", to: .interval))
    }
    return items
  }

  private var assumptions: String {
    let all = ParameterCatalogue.all
    let assumed = all.count { $0.grade == .d }
    let general =
      "\(assumed) of \(all.count) parameters of this program are assumptions, because the platform publishes nothing."
    let found =
      sensitivity.map { $0.conclusions.joined(separator: " ") } ?? "Nobody has looked which of them decide."
    return linked("\(general) \(found)", to: .assumption)
  }

  private var gates: String? {
    guard let name = report.comparison.rows.first?.baseline,
      let baseline = design.policies.first(where: { $0.label == name })
    else { return nil }
    let fewer = design.policies.filter { $0.gates.count < baseline.gates.count }
    guard !fewer.isEmpty else { return nil }
    let list = fewer.map { "\($0.label) (\($0.gates.count))" }
    return linked(
      "Some policies obey fewer soft gates than \(baseline.label) (\(baseline.gates.count)), so they may start work that it "
        + "may not: \(list.joined(separator: ", ")).", to: .gates)
  }

  private func linked(_ text: String, to term: ReportGlossary.Term) -> String {
    ReportGlossary.numbers(in: text, to: term.id)
  }
}

extension SensitivityTable {
  static func absence(study: String) -> ReportSection {
    var section = ReportSection("assumptions", "Assumptions")
    section.add(
      absence:
        "Nobody has looked which assumptions decide these verdicts. This command looks, and `slumber report` takes its "
        + "folder with `--sensitivity`:",
      command: "slumber sensitivity \(study) --quick --points 64 --to sensitivity")
    return section
  }

  package var section: ReportSection {
    var section = ReportSection("assumptions", "Assumptions")
    func link(_ line: String) {
      section.body += "<p>\(ReportGlossary.numbers(in: line, to: ReportGlossary.Term.assumption.id))</p>\n"
    }
    for line in conclusions { link(line) }
    section.add(
      paragraph:
        "\(assumptions) assumptions went to the ends of their ranges, then the strongest in pairs, on a fleet of "
        + "their own: \(devices) devices, \(replications) replications"
        + (designPoint == "base" ? "." : ", design point \(designPoint)."))
    for cut in cuts { section.add(paragraph: cut) }
    for boundary in boundaries { link(boundary.sentence) }
    addShares(to: &section)
    var table = ReportTable(
      "sensitivity.csv",
      columns: [
        "metric", "unit", "policy", "baseline", "in_study", "in_study_half_width", "assumption", "verdict",
        "level", "difference", "half_width",
      ])
    for (number, comparison) in comparisons.enumerated() {
      let label = MetricCatalogue.metric(comparison.metric)?.label ?? comparison.metric
      let title = comparison.text.replacing(comparison.metric, with: label)
      section.add(
        figure: "assumptions-\(number + 1)", title,
        svg: RowChart(
          title: title, unit: comparison.unit, base: comparison.difference, bars: comparison.bars
        ).svg,
        caption: "The difference at the ends of the range of each "
          + "\(ReportGlossary.Term.assumption.link("assumption")) with an effect, for "
          + "\(ReportGlossary.link(metric: comparison.metric)).", table: table.name)
      for (bar, levels) in zip(comparison.bars, comparison.levels) {
        for (end, level) in zip(bar.ends, levels) {
          table.add([
            comparison.metric, comparison.unit, comparison.policy, comparison.baseline, comparison.difference,
            comparison.halfWidth, bar.name, bar.verdict.rawValue, level, end.difference, end.halfWidth,
          ])
        }
      }
    }
    section.tables.append(table)
    return section
  }

  private func addShares(to section: inout ReportSection) {
    let known = comparisons.compactMap { comparison in comparison.share.map { (comparison.text, $0.words) } }
    guard !known.isEmpty else {
      section.add(
        absence:
          "The search had no points over the box of assumptions, so no verdict carries its share. `--points 64` of "
          + "`slumber sensitivity` adds them.")
      return
    }
    let table = TextTable(known, titles: ("comparison", "sign of the study"))
    section.body += table.html(named: "share of points") { column, _, _ in
      column > 0 ? HTMLCell(target: ReportGlossary.Term.share.id) : HTMLCell()
    }
  }
}

package struct PopulationTable: Sendable {
  package struct Row: Sendable {
    package let name, value, band, verdict, source: String
    package let number: Double

    package init(name: String, value: String, number: Double, band: String, verdict: String, source: String) {
      (self.name, self.value, self.band) = (name, value, band)
      (self.verdict, self.source, self.number) = (verdict, source, number)
    }
  }

  package let policy, designPoint: String
  package let devices: Int
  package let rows: [Row]

  package init(policy: String, designPoint: String, devices: Int, rows: [Row]) {
    (self.policy, self.designPoint, self.devices, self.rows) = (policy, designPoint, devices, rows)
  }

  /// The facts outside their bands, in a sentence; nil for none.
  var outside: String? {
    let facts = rows.filter { $0.verdict == "outside" }.map { "\($0.name) \($0.value) (band \($0.band))" }
    guard !facts.isEmpty else { return nil }
    return
      "These phones lie outside published bands, by chance or by the model: \(facts.joined(separator: "; "))."
  }

  static func section(_ population: PopulationTable?, study: String, isRecorded: Bool) -> ReportSection {
    var section = ReportSection("population", "Population check")
    guard !isRecorded else {
      section.add(
        paragraph: "The devices replay recordings and stand for no population, so that nothing is judged.")
      return section
    }
    if let population, !population.rows.isEmpty { population.add(to: &section) }
    section.add(
      absence:
        "This command measures all facts about the study's population, on 2,000 phones of its own, and judges each by a "
        + "published band (exit code 5 where one is missed):",
      command: "slumber describe \(study) --check-population")
    return section
  }

  private func add(to section: inout ReportSection) {
    section.add(
      paragraph:
        "Facts that the stored runs tell of \(CountText.text(devices, "phone")) after warm-up under \(policy)"
        + (designPoint == "base" ? "" : " at \(designPoint)")
        + ", beside published bands. Small fleets lie outside a band by chance.")
    let table = TextTable(
      rows,
      [
        .page("fact", \.name), .page("here", .right, \.value), .page("band", \.band),
        .page("verdict", \.verdict), .page("source of the band", \.source),
      ])
    section.body += table.html(named: "Facts about the population")
    section.tables.append(
      ReportTable(
        "population.csv", columns: ["fact", "value", "shown", "band", "verdict", "source"],
        rows: rows.map { [$0.name, $0.number, $0.value, $0.band, $0.verdict, $0.source] }))
  }
}

import Basics
import ResultsStore

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

  var section: ReportSection {
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
      section.add(
        figure: "assumptions-\(number + 1)", comparison.text,
        svg: RowChart(
          title: comparison.text, unit: comparison.unit, base: comparison.difference, bars: comparison.bars
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

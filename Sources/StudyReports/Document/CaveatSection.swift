import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore

struct ReportCaveats {
  let report: ComparisonReport
  let design: StudyDesign
  let sensitivity: SensitivityTable?

  private static let fewReplications = 10

  var section: ReportSection {
    var section = ReportSection("caveats", "Caveats")
    section.body += report.incompleteness.html()
    section.add(list: items)
    return section
  }

  /// HTML of each caveat.
  private var items: [String] {
    var items: [String] = []
    let replications = CountText.text(design.replications, "replication")
    if design.replications < Self.fewReplications {
      items.append(
        linked(
          "All intervals rest on \(replications); a small number is easily misled by one fleet.",
          to: .replication))
    }
    if let reach = report.reach {
      for point in report.comparison.designPoints.prefix(ComparisonReport.shownPoints) {
        let line = reach.text(in: point).trimmingLineEnd
        guard !line.isEmpty else { continue }
        let place = report.comparison.designPoints.count > 1 ? "\(point): " : ""
        items.append(
          HTMLText.escaped(place)
            + ReportGlossary.numbers(in: line, to: ReportGlossary.id(ofMetric: "reachable_open_share")) + ".")
      }
    }
    items.append(assumptions)
    if let gates { items.append(gates) }
    items += report.remarks.map { HTMLText.prose($0) }
    items += report.provenance.map { HTMLText.prose($0) }
    let judged = report.comparison.rows.filter { $0.verdict != nil }
    let warned = judged.filter { !$0.warnings.isEmpty }.count
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

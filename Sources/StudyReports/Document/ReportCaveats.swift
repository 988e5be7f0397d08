import Basics
import ModelParameters
import ResultsStore

/// Caveats that no other chapter of a report has.
struct ReportCaveats {
  let report: ComparisonReport
  let design: StudyDesign
  let sensitivity: SensitivityTable?
  let population: PopulationTable?

  var page: TextPage { TextPage(items.joined(separator: "\n\n")) }

  private var items: [String] {
    var items: [String] = []
    if design.replications < 10 {
      let replications = CountText.text(design.replications, "replication")
      items.append("All intervals depend on \(replications); one fleet can mislead a small number.")
    }
    // Phones of a study's own archetypes, or recorded ones, are not meant to be as people's phones on average.
    if design.hasNamedPopulation, let outside = population?.outside { items.append(outside) }
    items.append(assumptions)
    if let gates { items.append(gates) }
    let judged = report.comparison.rows.filter { $0.verdict != nil }
    let warned = judged.count { !$0.warnings.isEmpty }
    if warned > 0 {
      items.append(
        "The intervals of \(warned) of \(judged.count) differences may cover less often than stated. The lines below the "
          + "verdicts name them.")
    }
    return items
  }

  private var assumptions: String {
    let all = ParameterCatalogue.all
    let assumed = all.count { $0.grade == .d }
    let general =
      "\(assumed) of \(all.count) parameters of this program are assumptions, because the platform publishes nothing."
    return sensitivity == nil ? "\(general) Nobody has looked which of them decide." : general
  }

  private var gates: String? {
    guard let name = report.comparison.rows.first?.baseline,
      let baseline = design.policies.first(where: { $0.label == name })
    else { return nil }
    let fewer = design.policies.filter { $0.gates.count < baseline.gates.count }
    guard !fewer.isEmpty else { return nil }
    let list = fewer.map { "\($0.label) (\($0.gates.count))" }
    return
      "Some policies obey fewer soft gates than \(baseline.label) (\(baseline.gates.count)), so they may start work that it "
      + "may not: \(list.joined(separator: ", "))."
  }
}

import Basics
import ModelParameters
import ResultsStore

/// The caveats that other chapters of a report do not have.
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
      items.append("All intervals depend on \(replications), so one unusual replication can distort them.")
    }
    // Custom archetypes and recorded devices do not represent the average of people's phones.
    if design.hasNamedPopulation, let outside = population?.outside { items.append(outside) }
    items.append(assumptions)
    if let gates { items.append(gates) }
    let judged = report.comparison.rows.filter { $0.verdict != nil }
    let warned = judged.count { !$0.warnings.isEmpty }
    if warned > 0 {
      items.append(
        "\(warned) of \(judged.count) intervals may have less coverage than stated. The lines below the tables of the comparison "
          + "name them.")
    }
    return items
  }

  private var assumptions: String {
    let all = ParameterCatalogue.all
    let assumed = all.count { $0.grade == .d }
    let general =
      "slumber assumes \(assumed) of \(all.count) parameters, because Apple does not publish them."
    return sensitivity == nil
      ? "\(general) No sensitivity analysis shows how the verdicts depend on these parameters." : general
  }

  private var gates: String? {
    guard let name = report.comparison.rows.first?.baseline,
      let baseline = design.policies.first(where: { $0.label == name })
    else { return nil }
    let fewer = design.policies.filter { $0.gates.count < baseline.gates.count }
    guard !fewer.isEmpty else { return nil }
    let list = fewer.map { "\($0.label) (\($0.gates.count))" }
    return
      "Some policies obey fewer soft gates than `\(baseline.label)` (\(baseline.gates.count)) and can therefore start more work: "
      + "\(list.joined(separator: ", "))."
  }
}

import Basics
import OutputAnalysis
import Workload

package struct AblationReport: Sendable, Record {
  package var study: String
  package var designPoint: String
  package var designPoints: Int
  package var devices: Int
  package var replications: Int
  /// Devices of a recording, which are no population.
  package var isTraced: Bool
  package var failures: [AblationResults.Failure]
  package var ablation: Ablation

  package init(
    _ ablation: Ablation, study: String, designPoint: String, designPoints: Int, devices: Int, isTraced: Bool,
    replications: Int, results: AblationResults
  ) {
    (self.ablation, self.study, self.designPoint) = (ablation, study, designPoint)
    (self.designPoints, self.devices, self.isTraced) = (designPoints, devices, isTraced)
    (self.replications, failures) = (replications, results.failures)
  }

  private var plan: AblationPlan { ablation.plan }
  package var text: String { page.text() }

  package var page: TextPage {
    var page = TextPage(incompleteness)
    page.add("\(study), \(plan.policy.label): the effect of each factor and condition")
    let place =
      designPoints > 1 ? "\(designPoint), the one of \(designPoints) design points that was run; " : ""
    page.add(place + "\(CountText.text(replications, "replication")) of \(CountText.text(devices, "device"))")
    for line in settingLines { page.add(line) }
    page.add("A row is the policy with that off minus the policy as it is.\n\n")
    page.add(table)
    page.add("\n" + explanation)
    for remark in ablation.remarks + incompletePairs { page.add(remark) }
    return page
  }

  private var incompleteness: String {
    guard !failures.isEmpty else { return "" }
    let runs = plan.settings.count * replications
    var text = "INCOMPLETE: \(runs - failures.count) of \(runs) runs done, \(failures.count) failed\n"
    for failure in failures.prefix(3) { text += "  failed: \(failure.label), \(failure.text)\n" }
    if failures.count > 3 { text += "  and \(failures.count - 3) more\n" }
    return text
  }

  private var settingLines: [String] {
    var lines: [String] = []
    let changed = plan.policy.changes.map { "\($0.parameter) = \($0.value)" }
    if !changed.isEmpty { lines.append("Not at its default: " + changed.joined(separator: ", ")) }
    for reason in plan.absences.map(\.reason).unique {
      let names = plan.absences.filter { $0.reason == reason }.map(\.name)
      lines.append("Left out, being \(reason): " + names.joined(separator: ", "))
    }
    if isTraced {
      lines.append(
        "Intervals cover the generated parts only: \(CountText.text(devices, "device")), not a population")
    }
    return lines
  }

  private var table: TextTable {
    let metrics = ablation.metrics
    var table = TextTable(
      [(title: "off", alignment: .left)] + metrics.map { (title: $0.name, alignment: .right) },
      indentation: 2)
    if metrics.contains(where: { $0.unit != "1" }) {
      table.add([""] + metrics.map { $0.unit == "1" ? "" : $0.unit })
    }
    table.add(
      ["nothing (mean)"]
        + metrics.map { metric in
          let mean = ablation.baseMeans.first { $0.metric == metric.name }
          return NumberText.interval(mean?.mean, mean?.halfWidth)
        })
    for variant in plan.variants where !isWithoutEffect(variant) {
      let isHard = variant.kind == .factor && variant.enforcement == "hard"
      table.add(
        [variant.name + (isHard ? " (hard)" : "")]
          + metrics.map { metric in
            let found = ablation.difference(variant, metric.name)
            return NumberText.interval(found?.difference, found?.halfWidth, isSigned: true)
          })
    }
    return table
  }

  private func isWithoutEffect(_ variant: AblationPlan.Variant) -> Bool {
    ablation.metrics.allSatisfy { metric in
      guard let found = ablation.difference(variant, metric.name) else { return true }
      return found.difference == 0 && (found.halfWidth ?? 0) == 0
    }
  }

  private var explanation: String {
    let idle = plan.variants.filter(isWithoutEffect).map(\.name)
    var text = idle.isEmpty ? "" : "No difference in any run: \(idle.joined(separator: ", "))\n"
    guard replications > 1 else {
      return text + "One replication has no intervals: add some with --replications N.\n"
    }
    for metric in ablation.metrics {
      let names = plan.variants.filter { ablation.isClear($0, metric.name) }.map(\.name)
      if !names.isEmpty { text += "\(metric.name) is clear of 0 for \(names.joined(separator: ", "))\n" }
    }
    text +=
      "The intervals of the \(ablation.familySize) differences hold together at "
      + "\(NumberText.percent(ablation.confidence)) % confidence.\n"
    if plan.variants.contains(where: { $0.name == "appUsage" }), plan.policy.hasScore {
      text += "With appUsage off, usage leaves the score too. The score itself is no factor and stays.\n"
    }
    return text
  }

  private var incompletePairs: [String] {
    ablation.metrics.compactMap { metric in
      let least = ablation.differences.filter { $0.metric == metric.name && !$0.notes.isEmpty }
        .map(\.replicationsUsed).min()
      return least.map {
        "\(metric.name): some differences rest on \(CountText.text($0, "replication")) only"
      }
    }
  }

  private static func unit(_ metric: String) -> String { MetricCatalogue.metric(metric)?.unit ?? "" }

  package static let record: Table<Self> = [
    "study": \.study, "design_point": \.designPoint, "policy": \.plan.policy.label, "devices": \.devices,
    "replications": \.replications,
    "meaning": { _ in "difference: the policy with it off minus the policy as it is" },
    "confidence": \.ablation.confidence, "family_size": \.ablation.familySize,
    "settings": \.plan.settings.count, "base": { setting($0.plan.base, of: $0.plan.policy) },
    "variants": { report in
      report.plan.variants.json([
        "off": \.name, "kind": \.kind.rawValue, "enforcement": \.enforcement,
        "setting": { setting($0.setting, of: report.plan.policy) },
      ])
    }, "left_out": { $0.plan.absences.json(["name": \.name, "reason": \.reason]) },
    "base_means": {
      $0.ablation.baseMeans.json([
        "metric": \.metric, "unit": { unit($0.metric) }, "mean": \.mean, "half_width": \.halfWidth,
      ])
    },
    "differences": {
      $0.ablation.differences.json([
        "off": \.variant.name, "metric": \.metric, "unit": { unit($0.metric) }, "mean": \.mean,
        "difference": \.difference, "half_width": \.halfWidth, "p_adjusted": \.adjustedPValue,
        "replications_used": \.replicationsUsed, "notes": \.notes,
      ])
    },
    "failures": { $0.failures.json(["run": \.label, "error": \.text]) }, "remarks": \.ablation.remarks,
  ]

  private static func setting(_ setting: AblationSetting, of policy: AblationPolicy) -> JSONValue {
    let factors = LiftableFactor.sevenFactors.enumerated().compactMap { place, factor in
      factor.parameter.map { name in
        JSONValue.Member(name, .string(setting.off.contains(place) ? "off" : policy.enforcements[place]))
      }
    }
    return .record(
      setting,
      ["factors": { _ in JSONValue.object(factors) }, "enforces": { $0.enforces.reasons.map(\.name) }])
  }

}

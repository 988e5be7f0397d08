import Basics
import OutputAnalysis
import Workload

package struct AblationReport: Sendable, Record {
  package var study: String
  package var designPoint: String
  package var designPoints: Int
  package var devices: Int
  package var replications: Int
  /// Whether the devices come from a recording, which does not represent a population.
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
    page.add("\(study), \(plan.policy.label): effect of each soft gate, and of factors and the score")
    let place = designPoints > 1 ? "\(designPoint), one of \(designPoints) design points; " : ""
    page.add(place + "\(CountText.text(replications, "replication")) of \(CountText.text(devices, "device"))")
    for line in settingLines { page.add(line) }
    page.addGap()
    for sentence in answer { page.add(sentence) }
    let (gates, parts) = (shown { $0 == .gate || $0 == .allGates }, shown { $0 == .factor || $0 == .score })
    page.add("\nBy gate: each row shows the change when the policy does not obey that soft gate.")
    page.add(table(gates, hasMeans: true))
    if !parts.isEmpty {
      page.add("\nBy factor and score: each row shows the change when that part is switched off.")
      page.add(table(parts, hasMeans: false))
    }
    page.add("\n" + explanation)
    for remark in ablation.remarks + incompletePairs { page.add(remark) }
    return page
  }

  /// A sentence for each metric: the largest resolved effect, and the names of the other resolved effects.
  private var answer: [String] {
    guard replications > 1 else {
      return ["One replication has no confidence intervals. Add replications with --replications N."]
    }
    return ablation.metrics.map { metric in
      let clear = plan.variants.filter { ablation.isClear($0, metric.name) }
      func size(_ variant: AblationPlan.Variant) -> Double {
        abs(ablation.difference(variant, metric.name)?.difference ?? 0)
      }
      guard let most = clear.max(by: { size($0) < size($1) }) else {
        return "\(metric.markedName): the runs do not resolve any effect."
      }
      let found = ablation.difference(most, metric.name)
      let effect = NumberText.interval(found?.difference, found?.halfWidth, isSigned: true)
      let others = clear.map(\.name).filter { $0 != most.name }
      return "\(metric.markedName): the largest resolved effect is \(effect)"
        + (metric.unit == "1" ? "" : " \(metric.unit)") + " without \(most.name)"
        + (others.isEmpty ? "." : "; further resolved effects: \(others.joined(separator: ", ")).")
    }
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
    if !changed.isEmpty { lines.append("Changed parameters: " + changed.joined(separator: ", ")) }
    for reason in plan.absences.map(\.reason).unique {
      let names = plan.absences.filter { $0.reason == reason }.map(\.name)
      lines.append("Left out (\(reason)): " + names.joined(separator: ", "))
    }
    if isTraced {
      lines.append(
        "Intervals cover the generated parts only: \(CountText.text(devices, "device")), not a population")
    }
    return lines
  }

  private func shown(_ isShown: (AblationPlan.Variant.Kind) -> Bool) -> [AblationPlan.Variant] {
    plan.variants.filter { isShown($0.kind) && !isWithoutEffect($0) }
  }

  private func table(_ variants: [AblationPlan.Variant], hasMeans: Bool) -> TextTable {
    let metrics = ablation.metrics
    var table = TextTable(
      [(title: "off", alignment: .left)] + metrics.map { (title: $0.markedName, alignment: .right) },
      indentation: 2)
    if metrics.contains(where: { $0.unit != "1" }) {
      table.add([""] + metrics.map { $0.unit == "1" ? "" : $0.unit })
    }
    if hasMeans {
      table.add(
        ["nothing (mean)"]
          + metrics.map { metric in
            let mean = ablation.baseMeans.first { $0.metric == metric.name }
            return NumberText.estimate(mean?.mean, mean?.halfWidth)
          })
    }
    for variant in variants {
      table.add(
        [variant.name + (variant.enforcement == "hard" ? " (hard)" : "")]
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
    guard replications > 1 else { return text }
    text +=
      "The intervals of the \(ablation.familySize) differences are simultaneous at "
      + "\(NumberText.percent(ablation.confidence)) % confidence.\n"
    if plan.policy.hasScore {
      text +=
        "`factor.appUsage` is the gate and the part of learned use in the score. "
        + "Without the score, each candidate starts that no gate denies.\n"
    }
    return text
  }

  private var incompletePairs: [String] {
    ablation.metrics.compactMap { metric in
      let least = ablation.differences.filter { $0.metric == metric.name && !$0.notes.isEmpty }
        .map(\.replicationsUsed).min()
      return least.map {
        "\(metric.name): some differences are based on only \(CountText.text($0, "replication"))"
      }
    }
  }

  private static func unit(_ metric: String) -> String { MetricCatalogue.metric(metric)?.unit ?? "" }

  package static let record: Table<Self> = [
    "study": \.study, "design_point": \.designPoint, "policy": \.plan.policy.label, "devices": \.devices,
    "replications": \.replications,
    "meaning": { _ in "difference: the policy with it off minus the unchanged policy" },
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
      [
        "factors": { _ in JSONValue.object(factors) }, "enforces": { $0.enforces.reasons.map(\.name) },
        "score": { $0.hasScore && policy.hasScore },
      ])
  }

}

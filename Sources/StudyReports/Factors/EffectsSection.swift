import Basics
import OutputAnalysis
import ResultsStore

struct EffectsSection {
  let effects: FactorEffects
  var hasInteractions = false
  /// Metrics to show; all if empty.
  var metrics: [String] = []
  var units = ShownUnits()

  private var shown: [FactorEffects.Family] {
    effects.families.filter { hasInteractions || $0.factors.count == 1 }.compactMap { family in
      let rows = family.rows.filter { metrics.isEmpty || metrics.contains($0.metric) }
      return rows.isEmpty ? nil : FactorEffects.Family(factors: family.factors, rows: rows)
    }
  }

  /// Families whose intervals the section shows.
  var familyCount: Int { shown.count { $0.rows.contains { $0.verdict != nil } } }

  var page: TextPage {
    let shown = shown
    guard !shown.isEmpty else { return TextPage() }
    let rows = shown.flatMap(\.rows)
    if rows.contains(where: \.isRegression) { return Self.regression(rows, effects.plan) }
    var page = TextPage()
    for family in shown { page.add(table(family)) }
    page.addGap()
    page.add(VerdictText.legend)
    let sizes = shown.map { family in
      count(family)
    }
    let warnings = VerdictText.warnings(
      rows.filter { $0.verdict != nil }.map {
        ("\($0.factor.level.name) on \($0.metric)", "\($0.policy) at \($0.factor.level.value)", $0.warnings)
      })
    let hasFactors = shown.contains { !$0.isOfArms }
    let pooling =
      effects.isComplete
      ? " Levels of other factors are pooled."
      : " Not all combinations were run. Levels are compared at points that differ in the factor only. A fractional design "
        + "without such points compares over all points, where effects are confounded with interactions of other factors."
    page.add("\(familySentence) \(sizes.joined(separator: ", "))." + (hasFactors ? pooling : ""))
    page.add(warnings)
    return page
  }

  private func count(_ family: FactorEffects.Family) -> String {
    let count = family.rows.count { $0.verdict != nil }
    return "\(count) of \(family.isOfArms ? "the arm" : family.factors.joined(separator: " × "))"
  }

  private var familySentence: String {
    "Simultaneous \(NumberText.percent(effects.plan.confidence)) % confidence intervals for all effects of a factor "
      + "(Bonferroni):"
  }

  private static func regression(_ rows: [EffectRow], _ plan: ComparisonPlan) -> TextPage {
    var page = TextPage("\neffects of factors that vary together: standardized regression coefficients")
    let hasArms = Set(rows.map(\.arm)).count > 1
    func subject(_ row: EffectRow) -> String {
      "\(hasArms ? "\(row.arm): " : "")\(row.metric), \(row.policy)"
    }
    for name in rows.map(subject).unique {
      let own = rows.filter { subject($0) == name }
      page.add("\n  \(name): \(own.first?.notes.first ?? "")")
      page.add(
        TextTable(
          own,
          [
            .page("factor", \.factor.level.name),
            .page("coefficient", .right) { NumberText.interval($0.estimate, $0.halfWidth, isSigned: true) },
            .page("note") { $0.notes.dropFirst().joined(separator: "; ") },
          ], indentation: 2, subject: name))
    }
    page.add(
      "\nA coefficient is the change of the metric, in its standard deviations, per standard deviation of the factor, with a "
        + "\(NumberText.percent(plan.confidence)) % interval. Use it only if the model explains most of the variance.\n"
    )
    return page
  }

  private func table(_ family: FactorEffects.Family) -> TextPage {
    let title =
      family.factors.count > 1
      ? "interaction of \(family.factors.joined(separator: " and ")): difference of their effects"
      : family.isOfArms
        ? "effect of the arm: difference from the first arm"
        : "effect of \(family.factors[0]): difference from the first level"
    let used = family.rows.map(\.replicationsUsed).max() ?? 0
    var page = TextPage("\n\(title), \(CountText.text(used, "replication"))")
    let hasArms = Set(family.rows.map(\.arm)).count > 1
    for (place, rows) in family.groups.enumerated() {
      if place > 0 { page.addGap() }
      let unit = units(MetricCatalogue.metric(rows[0].metric), for: rows.map(\.estimate))
      page.add("  \(hasArms ? "\(rows[0].arm): " : "")\(label(rows[0], unit, effects.plan))")
      var table = table(rows, family, unit, subject: (hasArms ? rows[0].arm + " " : "") + rows[0].metric)
      table.caption = TextTable.caption(
        MetricCatalogue.metric(rows[0].metric)?.title(in: unit.name) ?? rows[0].metric,
        hasArms ? "arm \(rows[0].arm)" : nil, facts(rows[0], unit, effects.plan) + [title])
      table.note = "\(familySentence) \(count(family)). \(CountText.text(used, "replication"))."
      page.add(table)
      for row in rows where !row.notes.isEmpty {
        let levels = [row.factor.level.value] + (row.second.map { [$0.level.value] } ?? [])
        page.add("  \(row.policy) at \(levels.joined(separator: ", ")): \(row.notes.joined(separator: "; "))")
      }
    }
    return page
  }

  private func table(
    _ rows: [EffectRow], _ family: FactorEffects.Family, _ unit: ShownUnit, subject: String
  ) -> TextTable {
    let isInteraction = family.factors.count > 1
    let first = family.rows.first?.factor.first.value ?? ""
    let levels: Table<EffectRow> =
      isInteraction
      ? [
        .page(family.factors[0], \.factor.level.value),
        .page(family.factors[1]) { $0.second?.level.value ?? "" },
      ] : [.page(family.isOfArms ? "arm" : "level", \.factor.level.value)]
    return TextTable(
      rows,
      [.page("policy", \.policy)] + levels + [
        .page("estimate", .right, unit: unit.name) {
          NumberText.estimate(
            unit($0.estimate), unit($0.halfWidth), ends: (unit($0.estimateLower), unit($0.estimateUpper)))
        },
        .page("battery", .right) { NumberText.battery($0.estimate, of: $0.nominalJoules) },
        .page(isInteraction ? "interaction" : "minus \(first)", .right, unit: unit.name) {
          $0.verdict == nil
            ? (family.isOfArms ? "first arm" : "first level")
            : NumberText.difference($0.judged, unit)
        },
        .page("corr.", .right) { NumberText.correlation($0.correlation) },
        .page("p (adjusted)", .right) { NumberText.probability($0.adjustedPValue) },
        .page("verdict") { VerdictText.words($0.judged) },
        .page("extra replications", .right) { VerdictText.needed($0.judged) },
        .page("ratio", .right) { NumberText.ratio($0.judged) },
      ], indentation: 2, subject: "effect of \(family.factors.joined(separator: " and ")) on \(subject)"
    ).withoutEmptyColumns
  }

  /// `energy_j_per_day (J/d, lower is better, margin 1 %)`.
  private func label(_ row: EffectRow, _ unit: ShownUnit, _ plan: ComparisonPlan) -> String {
    let parts = (row.unit == "1" ? [] : [unit.name]) + facts(row, unit, plan)
    return "\(MetricCatalogue.marked(row.metric)) (\(parts.joined(separator: ", ")))"
  }

  private func facts(_ row: EffectRow, _ unit: ShownUnit, _ plan: ComparisonPlan) -> [String] {
    let parts = MetricCatalogue.metric(row.metric)?.betterWay.map { [$0] } ?? []
    let margin = plan.metrics.first { $0.name == row.metric }?.margin
    // Only an absolute margin is the same for all rows.
    let width: Double? = if case .absolute(let size)? = margin { unit(size) } else { nil }
    return parts + (NumberText.margin(margin, width: width).map { [$0] } ?? [])
  }

  var json: JSONValue { .array(shown.flatMap(\.rows).map(\.json)) }
}

extension FactorEffects.Family {
  var isOfArms: Bool { factors == [FactorDesign.Factor.arms] }

  /// The rows of each metric, and of each arm if there are several.
  var groups: [[EffectRow]] {
    rows.reduce(into: []) { groups, row in
      if let last = groups.last?.first, last.metric == row.metric, last.arm == row.arm {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
  }
}

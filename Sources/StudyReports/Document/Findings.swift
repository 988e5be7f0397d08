import Basics
import OutputAnalysis
import ResultsStore

/// A sentence of the first section of a report: policies, or metrics, by their verdicts.
private struct Finding {
  /// The change is empty for a statement without one.
  typealias Statement = (subject: String, verdict: Verdict, change: String)

  let start: String
  let statements: [Statement]

  private static let verdicts: [(verdict: Verdict, words: String)] = [
    (.better, "better"), (.slightlyBetter, "slightly better"), (.slightlyWorse, "slightly worse"),
    (.worse, "worse"), (.equivalent, "equivalent"), (.same, "the same"), (.unresolved, "not resolved"),
  ]
  private static let longest = 6

  var text: String {
    let groups = Self.verdicts.compactMap { verdict, words -> String? in
      let found = statements.filter { $0.verdict == verdict }
      guard !found.isEmpty else { return nil }
      var names = found.prefix(Self.longest).map {
        $0.subject + ($0.change.isEmpty ? "" : " (\($0.change))")
      }
      if found.count > names.count { names.append("\(found.count - names.count) more") }
      return "\(SensitivityReport.list(names)) \(found.count == 1 ? "is" : "are") \(words)"
    }
    return "\(start.prefix(1).uppercased())\(start.dropFirst()): \(groups.joined(separator: "; "))."
  }

  var hasEffect: Bool {
    statements.contains { ![.equivalent, .same, .unresolved].contains($0.verdict) }
  }
}

extension ComparisonReport {
  var words: PointWords { PointWords(comparison.designPoints) }

  /// A sentence for each judged metric, which names every policy by its verdict; in a study with factors or arms one for each
  /// level, those with an effect first.
  package var findings: [String] {
    let found = effects.map(findings) ?? comparison.verdictMetrics.flatMap(findings)
    let ordered = effects == nil ? found : found.filter(\.hasEffect) + found.filter { !$0.hasEffect }
    return ordered.map(\.text)
  }

  private func findings(_ metric: String) -> [Finding] {
    comparison.designPoints.compactMap { point in
      let rows = comparison.rows.filter {
        $0.designPoint == point && $0.metric == metric && $0.policy != $0.baseline
      }
      let statements = rows.compactMap { row -> Finding.Statement? in
        guard let verdict = row.verdict.flatMap(Verdict.init) else { return nil }
        let change = Self.change(row.judged, row.unit, from: nil, to: row.mean, row.nominalJoules)
        return (row.policy, verdict, change + robustness.map { $0.words(of: row) }.joined())
      }
      guard let first = rows.first, !statements.isEmpty else { return nil }
      let place = comparison.designPoints.count > 1 ? ", at \(words(point))" : ""
      let way = MetricCatalogue.metric(metric)?.betterWay.map { " (\($0))" } ?? ""
      return Finding(
        start: "\(Self.label(metric))\(way)\(place), against \(first.baseline)", statements: statements)
    }
  }

  private func findings(_ effects: FactorEffects) -> [Finding] {
    let words = words
    return effects.families.filter { $0.factors.count == 1 }.flatMap { family in
      let hasArms = Set(family.rows.map(\.arm)).count > 1
      let hasPolicies = Set(family.rows.map(\.policy)).count > 1
      let judged = family.rows.filter { $0.verdict != nil }
      func key(_ row: EffectRow) -> [String] { [row.arm, row.policy, row.factor.level.value] }
      return judged.map(key).unique.compactMap { found -> Finding? in
        let rows = judged.filter { key($0) == found }
        guard let first = rows.first else { return nil }
        let side = first.factor
        let subject =
          family.isOfArms
          ? "arm \(side.level.value) instead of \(side.first.value)"
          : "\(words.factor(side.level.name)) \(side.level.value) instead of \(side.first.value)"
        let place = (hasArms ? ["in arm \(first.arm)"] : []) + (hasPolicies ? ["under \(first.policy)"] : [])
        let start = (place + [subject]).joined(separator: ", ")
        return Finding(start: start, statements: rows.compactMap(Self.statement))
      }
    }
  }

  /// A change is shown for a verdict that claims one.
  private static func statement(_ row: EffectRow) -> Finding.Statement? {
    guard let verdict = row.verdict.flatMap(Verdict.init) else { return nil }
    let isOpen = [.equivalent, .same, .unresolved].contains(verdict)
    let change =
      isOpen ? "" : change(row.judged, row.unit, from: row.firstEstimate, to: row.estimate, row.nominalJoules)
    return (label(row.metric), verdict, change)
  }

  private static func label(_ metric: String) -> String {
    MetricCatalogue.metric(metric)?.label ?? metric
  }

  /// `111 to 80 J/d, −31 ± 5, −0.07 % of the battery`.
  private static func change(
    _ judged: JudgedDifference, _ unit: String, from first: Double?, to last: Double?, _ nominal: Double?
  ) -> String {
    guard let difference = judged.difference else { return "no estimate" }
    let shown = ShownUnit(unit, for: [first, last])
    let name = unit == "1" ? "" : " \(shown.name)"
    var parts = ["\(NumberText.difference(judged, shown))\(first == nil ? name : "")"]
    if let first, let last {
      let halfWidth = judged.differenceHalfWidth ?? 0
      let places = NumberText.decimals(of: shown(halfWidth > 0 ? halfWidth : abs(last - first)))
      func text(_ value: Double) -> String { NumberText.fixed(shown(value), decimals: places) }
      parts.insert("\(text(first)) to \(text(last))\(name)", at: 0)
    }
    let battery = NumberText.battery(difference, of: nominal)
    return (parts + (battery.isEmpty ? [] : ["\(battery) of the battery"])).joined(separator: ", ")
  }
}

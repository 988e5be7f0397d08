import Basics
import OutputAnalysis
import ResultsStore

/// Words for the design points and the factors of a study, for headings, legends and sentences: of a key path the last steps that
/// no other factor has.
struct PointWords: Sendable {
  private let factors: [String: String]
  private let hasArms: Bool

  init(_ points: [String]) {
    let paths = points.flatMap { Self.levels($0).map(\.path) }.unique
    factors = Dictionary(uniqueKeysWithValues: paths.map { ($0, Self.short($0, among: paths)) })
    hasArms = Set(points.map(Self.arm)).count > 1
  }

  /// `floor 30 min, discretionary true`, with the arm where there are several.
  func callAsFunction(_ point: String) -> String {
    let levels = Self.levels(point).map { "\(factor($0.path)) \($0.value)" }
    return ((hasArms || levels.isEmpty ? [Self.arm(point)] : []) + levels).joined(separator: ", ")
  }

  func factor(_ path: String) -> String { factors[path] ?? path }

  func level(_ level: FactorLevel) -> String {
    level.name == FactorDesign.Factor.arms ? level.value : "\(factor(level.name)) \(level.value)"
  }

  private static func arm(_ point: String) -> String { String(point.prefix { $0 != ";" }) }

  private static func levels(_ point: String) -> [(path: String, value: String)] {
    point.split(separator: ";").dropFirst().map { level in
      let path = level.prefix { $0 != "=" }
      return (String(path), String(level.dropFirst(path.count + 1)))
    }
  }

  private static func short(_ path: String, among paths: [String]) -> String {
    let steps = path.split(separator: ".")
    for count in 1..<max(2, steps.count) {
      let words = steps.suffix(count).joined(separator: ".")
      if !paths.contains(where: { $0 != path && $0.hasSuffix(".\(words)") }) { return words }
    }
    return path
  }
}

extension ComparisonReport {
  var words: PointWords { PointWords(comparison.designPoints) }

  /// A sentence for each level of a factor, or arm, under each policy, those with an effect first. What an interval
  /// leaves open is not claimed.
  func sentences(_ effects: FactorEffects) -> [String] {
    let words = words
    let all = effects.families.filter { $0.factors.count == 1 }.flatMap {
      family -> [(text: String, hasEffect: Bool)] in
      let hasArms = Set(family.rows.map(\.arm)).count > 1
      let hasPolicies = Set(family.rows.map(\.policy)).count > 1
      let judged = family.rows.filter { $0.verdict != nil }
      func key(_ row: EffectRow) -> [String] { [row.arm, row.policy, row.factor.level.value] }
      return judged.map(key).unique.compactMap { found in
        let rows = judged.filter { key($0) == found }
        guard let first = rows.first else { return nil }
        let side = first.factor
        let subject =
          family.isOfArms
          ? "arm \(side.level.value) instead of \(side.first.value)"
          : "changing \(words.factor(side.level.name)) from \(side.first.value) to \(side.level.value)"
        let place = (hasArms ? ["in arm \(first.arm)"] : []) + (hasPolicies ? ["under \(first.policy)"] : [])
        let start = (place + [subject]).joined(separator: ", ")
        return Self.sentence(start.prefix(1).uppercased() + start.dropFirst(), rows)
      }
    }
    return (all.filter(\.hasEffect) + all.filter { !$0.hasEffect }).map(\.text)
  }

  private static func sentence(_ subject: String, _ rows: [EffectRow]) -> (text: String, hasEffect: Bool) {
    let shown = rows.filter { ["better", "slightlyBetter", "slightlyWorse", "worse"].contains($0.verdict) }
    let fresh = shown.filter { $0.metric.contains("staleness") || $0.metric.contains("fresh") }
    var clauses: [String] = []
    if !fresh.isEmpty {
      let better = fresh.count { $0.isBetter }
      let words = better == fresh.count ? "fresher" : better == 0 ? "staler" : "fresher in one way only"
      clauses.append("makes content \(words): \(fresh.map(change).joined(separator: ", "))")
    }
    for row in shown where !fresh.contains(where: { $0.metric == row.metric }) {
      guard row.unit == "J/d", let difference = row.difference else {
        clauses.append("\(row.difference ?? 0 > 0 ? "raises" : "lowers") \(change(row))")
        continue
      }
      let joules = NumberText.interval(abs(difference), row.differenceHalfWidth)
      let battery = NumberText.battery(abs(difference), of: row.nominalJoules)
      let text = "\(joules) J a day" + (battery.isEmpty ? "" : " (\(battery) of the battery)")
      clauses.append(
        "\(row.isBetter ? "saves" : "costs") \(ReportGlossary.numbers(in: text, to: id(row))) of "
          + ReportGlossary.link(metric: row.metric))
    }
    let left = rows.filter { row in !shown.contains { $0.metric == row.metric } }
      .map { ReportGlossary.link(metric: $0.metric) }
    let rest = left.isEmpty ? "" : "no effect shown on \(SensitivityReport.list(left))"
    let start = HTMLText.element("strong", [:], HTMLText.escaped(subject))
    if clauses.isEmpty { return ("\(start): \(rest).", false) }
    return ("\(start) \(SensitivityReport.list(clauses))" + (rest.isEmpty ? "." : "; \(rest)."), true)
  }

  private static func id(_ row: EffectRow) -> String { ReportGlossary.id(ofMetric: row.metric) }

  /// `opens with fresh content 58 → 73 % (+15 ± 4)`.
  private static func change(_ row: EffectRow) -> String {
    guard let first = row.firstEstimate, let now = row.estimate else { return row.metric }
    let isShare = row.unit == "1" && row.metric.contains("share")
    let unit = ShownUnit(row.unit, for: [first, now])
    let scale = isShare ? 100 : 1 / unit.size
    let halfWidth = (row.differenceHalfWidth ?? 0) * scale
    let places = NumberText.decimals(of: halfWidth > 0 ? halfWidth : abs(now - first) * scale)
    func text(_ value: Double) -> String { NumberText.fixed(value * scale, decimals: places) }
    let name = isShare ? " %" : row.unit == "1" ? "" : " \(unit.name)"
    let difference = NumberText.interval(row.difference.map { $0 * scale }, halfWidth, isSigned: true)
    return ReportGlossary.link(metric: row.metric) + " "
      + ReportGlossary.numbers(in: "\(text(first)) → \(text(now))\(name) (\(difference))", to: id(row))
  }
}

extension EffectRow {
  fileprivate var isBetter: Bool { judged.verdict == "better" || judged.verdict == "slightlyBetter" }
}

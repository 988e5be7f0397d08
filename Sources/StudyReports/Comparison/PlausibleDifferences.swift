import Basics
import OutputAnalysis
import RandomStreams
import ResultsStore

/// Differences of policies with their sampling error and their range over plausible parameter sets.
///
/// The points are levels of a factor: the defaults of the study, then plausible sets of a fit.
package struct PlausibleDifferences: Sendable {
  package static let factor = "plausible_point"
  /// The level with the study's defaults.
  package static let base = "base"

  struct Row: Sendable {
    /// The levels of other factors and the arm; empty for a study with one setting.
    let setting: String
    let contrast: SensitivityContrast
    /// The difference at the study's defaults, with the half-width of its 95 % interval.
    let difference: Double
    let halfWidth: Double
    /// The least and the greatest estimate over the points.
    let range: ClosedRange<Double>
    let share: PointShare?
  }

  let rows: [Row]
  let points: Int

  /// - Returns: nil if the runs have no plausible sets.
  init?(_ compared: ComparedRuns, plan: ComparisonPlan) throws {
    let levels = compared.levels
    guard levels.values.contains(where: { Self.level($0) != nil }) else { return nil }
    let metrics = plan.metrics.map(\.name).filter { MetricCatalogue.metric($0)?.deviceQuantile == nil }
    let settings = Dictionary(grouping: compared.runs) { Self.setting($0, levels[$0.designPoint] ?? []) }
    let names = compared.runs.map { Self.setting($0, levels[$0.designPoint] ?? []) }.unique
    var (rows, count): ([Row], Int) = ([], 0)
    for name in names {
      let own = settings[name] ?? []
      let points = own.map(\.designPoint).unique
      let labels = own.map(\.policy).unique
      let baseline = plan.baseline ?? labels[0]
      let contrasts = SensitivityContrast.all(
        policies: [baseline] + labels.filter { $0 != baseline }, metrics: metrics)
      func responses(_ point: String, _ base: [PolicyRun]) throws -> [SensitivityResponse?] {
        try SensitivityContrast.responses(
          contrasts, moved: own.filter { $0.designPoint == point }, base: base)
      }
      guard let first = points.first(where: { Self.level(levels[$0] ?? []) == Self.base }) else { continue }
      let base = own.filter { $0.designPoint == first }
      let atBase = try responses(first, base)
      let moved = try points.filter { $0 != first }.map { try responses($0, base) }
      count = max(count, moved.count)
      for (place, contrast) in contrasts.enumerated() {
        let found = moved.compactMap { $0[place] }
        let estimates = found.map(\.difference.estimate)
        guard let known = atBase[place], let least = estimates.min(), let most = estimates.max() else {
          continue
        }
        rows.append(
          Row(
            setting: names.count > 1 ? name : "", contrast: contrast, difference: known.difference.estimate,
            halfWidth: known.halfWidth, range: least...most,
            share: SignShare(found, isNegative: known.difference.estimate < 0).map { PointShare($0) }))
      }
    }
    (self.rows, points) = (rows, count)
  }

  /// The level of a point by its number, from 0.
  package static func level(ofPoint number: Int) -> String { "p\(number + 1)" }

  private static func level(_ levels: [FactorLevel]) -> String? {
    levels.first { $0.name == factor }?.value
  }

  private static func setting(_ run: PolicyRun, _ levels: [FactorLevel]) -> String {
    let others = levels.filter { $0.name != factor }.map { "\($0.name)=\($0.value)" }
    return ([run.arm] + others).joined(separator: ";")
  }

  /// Whether runs with these levels have the study's defaults.
  static func isBase(_ levels: [FactorLevel]) -> Bool { level(levels).map { $0 == base } ?? true }

  func page(units: ShownUnits = ShownUnits()) -> TextPage {
    var page = TextPage("\nDifferences over \(CountText.text(points, "plausible parameter set"))")
    for setting in rows.map(\.setting).unique {
      let own = rows.filter { $0.setting == setting }
      for metric in own.map(\.contrast.metric).unique {
        let rows = own.filter { $0.contrast.metric == metric }
        let unit = units(MetricCatalogue.metric(metric), for: rows.map(\.difference))
        let name = unit.name == "1" ? "" : unit.name
        page.add(
          (setting.isEmpty ? "" : "\(setting), ") + MetricCatalogue.marked(metric)
            + (name.isEmpty ? "" : " (\(name))"))
        page.add(table(rows, unit, name))
      }
    }
    page.add(
      [
        "estimate (95 % CI)": "difference at the study's defaults, with its sampling error",
        "range over points": "least and greatest estimate over the points",
        "same sign": "points in which the estimate has the same sign as at the defaults",
        "noise-adjusted": "the same as a percentage, corrected for sampling error, with a 95 % interval",
      ] as Legend)
    return page
  }

  private func table(_ rows: [Row], _ unit: ShownUnit, _ name: String) -> TextTable {
    TextTable(
      rows,
      [
        .page("minus \(rows.first?.contrast.baseline ?? "")", \.contrast.policy),
        .page("estimate (95 % CI)", .right, unit: name) {
          NumberText.interval(unit($0.difference), unit($0.halfWidth), isSigned: true)
        },
        .page("range over points", .right, unit: name) { row in
          let ends = [unit(row.range.lowerBound), unit(row.range.upperBound)]
          let decimals = NumberText.decimals(of: ends.map(abs).max() ?? 0, significant: 3)
          return ends.map { NumberText.fixed($0, decimals: decimals) }.joined(separator: " to ")
        },
        .page("same sign", .right) { row in
          row.share?.withSign.map { "\($0) of \(row.share?.points ?? 0)" } ?? row.share?.words ?? ""
        },
        .page("noise-adjusted", .right) { $0.share?.noiseAdjustedText ?? "" },
      ], indentation: 2, subject: rows.first?.contrast.metric)
  }

  var json: JSONValue {
    rows.json([
      "setting": \.setting, "metric": \.contrast.metric, "policy": \.contrast.policy,
      "baseline": \.contrast.baseline, "difference": \.difference, "half_width": \.halfWidth,
      "least": \.range.lowerBound, "greatest": \.range.upperBound, "share": \.share,
    ])
  }
}

extension SignShare {
  init?(_ responses: [SensitivityResponse], isNegative: Bool, effectiveSize: Double? = nil) {
    let found = responses.map(\.values)
    let common = (found.first ?? [:]).keys.filter { key in found.allSatisfy { $0[key] != nil } }.sorted()
    self.init(
      found.map { values in common.compactMap { values[$0] } }, isNegative: isNegative,
      effectiveSize: effectiveSize)
  }

  /// Creates the share from values by point, then by replication, with a separate random stream.
  package init?(_ values: [[Double]], isNegative: Bool, effectiveSize: Double? = nil) {
    let stream = RandomStream(.bootstrap)
    let shape = effectiveSize.map { min(1, $0 / Double(max(1, values.count))) } ?? 1
    self.init(
      values, isNegative: isNegative, uniform: { stream.uniform() },
      weight: shape == 1 ? nil : { max(stream.gamma(shape: shape, scale: 1), .leastNormalMagnitude) },
      choose: { stream.integer(below: $0) })
  }
}

import Basics
import OutputAnalysis
import RandomStreams
import ResultsStore

/// Differences of policies with both of their uncertainties: that of the phones, and that of the assumptions, which a study
/// has as levels of a factor: its own values, then points that a fit has left.
package struct PlausibleDifferences: Sendable {
  package static let factor = "plausible_point"
  /// The level at which the study is as it is.
  package static let base = "base"

  struct Row: Sendable {
    /// The other levels and the arm; empty where there is one setting only.
    let setting: String
    let contrast: SensitivityContrast
    /// At the values of the study, with the half-width of its own 95 % interval.
    let difference: Double
    let halfWidth: Double
    /// The least and the greatest estimate over the points.
    let range: ClosedRange<Double>
    let share: PointShare?
  }

  let rows: [Row]
  let points: Int

  /// - Returns: nil where the runs are of no plausible points.
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

  private static func level(_ levels: [FactorLevel]) -> String? {
    levels.first { $0.name == factor }?.value
  }

  private static func setting(_ run: PolicyRun, _ levels: [FactorLevel]) -> String {
    let others = levels.filter { $0.name != factor }.map { "\($0.name)=\($0.value)" }
    return ([run.arm] + others).joined(separator: ";")
  }

  /// Whether runs with these levels are of the study as it is.
  static func isBase(_ levels: [FactorLevel]) -> Bool { level(levels).map { $0 == base } ?? true }

  var page: TextPage {
    var page = TextPage("\nDifferences over \(CountText.text(points, "plausible point"))")
    for setting in rows.map(\.setting).unique {
      let own = rows.filter { $0.setting == setting }
      for metric in own.map(\.contrast.metric).unique {
        let table = table(own.filter { $0.contrast.metric == metric })
        page.add((setting.isEmpty ? "" : "\(setting), ") + metric)
        page.add(table)
      }
    }
    page.add(
      """
      estimate (95 % CI): the difference at the values of the study, with its sampling error
      range over parameter sets: the least and the greatest estimate over the plausible points
      same sign: the plausible points at which the estimate has the sign of the difference in the study
      noise-adjusted: the same share after sampling error is removed, with a 95 % interval
      """)
    return page
  }

  private func table(_ rows: [Row]) -> TextTable {
    let unit = rows.first.flatMap { MetricCatalogue.metric($0.contrast.metric)?.unit } ?? ""
    return TextTable(
      rows,
      [
        .page("minus \(rows.first?.contrast.baseline ?? "")", \.contrast.policy),
        .page("estimate (95 % CI)", .right, unit: unit) {
          NumberText.interval($0.difference, $0.halfWidth, isSigned: true)
        },
        .page("range over parameter sets", .right, unit: unit) { row in
          let decimals = NumberText.decimals(
            of: max(abs(row.range.lowerBound), abs(row.range.upperBound)), significant: 3)
          return [row.range.lowerBound, row.range.upperBound]
            .map { NumberText.fixed($0, decimals: decimals) }.joined(separator: " to ")
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
  init?(_ responses: [SensitivityResponse], isNegative: Bool) {
    let found = responses.map(\.values)
    let common = (found.first ?? [:]).keys.filter { key in found.allSatisfy { $0[key] != nil } }.sorted()
    self.init(found.map { values in common.compactMap { values[$0] } }, isNegative: isNegative)
  }

  /// The share from values by point, then by what they have in common, with a stream of its own.
  package init?(_ values: [[Double]], isNegative: Bool) {
    let stream = RandomStream(.bootstrap)
    self.init(
      values, isNegative: isNegative, uniform: { stream.uniform() }, choose: { stream.integer(below: $0) })
  }
}

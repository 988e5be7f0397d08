import OutputAnalysis
import ResultsStore

/// The differences that have to be known well enough before replications stop, and how well.
///
/// The rule looks at half-widths only, never at the sign of a difference: a rule that stops when a difference is
/// significant finds differences where there are none.
package struct PrecisionPlan: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    case margin
    /// R / (1 + R) of the baseline's estimate.
    case relative(RelativePrecisionRule)
  }

  package let target: Target
  package let limit: Int
  /// The family of differences whose intervals are simultaneous. The margins of its metrics are the half-widths that
  /// are asked for.
  package let comparison: ComparisonPlan

  package init(_ comparison: ComparisonPlan, target: Target, limit: Int) {
    var comparison = comparison
    if case .relative(let rule) = target {
      for place in comparison.metrics.indices { comparison.metrics[place].margin = .relative(rule.threshold) }
    }
    (self.comparison, self.target, self.limit) = (comparison, target, max(1, limit))
  }

  package var checkpoints: [Int] { RelativePrecisionRule.checkpoints(endingAt: limit) }

  var words: String {
    switch target {
    case .margin: "half-widths of all differences at most their margins"
    case .relative(let rule):
      "half-widths of all differences at most R / (1 + R) of the baseline's estimate, R = "
        + "\(NumberText.percent(rule.relativeError)) %"
    }
  }
}

package struct PrecisionCheck: Sendable {
  package struct Row: Sendable, Hashable {
    package let designPoint, metric, policy: String
    /// The half-width of the difference, or of the logarithm of the ratio if the margin is a factor.
    package let halfWidth: Double?
    /// The largest half-width that will do; nil where it is a share of a baseline without an estimate.
    package let wanted: Double?
    /// The checkpoint at which the half-width will do if the spread stays as it is; nil if that is not known.
    package let expected: Int?
    package let replications: Int
    let hasEstimate: Bool

    /// Whether the half-width will do. One of 0 always does, one that is missing never.
    package var isPrecise: Bool {
      guard let halfWidth else { return false }
      return halfWidth == 0 || wanted.map { halfWidth <= $0 } ?? false
    }

    package var ratio: Double? {
      guard let halfWidth, let wanted, wanted > 0 else { return nil }
      return halfWidth / wanted
    }
  }

  package let rows: [Row]
  package let withoutValues: [String]

  package init(_ runs: [PolicyRun], plan: PrecisionPlan, devices: [String: DeviceDistribution] = [:]) throws {
    let comparison = plan.comparison
    let points = try PointComparison.all(runs, comparison, devices)
    rows = try PointComparison.families(points, comparison).flatMap {
      try Self.rows(of: $0, confidence: comparison.confidence)
    }
    let known = Set(rows.map(\.metric))
    withoutValues = comparison.metrics.map(\.name).filter { !known.contains($0) }
  }

  private static func rows(of points: [PointComparison], confidence: Double) throws -> [Row] {
    let family = try VerdictFamily(points.flatMap(\.members), confidence: confidence)
    let judged = points.flatMap { own in own.judged.map { (point: own.point.designPoint, difference: $0) } }
    return try zip(judged, family.outcomes).map { judged, outcome in
      Row(
        designPoint: judged.point, metric: judged.difference.metric, policy: judged.difference.policy,
        halfWidth: outcome.precision.halfWidth, wanted: outcome.precision.wanted,
        expected: try expected(outcome, confidence: family.singleConfidence),
        replications: outcome.replicationsUsed, hasEstimate: outcome.difference != nil)
    }
  }

  private static func expected(_ outcome: VerdictFamily.Outcome, confidence: Double) throws -> Int? {
    guard let wanted = outcome.precision.wanted, wanted > 0,
      let deviation = outcome.precision.standardDeviation
    else { return nil }
    let total = try SteinSampleSize.total(
      count: outcome.replicationsUsed, standardDeviation: deviation, halfWidth: wanted,
      confidence: confidence)
    return total.map { RelativePrecisionRule.checkpoint(after: $0 - 1) }
  }

  package var judged: [Row] { rows.filter(\.hasEstimate) }

  /// The differences without an estimate, which need no half-width: for example, `never` has no share of started work.
  package var withoutEstimate: [Row] { rows.filter { !$0.hasEstimate } }
  package var open: [Row] { judged.filter { !$0.isPrecise } }
  package var isPrecise: Bool { !judged.isEmpty && open.isEmpty }

  /// - Parameter runIDs: Identities of the runs of whole replications; others are not looked at.
  package init(_ file: ResultsFile, runIDs: Set<String>, plan: PrecisionPlan) throws {
    let runs = try file.policyRuns().filter { runIDs.contains($0.runID) }
    var devices: [String: DeviceDistribution] = [:]
    if plan.comparison.metrics.contains(where: { MetricCatalogue.metric($0.name)?.deviceQuantile != nil }) {
      for id in runIDs { devices[id] = DeviceDistribution(try file.deviceFacts(of: id)) }
    }
    try self.init(runs, plan: plan, devices: devices)
  }
}

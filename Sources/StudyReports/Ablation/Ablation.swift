import Basics
import OutputAnalysis
import ResultsStore

/// The effect of each part of a policy: the policy without it minus the policy with it, over common replications.
///
/// All differences shown form one family, whose intervals hold together (Bonferroni).
package struct Ablation: Sendable {
  package struct Difference: Sendable, Hashable {
    package var variant: AblationPlan.Variant
    package var metric: String
    package var mean: Double?
    /// Variant minus base; nil where no replication has both.
    package var difference: Double?
    /// Half-width of the simultaneous interval; nil for one replication.
    package var halfWidth: Double?
    /// p-value, adjusted by Bonferroni over the family; nil where the difference does not vary.
    package var adjustedPValue: Double?
    package var replicationsUsed: Int
    package var notes: [String]
  }

  package struct BaseMean: Sendable, Hashable {
    package var metric: String
    package var mean: Double
    /// Half-width of its own interval, which is not simultaneous with others; nil for one replication.
    package var halfWidth: Double?
  }

  package let plan: AblationPlan
  package let metrics: [MetricDefinition]
  /// Confidence of all intervals of differences together, 0 to 1.
  package let confidence: Double
  let baseMeans: [BaseMean]
  /// The differences by metric, then variant.
  package let differences: [Difference]
  package var familySize: Int { differences.count }
  package let remarks: [String]

  package static let defaultMetrics = [
    "energy_j_per_day", "background_energy_j_per_day", "launches_per_day", "staleness_at_open_s",
    "fresh_open_share", "refresh_delay_restricted_mean_s",
  ]

  package init(
    _ results: AblationResults, plan: AblationPlan, metrics names: [String] = defaultMetrics,
    confidence: Double = 0.95
  ) throws {
    guard let sample = PointSample.points(of: results.runs).first else { throw ComparisonError.noRuns }
    let found = try names.map { name in
      try MetricCatalogue.comparable(name, in: .population, isJudged: false, isPooled: true)
    }.map { (metric: $0, values: sample.values(of: $0)) }
    let known = found.filter { !$0.values.isEmpty }
    let (metrics, values) = (known.map(\.metric), known.map(\.values))
    let table = AblationTable(plan: plan, metrics: metrics, values: values, confidence: confidence)
    (baseMeans, differences) = (try table.baseMeans(), try table.differences())
    (self.plan, self.metrics, self.confidence) = (plan, metrics, confidence)
    remarks =
      found.filter(\.values.isEmpty).map { "\($0.metric.name): no run has a value" }
      + known.flatMap { metric, values in values.notes.map { "\(metric.name): \($0)" } }
  }

  package func difference(_ variant: AblationPlan.Variant, _ metric: String) -> Difference? {
    differences.first { $0.metric == metric && $0.variant == variant }
  }

  package func isClear(_ variant: AblationPlan.Variant, _ metric: String) -> Bool {
    guard let found = difference(variant, metric), let mean = found.difference,
      let halfWidth = found.halfWidth
    else { return false }
    return abs(mean) > halfWidth
  }
}

private struct AblationTable {
  let plan: AblationPlan
  let metrics: [MetricDefinition]
  let values: [PointSample.Values]
  let confidence: Double

  private func sample(_ metric: Int, _ setting: AblationSetting) -> ReplicationSample {
    if case .sample(let sample) = values[metric].of(plan.label(setting)) { sample } else { .values([]) }
  }

  func baseMeans() throws -> [Ablation.BaseMean] {
    try metrics.enumerated().compactMap { index, metric in
      let values = try sample(index, plan.base).pseudoValues()
      guard values.estimate != nil else { return nil }
      let interval = try MeanInterval(values, confidence: confidence)
      return .init(metric: metric.name, mean: interval.mean, halfWidth: interval.halfWidth)
    }
  }

  func differences() throws -> [Ablation.Difference] {
    let size = metrics.count * plan.variants.count
    let single = try MultiplicityAdjustment.singleConfidence(overall: confidence, size: size)
    var rows: [Ablation.Difference] = []
    var pValues: [Double?] = []
    for (index, metric) in metrics.enumerated() {
      for variant in plan.variants {
        let (own, base) = (sample(index, variant.setting), sample(index, plan.base))
        let common = try ReplicationSample.common([own, base])
        let first = try own.pseudoValues(in: common)
        let second = try base.pseudoValues(in: common)
        let hasBoth = first.estimate != nil && second.estimate != nil
        let difference = hasBoth ? try PairedDifference(of: first, minus: second, confidence: single) : nil
        let incomplete = own.count - common.count
        pValues.append(difference?.pValue)
        rows.append(
          Ablation.Difference(
            variant: variant, metric: metric.name, mean: try own.pseudoValues().estimate,
            difference: difference?.interval.mean, halfWidth: difference?.interval.halfWidth,
            replicationsUsed: common.count,
            notes: incomplete > 0 ? ["no estimate in \(CountText.text(incomplete, "replication"))"] : []))
      }
    }
    for (index, p) in try MultiplicityAdjustment.adjusted(pValues).enumerated() {
      rows[index].adjustedPValue = p
    }
    return rows
  }
}

import OutputAnalysis
import ResultsStore
import StudyMetrics

/// The comparison within one design point.
struct PointComparison {
  /// A difference with a verdict.
  struct Judged {
    let metric: String
    let policy: String
    let member: VerdictFamily.Member
  }

  let point: PointSample
  let baseline: String
  let plan: ComparisonPlan
  /// Remarks on whole metrics.
  private(set) var remarks: [String] = []
  /// The differences with a verdict, in the order of metrics and policies.
  private(set) var judged: [Judged] = []
  private let resamples: ReplicationResamples

  init(
    _ point: PointSample, baseline: String, plan: ComparisonPlan, _ resamples: ReplicationResamples
  ) throws(AnalysisError) {
    self.point = point
    self.baseline = baseline
    self.plan = plan
    self.resamples = resamples
    for metric in plan.metrics {
      guard let definition = MetricCatalogue.metric(metric.name), let polarity = definition.polarity else {
        continue
      }
      let values = point.values(of: definition)
      if values.isEmpty {
        remarks.append("\(metric.name): no run has a value, so it is not part of the family")
        continue
      }
      for policy in point.policies where policy != baseline {
        judged.append(
          Judged(
            metric: metric.name, policy: policy,
            member: VerdictFamily.Member(
              try MetricSeries.pair(values.of(policy), values.of(baseline), resamples),
              margin: metric.margin, polarity: polarity,
              deviceReplications: point.deviceReplications(policy, baseline))))
      }
    }
  }

  /// The differences with a verdict.
  var members: [VerdictFamily.Member] { judged.map(\.member) }

  /// A row per metric of the catalogue and policy.
  ///
  /// - Parameter outcomes: Those of ``members``, in their order.
  func rows(_ outcomes: [VerdictFamily.Outcome]) throws(AnalysisError) -> [ComparisonRow] {
    var verdicts: [String: [String: VerdictFamily.Outcome]] = [:]
    for (judged, outcome) in zip(judged, outcomes) {
      verdicts[judged.metric, default: [:]][judged.policy] = outcome
    }
    var rows: [ComparisonRow] = []
    for definition in MetricCatalogue.all where definition.scopes.contains(plan.scope) {
      let values = point.values(of: definition)
      if values.isEmpty { continue }
      for policy in point.policies {
        let series = values.of(policy)
        let estimate = try series.estimate(confidence: plan.confidence, resamples)
        var row = ComparisonRow(
          designPoint: point.designPoint, arm: point.arm, metric: definition.name, unit: definition.unit,
          policy: policy, mean: estimate?.value, halfWidth: estimate?.halfWidth, baseline: baseline,
          replicationsUsed: series.known, notes: values.notes)
        if definition.unit == "J/d" { row.nominalJoules = point.nominalJoules(policy) }
        if policy != baseline {
          if let outcome = verdicts[definition.name]?[policy] {
            row.judged.set(outcome)
            row.judged.judge(outcome)
          } else {
            let alone = VerdictFamily.Member(
              try MetricSeries.pair(series, values.of(baseline), resamples), margin: .absolute(0),
              polarity: definition.polarity ?? .smallerIsBetter)
            for outcome in try VerdictFamily([alone], confidence: plan.confidence).outcomes {
              row.judged.set(outcome)
            }
          }
        }
        rows.append(row)
      }
    }
    return rows
  }
}

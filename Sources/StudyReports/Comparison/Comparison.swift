import OutputAnalysis
import ResultsStore
import StudyMetrics

/// The policies of a study beside the baseline, over common replications.
///
/// Within a design point the comparisons with the baseline on the metrics of the plan form one family: their
/// intervals hold together, and each gets a verdict. All other metrics have intervals of their own and no
/// verdict, because nobody chose them before looking.
public struct Comparison: Sendable {
  public let plan: ComparisonPlan
  /// Rows by design point, metric and policy, in the order of study and catalogue.
  public let rows: [ComparisonRow]
  /// What has to be said about whole metrics.
  public let remarks: [String]

  /// Compares runs, which stand in the order of the study.
  public init(_ runs: [PolicyRun], plan: ComparisonPlan = ComparisonPlan()) throws(ComparisonError) {
    guard !runs.isEmpty else { throw .noRuns }
    for metric in plan.metrics {
      guard let definition = MetricCatalogue.metric(metric.name) else { throw .unknownMetric(metric.name) }
      guard definition.polarity != nil else { throw .noPolarity(metric.name) }
      guard definition.scopes.contains(.population) else { throw .notPopulation(metric.name) }
    }
    var rows: [ComparisonRow] = []
    var remarks: [String] = []
    for point in PointSample.points(of: runs) {
      let baseline = plan.baseline ?? point.policies[0]
      guard point.policies.contains(baseline) else {
        throw .unknownBaseline(baseline, known: point.policies)
      }
      do {
        let table = try PointComparison(point, baseline: baseline, plan: plan)
        rows += table.rows
        remarks += table.remarks.filter { !remarks.contains($0) }
      } catch {
        throw .analysis(error)
      }
    }
    self.plan = plan
    self.rows = rows
    self.remarks = remarks
  }

  /// Names of the metrics with a verdict, as far as there are values of them.
  public var verdictMetrics: [String] {
    plan.metrics.map(\.name).filter { name in rows.contains { $0.metric == name } }
  }

  /// Design points in their order.
  public var designPoints: [String] {
    var seen: Set<String> = []
    return rows.map(\.designPoint).filter { seen.insert($0).inserted }
  }
}

/// The comparison within one design point.
private struct PointComparison {
  let rows: [ComparisonRow]
  let remarks: [String]

  init(_ point: PointSample, baseline: String, plan: ComparisonPlan) throws(AnalysisError) {
    let others = point.policies.filter { $0 != baseline }
    var verdicts: [String: [String: ComparisonFamily.Outcome]] = [:]
    var members: [(metric: String, policy: String, member: ComparisonFamily.Member)] = []
    var remarks: [String] = []
    for metric in plan.metrics {
      guard let definition = MetricCatalogue.metric(metric.name), let polarity = definition.polarity else {
        continue
      }
      let values = point.values(of: definition)
      if values.isEmpty {
        remarks.append("\(metric.name): no run has a value, so it is not part of the family")
        continue
      }
      for policy in others {
        members.append(
          (
            metric.name, policy,
            ComparisonFamily.Member(
              policy: values.of(policy), baseline: values.of(baseline), margin: metric.margin,
              polarity: polarity)
          ))
      }
    }
    let family = try ComparisonFamily(members.map(\.member), confidence: plan.confidence)
    for (member, outcome) in zip(members, family.outcomes) {
      verdicts[member.metric, default: [:]][member.policy] = outcome
    }

    var rows: [ComparisonRow] = []
    for definition in MetricCatalogue.all where definition.scopes.contains(.population) {
      let values = point.values(of: definition)
      if values.isEmpty { continue }
      for policy in point.policies {
        let known = values.of(policy).compactMap(\.self)
        let mean = known.isEmpty ? nil : try MeanInterval(known, confidence: plan.confidence)
        var row = ComparisonRow(
          designPoint: point.designPoint, arm: point.arm, metric: definition.name, unit: definition.unit,
          policy: policy, mean: mean?.mean, halfWidth: mean?.halfWidth, baseline: baseline,
          replicationsUsed: known.count, notes: values.notes)
        if policy != baseline {
          if let outcome = verdicts[definition.name]?[policy] {
            row.judge(outcome)
          } else {
            let pairs = try PairedSample(values.of(policy), values.of(baseline))
            let difference =
              pairs.count == 0 ? nil : try PairedDifference(pairs, confidence: plan.confidence)
            row.set(difference, interval: "marginal", pairs: pairs.count, incomplete: pairs.incomplete)
          }
        }
        rows.append(row)
      }
    }
    self.rows = rows
    self.remarks = remarks
  }
}

extension ComparisonRow {
  fileprivate mutating func judge(_ outcome: ComparisonFamily.Outcome) {
    set(
      outcome.difference, interval: "simultaneous", pairs: outcome.replicationsUsed,
      incomplete: outcome.replicationsIncomplete)
    holmPValue = outcome.holmPValue
    verdict = outcome.verdict.rawValue
    margin = outcome.margin
    replicationsStillNeeded = outcome.replicationsStillNeeded
  }

  fileprivate mutating func set(
    _ difference: PairedDifference?, interval kind: String, pairs: Int, incomplete: Int
  ) {
    replicationsUsed = pairs
    interval = kind
    if incomplete > 0 {
      notes.append("\(incomplete) \(incomplete == 1 ? "replication" : "replications") without a pair")
    }
    guard let difference else { return }
    self.difference = difference.interval.mean
    differenceHalfWidth = difference.interval.halfWidth
    correlation = difference.correlation
    for note in difference.notes {
      switch note {
      case .deterministic: notes.append("deterministic")
      case .tooFewReplications: notes.append("one replication: no interval")
      case .negativeCorrelation: notes.append("negatively correlated: common streams widen the interval")
      }
    }
  }
}

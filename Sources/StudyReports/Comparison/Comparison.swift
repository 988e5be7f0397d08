import Basics
import OutputAnalysis
import ResultsStore

/// The policies of a study compared with the baseline, over common replications.
///
/// The comparisons with the baseline on the metrics of the plan form one family per design point, or one family for the
/// whole study: their intervals are simultaneous, and each gets a verdict. All other metrics have separate intervals and no
/// verdict, because the study did not name them in advance.
package struct Comparison: Sendable {
  package let plan: ComparisonPlan
  /// Rows by design point, metric and policy, in the order of study and catalogue.
  package let rows: [ComparisonRow]
  package let remarks: [String]
  package let families: [Int]

  /// - Parameters:
  ///   - devices: The distribution over devices, by run; empty for no quantiles over devices.
  ///   - levels: The levels of each design point, which rows carry into tables.
  package init(
    _ runs: [PolicyRun], plan: ComparisonPlan = ComparisonPlan(), devices: [String: DeviceDistribution] = [:],
    levels: [String: [FactorLevel]] = [:]
  ) throws {
    guard !runs.isEmpty else { throw ComparisonError.noRuns }
    for metric in plan.metrics {
      _ = try MetricCatalogue.comparable(metric.name, in: plan.scope, isJudged: true, isPooled: false)
    }
    let points = try PointComparison.all(runs, plan, devices)
    var rows: [ComparisonRow] = []
    let families = PointComparison.families(points, plan)
    for points in families {
      let family = try VerdictFamily(points.flatMap(\.members), confidence: plan.confidence)
      let name = plan.family == .study ? "all design points" : points[0].point.designPoint
      var outcomes = family.outcomes[...]
      for point in points {
        rows += try point.rows(
          outcomes.prefix(point.members.count).map { ($0, family, "judged differences at \(name)") })
        outcomes = outcomes.dropFirst(point.members.count)
      }
    }
    for place in rows.indices { rows[place].levels = levels[rows[place].designPoint] ?? [] }
    self.rows = rows
    remarks = points.flatMap(\.remarks).unique
    self.families = families.map { $0.reduce(0) { $0 + $1.members.count } }
    self.plan = plan
  }

  var verdictMetrics: [String] {
    plan.metrics.map(\.name).filter { name in rows.contains { $0.metric == name } }
  }

  package var designPoints: [String] { rows.map(\.designPoint).unique }
}

struct PointComparison {
  struct Judged {
    let metric: String
    let policy: String
    let member: VerdictFamily.Member
  }

  let point: PointSample
  let baseline: String
  let plan: ComparisonPlan
  private(set) var remarks: [String] = []
  /// The differences with a verdict, in the order of metrics and policies.
  private(set) var judged: [Judged] = []
  private let resamples: ReplicationResamples

  static func all(
    _ runs: [PolicyRun], _ plan: ComparisonPlan, _ devices: [String: DeviceDistribution]
  ) throws -> [PointComparison] {
    let resamples = ReplicationResamples()
    return try PointSample.points(of: runs, devices: devices).map { point in
      let baseline = plan.baseline ?? point.policies[0]
      guard point.policies.contains(baseline) else {
        throw ComparisonError.unknownBaseline(baseline, known: point.policies)
      }
      return try PointComparison(point, baseline: baseline, plan: plan, resamples)
    }
  }

  static func families(_ points: [PointComparison], _ plan: ComparisonPlan) -> [[PointComparison]] {
    plan.family == .study ? [points] : points.map { [$0] }
  }

  private init(
    _ point: PointSample, baseline: String, plan: ComparisonPlan, _ resamples: ReplicationResamples
  ) throws {
    (self.point, self.baseline, self.plan, self.resamples) = (point, baseline, plan, resamples)
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
              try MetricSeries.pair(values.of(policy), values.of(baseline), resamples), margin: metric.margin,
              polarity: polarity, deviceReplications: point.deviceReplications(policy, baseline),
              nominalJoules: point.nominalJoules(baseline))))
      }
    }
  }

  var members: [VerdictFamily.Member] { judged.map(\.member) }

  /// - Parameter outcomes: The outcomes of ``members``, in their order, with their family and its name.
  func rows(_ outcomes: [(VerdictFamily.Outcome, VerdictFamily, name: String)]) throws -> [ComparisonRow] {
    var rows: [ComparisonRow] = []
    for definition in MetricCatalogue.all where definition.scopes.contains(plan.scope) {
      let values = point.values(of: definition)
      if values.isEmpty { continue }
      let base = try values.of(baseline).estimate(confidence: plan.confidence, resamples)?.value
      for policy in point.policies {
        let series = values.of(policy)
        let estimate = try series.estimate(confidence: plan.confidence, resamples)
        var row = ComparisonRow(
          designPoint: point.designPoint, arm: point.arm, metric: definition.name, unit: definition.unit,
          policy: policy, mean: estimate?.value, halfWidth: estimate?.halfWidth, baseline: baseline,
          replicationsUsed: series.known, notes: values.notes)
        (row.meanLower, row.meanUpper) = (estimate?.lower, estimate?.upper)
        row.gates = point.gates(policy)
        if definition.unit == "J/d" { row.nominalJoules = point.nominalJoules(policy) }
        if policy != baseline {
          row.judged.largerEstimate = [base, estimate?.value].compactMap { $0.map(abs) }.max()
          let place = judged.lastIndex { $0.metric == definition.name && $0.policy == policy }
          if let place {
            let (outcome, family, name) = outcomes[place]
            row.judged.judge(outcome, of: family, named: name)
          } else {
            let alone = VerdictFamily.Member(
              try MetricSeries.pair(series, values.of(baseline), resamples), margin: .absolute(0),
              polarity: definition.polarity ?? .smallerIsBetter)
            let single = try VerdictFamily([alone], confidence: plan.confidence)
            for outcome in single.outcomes { row.judged.set(outcome, confidence: single.confidence) }
          }
        }
        rows.append(row)
      }
    }
    return rows
  }
}

extension JudgedDifference {
  mutating func set(_ outcome: VerdictFamily.Outcome, confidence: Double) {
    self.confidence = confidence
    (standardError, degreesOfFreedom) = (outcome.standardError, outcome.degreesOfFreedom)
    replicationsUsed = outcome.replicationsUsed
    interval = "marginal"
    difference = outcome.difference
    correlation = outcome.correlation
    if let ends = outcome.interval {
      differenceLower = ends.lower
      differenceUpper = ends.upper
      differenceHalfWidth = (ends.upper - ends.lower) / 2
    }
    if let found = outcome.ratio { (ratio, ratioLower, ratioUpper) = found }
    let missing = outcome.replicationsIncomplete
    if missing > 0 { notes.append("no estimate in \(CountText.text(missing, "replication"))") }
    // Equal members need no notes.
    if outcome.verdict != .same { notes += outcome.notes.compactMap(\.text) }
  }

  mutating func judge(_ outcome: VerdictFamily.Outcome, of family: VerdictFamily, named name: String) {
    set(outcome, confidence: family.confidence)
    (self.family, familySize) = (name, family.outcomes.count)
    interval = "simultaneous"
    adjustedPValue = outcome.adjustedPValue
    verdict = outcome.verdict.rawValue
    direction = outcome.direction?.rawValue
    margin = outcome.margin
    replicationsNeeded = outcome.needed?.added
    isNeededLowerBound = outcome.needed?.isLowerBound
    warnings = outcome.notes.compactMap(\.warning)
  }
}

extension VerdictFamily.Note {
  /// A remark on the row; nil for a note that concerns whole tables.
  var text: String? {
    switch self {
    case .deterministic: "deterministic"
    case .oneReplication: "one replication: no interval"
    case .noReplication, .skewed, .fewDevices: nil
    case .noEstimate: "the denominators add up to 0: no estimate"
    case .dependsOnOneReplication: "without one of the replications there is no estimate: no interval"
    case .negativeCorrelation(let correlation, let widening):
      "correlation \(NumberText.fixed(correlation, decimals: 2)): common random numbers widen the interval by "
        + "\(NumberText.fixed(100 * widening, decimals: 0)) %"
    case .unpaired: "unpaired: the seeds differ"
    case .baselineIsZero: "the baseline is 0, so that the relative margin is 0"
    case .noBattery: "the battery's nominal energy is unknown, so that the margin is 0"
    case .noRatio: "a sum is 0 without one of the replications: no ratio"
    }
  }

  /// The reason for a coverage below the stated confidence; nil for other notes.
  var warning: JudgedDifference.Warning? {
    switch self {
    case .skewed(let skewness): .skewed(skewness)
    case .fewDevices(let count): .fewDevices(count)
    default: nil
    }
  }
}

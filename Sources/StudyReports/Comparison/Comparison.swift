import OutputAnalysis
import ResultsStore
import StudyMetrics

/// The policies of a study beside the baseline, over common replications.
///
/// The comparisons with the baseline on the metrics of the plan form one family per design point, or one of the
/// whole study: their intervals are simultaneous, and each gets a verdict. All other metrics have intervals of
/// their own and no verdict, because nobody chose them before looking.
package struct Comparison: Sendable {
  /// The metrics, baseline and confidence by which the rows were judged.
  package let plan: ComparisonPlan
  /// Rows by design point, metric and policy, in the order of study and catalogue.
  package let rows: [ComparisonRow]
  /// Remarks about whole metrics.
  package let remarks: [String]
  /// Number of differences in each family.
  package let families: [Int]

  /// Compares runs, which stand in the order of the study.
  ///
  /// - Parameter devices: How devices differ, by run; without it there are no quantiles over devices.
  package init(
    _ runs: [PolicyRun], plan: ComparisonPlan = ComparisonPlan(), devices: [String: DeviceDistribution] = [:]
  ) throws(ComparisonError) {
    guard !runs.isEmpty else { throw .noRuns }
    for metric in plan.metrics {
      guard let definition = MetricCatalogue.metric(metric.name) else { throw .unknownMetric(metric.name) }
      guard definition.polarity != nil else { throw .noPolarity(metric.name) }
      if let error = ComparisonError.wrongScope(of: definition, in: plan.scope) { throw error }
    }
    let resamples = ReplicationResamples()
    var points: [PointComparison] = []
    for point in PointSample.points(of: runs, devices: devices) {
      let baseline = plan.baseline ?? point.policies[0]
      guard point.policies.contains(baseline) else {
        throw .unknownBaseline(baseline, known: point.policies)
      }
      do {
        points.append(try PointComparison(point, baseline: baseline, plan: plan, resamples))
      } catch {
        throw .analysis(error)
      }
    }
    do {
      rows = try Self.rows(of: points, plan)
    } catch {
      throw .analysis(error)
    }
    var remarks: [String] = []
    for remark in points.flatMap(\.remarks) where !remarks.contains(remark) { remarks.append(remark) }
    families =
      plan.family == .study ? [points.reduce(0) { $0 + $1.members.count }] : points.map(\.members.count)
    self.plan = plan
    self.remarks = remarks
  }

  /// The rows of all design points, judged by their families.
  private static func rows(
    of points: [PointComparison], _ plan: ComparisonPlan
  ) throws(AnalysisError) -> [ComparisonRow] {
    var rows: [ComparisonRow] = []
    switch plan.family {
    case .designPoint:
      for point in points {
        rows += try point.rows(try VerdictFamily(point.members, confidence: plan.confidence).outcomes)
      }
    case .study:
      var outcomes = try VerdictFamily(points.flatMap(\.members), confidence: plan.confidence).outcomes[...]
      for point in points {
        rows += try point.rows(Array(outcomes.prefix(point.members.count)))
        outcomes = outcomes.dropFirst(point.members.count)
      }
    }
    return rows
  }

  /// Compares the runs of a results file.
  package init(_ compared: ComparedRuns, plan: ComparisonPlan) throws(ComparisonError) {
    try self.init(compared.runs, plan: plan, devices: compared.devices)
  }

  /// Names of the metrics with a verdict, as far as there are values of them.
  package var verdictMetrics: [String] {
    plan.metrics.map(\.name).filter { name in rows.contains { $0.metric == name } }
  }

  /// Design points in their order.
  package var designPoints: [String] {
    var seen: Set<String> = []
    return rows.map(\.designPoint).filter { seen.insert($0).inserted }
  }
}

import OutputAnalysis
import ResultsStore
import StudyMetrics

/// The choice of the best policy by one metric.
package struct SelectionPlan: Sendable {
  /// A metric with a fixed denominator and a better direction.
  package let metric: MetricDefinition
  /// δ, the smallest lead that matters, in the unit of the metric, above 0.
  package let difference: Double
  /// Probability of correct selection where the best policy is ahead of every other by at least δ.
  package let confidence: Double
  /// The most replications of a policy.
  package let limit: Int
  /// Labels of the policies to choose from, at least two, in the order of the study.
  package let policies: [String]
  /// Labels of policies that are left out, because they are told the future.
  package let leftOut: [String]

  package init(
    metric: MetricDefinition, difference: Double, confidence: Double, limit: Int, policies: [String],
    leftOut: [String] = []
  ) {
    self.metric = metric
    self.difference = difference
    self.confidence = confidence
    self.limit = limit
    self.policies = policies
    self.leftOut = leftOut
  }

  /// Metrics by which policies can be selected: those with a fixed denominator and a better direction.
  package static var metrics: [MetricDefinition] {
    MetricCatalogue.all.filter {
      $0.hasFixedDenominator && $0.polarity != nil && $0.scopes.contains(.population)
    }
  }

  /// 1 where larger is better, −1 where smaller is.
  private var sign: Double { metric.polarity == .largerIsBetter ? 1 : -1 }

  /// Follows the procedure as far as there are values.
  ///
  /// - Parameter value: The metric of a policy in a replication; nil where the run is not done.
  package func selection(_ value: (String, Int) -> Double?) throws(AnalysisError) -> StagedSelection {
    try StagedSelection(
      systems: policies.count, difference: difference, confidence: confidence, limit: limit
    ) { system, replication in value(policies[system], replication).map { sign * $0 } }
  }

  /// The lead of each policy over the best of the others, over the replications that all of them have; nil below two.
  ///
  /// Positive is better, whichever direction of the metric is.
  func leads(_ selection: StagedSelection, _ value: (String, Int) -> Double?) throws(AnalysisError)
    -> BestComparison?
  {
    let common = selection.replicationsDone.min() ?? 0
    guard common >= 2 else { return nil }
    let values = policies.map { policy in (0..<common).compactMap { value(policy, $0).map { sign * $0 } } }
    return try BestComparison(paired: values, confidence: confidence)
  }
}

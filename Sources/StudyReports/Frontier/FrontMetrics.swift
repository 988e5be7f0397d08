import OutputAnalysis
import ResultsStore
import StudyMetrics

/// The two metrics of a front, each of which has a better way.
package struct FrontMetrics: Sendable {
  /// The metric of the horizontal axis.
  package let first: MetricDefinition
  /// The metric of the vertical axis.
  package let second: MetricDefinition

  /// - Parameters:
  ///   - names: Names of two metrics.
  ///   - scope: The scope in which both have to be computed.
  package init(
    _ names: (first: String, second: String), of scope: MetricScope = .population
  ) throws(ComparisonError) {
    first = try Self.metric(names.first, scope)
    second = try Self.metric(names.second, scope)
    guard names.first != names.second else { throw .frontOfOne(names.first) }
  }

  private static func metric(_ name: String, _ scope: MetricScope) throws(ComparisonError) -> MetricDefinition
  {
    guard let metric = MetricCatalogue.metric(name) else { throw .unknownMetric(name) }
    guard metric.polarity != nil else { throw .noPolarity(name) }
    if let error = ComparisonError.wrongScope(of: metric, in: scope) { throw error }
    guard metric.deviceQuantile == nil else { throw .quantileOverDevices(name) }
    return metric
  }

  /// The unit of one of the metrics as a table shows it.
  static func unit(_ metric: MetricDefinition) -> String { metric.unit == "1" ? "share" : metric.unit }
}

extension MetricDefinition {
  /// 1 where less is better, −1 where more is.
  var costSign: Double { polarity == .largerIsBetter ? -1 : 1 }
}

extension ReplicationSample {
  /// The sample of an estimate times a number.
  func scaled(by factor: Double) -> ReplicationSample {
    switch self {
    case .values(let values): .values(values.map { $0.map { $0 * factor } })
    case .fractions(let fractions):
      .fractions(fractions.map { $0.map { Fraction($0.numerator * factor, over: $0.denominator) } })
    }
  }
}

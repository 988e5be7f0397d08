import OutputAnalysis
import PlainText
import StudyMetrics

/// What is compared, with what, and how sure of it one wants to be.
public struct ComparisonPlan: Sendable, Hashable {
  /// A metric of the family that gets verdicts.
  public struct VerdictMetric: Sendable, Hashable {
    public var name: String
    public var margin: Margin
    public init(name: String, margin: Margin) {
      self.name = name
      self.margin = margin
    }
  }

  /// Label of the policy that others are compared with; nil for the first one.
  public var baseline: String?
  /// The family: metrics that were chosen before looking.
  public var metrics: [VerdictMetric]
  /// Confidence of all intervals with a verdict together, within a design point.
  public var confidence: Double

  public init(
    baseline: String? = nil, metrics: [VerdictMetric] = defaultMetrics, confidence: Double = 0.95
  ) {
    self.baseline = baseline
    self.metrics = metrics
    self.confidence = confidence
  }

  /// The plan of a study.
  ///
  /// - Parameter metrics: Names with margins; a metric without a margin takes the catalogue's. None at all stand for
  ///   ``defaultMetrics``.
  public init(baseline: String?, metrics named: [(name: String, margin: Double?)], confidence: Double) {
    let metrics = named.compactMap { metric -> VerdictMetric? in
      guard let definition = MetricCatalogue.metric(metric.name) else { return nil }
      return VerdictMetric(
        name: metric.name, margin: metric.margin.map { .absolute($0) } ?? definition.defaultMargin)
    }
    self.init(
      baseline: baseline, metrics: metrics.isEmpty ? Self.defaultMetrics : metrics, confidence: confidence)
  }

  /// What is judged where a study does not say.
  public static let defaultMetrics: [VerdictMetric] = [
    VerdictMetric(name: "energy_j_per_day", margin: .relative(0.01)),
    VerdictMetric(name: "staleness_at_open_s", margin: .absolute(60)),
    VerdictMetric(name: "fresh_open_share", margin: .absolute(0.02)),
    VerdictMetric(name: "processing_completed_share", margin: .absolute(0.02)),
  ]
}

/// Why policies cannot be compared.
public enum ComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
  case noRuns
  case unknownBaseline(String, known: [String])
  case unknownMetric(String)
  /// The metric does not say which way is better.
  case noPolarity(String)
  /// The metric does not speak of the population.
  case notPopulation(String)
  /// The results do not vary the factor.
  case unknownFactor(String, known: [String])
  case analysis(AnalysisError)

  public var description: String {
    switch self {
    case .noRuns: "no finished runs to compare"
    case .unknownBaseline(let name, let known):
      "no policy `\(name)` in these results" + Self.hint(name, known)
        + ". Policies: \(known.joined(separator: ", "))"
    case .unknownMetric(let name):
      "no metric `\(name)`" + Self.hint(name, MetricCatalogue.names)
        + ". `slumber metrics` lists them"
    case .noPolarity(let name): "metric `\(name)` cannot have a verdict: neither way of it is better"
    case .notPopulation(let name): "metric `\(name)` does not speak of the population"
    case .unknownFactor(let name, let known):
      known.isEmpty
        ? "no factor `\(name)`: these results vary none"
        : "no factor `\(name)` in these results" + Self.hint(name, known)
          + ". Factors: \(known.joined(separator: ", "))"
    case .analysis(let error): "\(error)"
    }
  }

  private static func hint(_ name: String, _ known: [String]) -> String {
    NameSuggestion.nearest(to: name, in: known).map { "; did you mean `\($0)`?" } ?? ""
  }
}

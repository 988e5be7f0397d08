import Basics
import OutputAnalysis
import ResultsStore

package struct ComparisonPlan: Sendable, Hashable {
  package struct VerdictMetric: Sendable, Hashable {
    package var name: String
    /// The smallest difference that matters, in the unit of the metric or as a share of the baseline.
    package var margin: Margin

    package init(name: String, margin: Margin) { (self.name, self.margin) = (name, margin) }
  }

  /// The label of the baseline policy; nil for the first policy.
  package var baseline: String?
  /// The family: metrics that the study names in advance.
  package var metrics: [VerdictMetric]
  /// The joint confidence of all intervals of a family.
  package var confidence: Double
  package var family: Family
  /// The bundle id of the app to compare; nil for the population.
  package var app: String?

  package var scope: MetricScope { app == nil ? .population : .app }

  package enum Family: String, Sendable, Hashable, CaseIterable {
    case designPoint
    case study
  }

  package init(
    baseline: String? = nil, metrics: [VerdictMetric] = DefaultMetrics.judged, confidence: Double = 0.95,
    family: Family = .designPoint
  ) {
    (self.baseline, self.metrics, self.confidence) = (baseline, metrics, confidence)
    self.family = family
  }

  /// - Parameter metrics: Names with margins; nil for the margin of ``DefaultMetrics`` or of the catalogue. An empty list
  ///   means ``DefaultMetrics/judged``.
  package init(
    baseline: String?, metrics named: [(name: String, margin: Margin?)], confidence: Double,
    family: Family = .designPoint
  ) {
    let metrics = named.compactMap { metric -> VerdictMetric? in
      guard let definition = MetricCatalogue.metric(metric.name) else { return nil }
      let usual = DefaultMetrics.judged.first { $0.name == metric.name }?.margin
      return VerdictMetric(name: metric.name, margin: metric.margin ?? usual ?? definition.defaultMargin)
    }
    self.init(
      baseline: baseline, metrics: metrics.isEmpty ? DefaultMetrics.judged : metrics, confidence: confidence,
      family: family)
  }
}

package enum ComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
  case noRuns
  case unknownBaseline(String, known: [String])
  case unknownMetric(String)
  case noPolarity(String)
  case notPopulation(String)
  case notApp(String)
  case unknownApp(String, known: [String])
  /// The metric is a quantile over devices, which fronts cannot use.
  case quantileOverDevices(String)
  case frontOfOne(String)
  case unknownFactor(String, known: [String])

  package var description: String {
    switch self {
    case .noRuns: "no finished runs to compare"
    case .unknownBaseline(let name, let known): Self.unknown("policy", name, "Policies", known)
    case .unknownMetric(let name):
      "no metric `\(name)`" + Self.hint(name, MetricCatalogue.names) + " `slumber metrics` lists them"
    case .noPolarity(let name): "metric `\(name)` cannot have a verdict, because neither direction is better"
    case .notPopulation(let name): "metric `\(name)` does not exist for the population"
    case .notApp(let name): "metric `\(name)` does not exist for single apps"
    case .unknownApp(let name, let known): Self.unknown("app", name, "Apps", known)
    case .quantileOverDevices(let name):
      "metric `\(name)` is a quantile over devices, which only the tables of `run` and `compare` show"
    case .frontOfOne(let name): "a front needs two metrics, found `\(name)` twice"
    case .unknownFactor(let name, let known):
      known.isEmpty
        ? "no factor `\(name)`: these results do not vary a factor"
        : Self.unknown("factor", name, "Factors", known)
    }
  }

  /// Whether the command line is wrong rather than the results.
  package var isUsage: Bool {
    switch self {
    case .unknownBaseline, .unknownFactor, .unknownApp, .frontOfOne, .quantileOverDevices, .notApp: true
    case .noRuns, .unknownMetric, .noPolarity, .notPopulation: false
    }
  }

  private static func unknown(_ kind: String, _ name: String, _ all: String, _ known: [String]) -> String {
    "no \(kind) `\(name)` in these results\(hint(name, known)) \(all): \(known.joined(separator: ", "))"
  }

  private static func hint(_ name: String, _ known: [String]) -> String {
    NameSuggestion.nearest(to: name, in: known).map { "; did you mean `\($0)`?" } ?? "."
  }
}

extension MetricCatalogue {
  /// Returns a metric that can be compared in a scope. A judged metric needs a better direction, and a pooled metric must not be
  /// a quantile over devices.
  static func comparable(
    _ name: String, in scope: MetricScope, isJudged: Bool, isPooled: Bool
  ) throws(ComparisonError) -> MetricDefinition {
    guard let metric = metric(name) else { throw .unknownMetric(name) }
    guard !isJudged || metric.polarity != nil else { throw .noPolarity(name) }
    guard metric.scopes.contains(scope) else { throw scope == .app ? .notApp(name) : .notPopulation(name) }
    guard !isPooled || metric.deviceQuantile == nil else { throw .quantileOverDevices(name) }
    return metric
  }
}

/// The default metrics with verdicts, and the default metrics of the fronts.
package enum DefaultMetrics {
  package static let judged: [ComparisonPlan.VerdictMetric] = [
    .init(name: "discretionary_battery_j_per_day", margin: .battery(0.001)),
    .init(name: "energy_j_per_day", margin: .battery(0.001)),
    .init(name: "staleness_at_reachable_open_s", margin: .relative(0.1)),
    .init(name: "fresh_reachable_open_share", margin: .absolute(0.02)),
    .init(name: "processing_completed_share", margin: .absolute(0.02)),
  ]
  package static let front = (
    first: "discretionary_battery_j_per_day", second: "staleness_at_reachable_open_s"
  )
  /// The two metrics of each front: freshness by age, and by the share of fresh opens, because they order policies differently.
  package static let fronts = [front, (first: front.first, second: "fresh_reachable_open_share")]
}

/// The facts about policies; a policy without an entry does not know the future, starts work and has no parameters.
package struct PolicyFacts: Sendable {
  package struct Entry: Sendable, Hashable {
    /// Whether the policy knows future events, so that a device cannot run it.
    package var usesFuture: Bool
    package var startsNothing: Bool
    package var parameters: [String]

    package init(usesFuture: Bool, startsNothing: Bool, parameters: [String]) {
      (self.usesFuture, self.startsNothing, self.parameters) = (usesFuture, startsNothing, parameters)
    }
  }

  private let entries: [String: Entry]

  package init(_ entries: [String: Entry]) { self.entries = entries }

  func usesFuture(_ policy: String) -> Bool { entries[policy]?.usesFuture ?? false }
  func startsNothing(_ policy: String) -> Bool { entries[policy]?.startsNothing ?? false }
  func parameters(of policy: String) -> [String] { entries[policy]?.parameters ?? [] }
}

import Basics
import OutputAnalysis
import ResultsStore

package struct FrontierPlan: Sendable {
  package var metrics: [(first: String, second: String)]
  package var reference: FrontierReference?
  /// Factors whose levels are choices and stand on one front; nil for the parameters of policies.
  ///
  /// A factor that is an assumption about the world has a front for each of its levels, because nobody can
  /// choose between them.
  package var over: [String]?

  package init(
    metrics: [(first: String, second: String)] = DefaultMetrics.fronts, reference: FrontierReference? = nil,
    over: [String]? = nil
  ) { (self.metrics, self.reference, self.over) = (metrics, reference, over) }
}

package struct FrontierReference: Sendable, Hashable {
  package var first, second: Double

  package init(first: Double, second: Double) { (self.first, self.second) = (first, second) }

  /// The point of an option: `20000,24000`, in the units of the metrics; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != " " })
    }
    guard parts.count == 2, let first = parts[0], let second = parts[1], first > 0, second > 0,
      first.isFinite, second.isFinite
    else { return nil }
    self.init(first: first, second: second)
  }
}

package struct FrontMetrics: Sendable {
  package let first, second: MetricDefinition

  package init(
    _ names: (first: String, second: String), of scope: MetricScope = .population
  ) throws(ComparisonError) {
    first = try MetricCatalogue.comparable(names.first, in: scope, isJudged: true, isPooled: true)
    second = try MetricCatalogue.comparable(names.second, in: scope, isJudged: true, isPooled: true)
    guard names.first != names.second else { throw .frontOfOne(names.first) }
  }

  static func unit(_ metric: MetricDefinition) -> String { metric.unit == "1" ? "share" : metric.unit }
}

extension MetricDefinition {
  /// 1 where less is better, −1 where more is.
  var costSign: Double { polarity == .largerIsBetter ? -1 : 1 }
}

extension ReplicationSample {
  func scaled(by factor: Double) -> ReplicationSample {
    switch self {
    case .values(let values): .values(values.map { $0.map { $0 * factor } })
    case .fractions(let fractions):
      .fractions(fractions.map { $0.map { Fraction($0.numerator * factor, over: $0.denominator) } })
    }
  }
}

package struct FrontHypervolume: Sendable {
  package let reference: FrontierReference
  /// In the unit of the first metric times that of the second.
  package let estimate: HypervolumeEstimate
  /// The same area with what all policies have in common in a replication taken out: its error is the one
  /// that counts between sets of policies on the same phones.
  package let paired: HypervolumeEstimate
  private let units: (first: String, second: String)

  init(
    _ front: EnergyStalenessFrontier, centeredOn base: EnergyStalenessFrontier.Point,
    up reference: FrontierReference, metrics: FrontMetrics, confidence: Double
  ) throws {
    self.reference = reference
    units = (FrontMetrics.unit(metrics.first), FrontMetrics.unit(metrics.second))
    let (first, second) = (
      reference.first * metrics.first.costSign, reference.second * metrics.second.costSign
    )
    estimate = try front.hypervolume(energy: first, staleness: second, confidence: confidence)
    paired = try front.centered(on: base).hypervolume(
      energy: first, staleness: second, confidence: confidence)
  }

  /// `hypervolume 18.3 ± 0.9 kJ/d·h (standard error 0.4, …)`.
  func text(baseline: String) -> String {
    // Joules a day times seconds make large numbers.
    let isLarge = units.first == "J/d" && units.second == "s"
    let (scale, unit) = isLarge ? (1000.0 * 3600, "kJ/d·h") : (1, "\(units.first)·\(units.second)")
    func error(_ value: Double) -> String {
      NumberText.fixed(value / scale, decimals: NumberText.decimals(of: value / scale))
    }
    let text =
      "hypervolume "
      + NumberText.interval(estimate.area / scale, estimate.halfWidth.map { $0 / scale }) + " \(unit)"
    guard let whole = estimate.standardError, let paired = paired.standardError else { return text }
    return text
      + " (standard error \(error(whole)); \(error(paired)) if the reference moves with \(baseline))"
  }

  /// `up to 20000 J/d and 24000 s`.
  var referenceText: String {
    "up to \(PolicyFrontier.mean(reference.first)) \(units.first) and "
      + "\(PolicyFrontier.mean(reference.second)) \(units.second)"
  }

  var json: JSONValue {
    JSONValue([
      "reference": JSONValue(["first": reference.first, "second": reference.second]),
      "unit": "\(units.first)·\(units.second)", "area": estimate.area,
      "standard_error": estimate.standardError, "half_width": estimate.halfWidth,
      "jackknife_area": estimate.jackknifeArea, "paired_standard_error": paired.standardError,
    ])
  }
}

import JSON
import OutputAnalysis

/// The area between a front and a reference point that was stated.
public struct FrontHypervolume: Sendable {
  /// The point up to which the area is counted.
  public let reference: FrontierReference
  /// In the unit of the first metric times that of the second.
  public let estimate: HypervolumeEstimate
  /// The same area with what all policies have in common in a replication taken out: its error is the one
  /// that counts between sets of policies on the same phones.
  public let paired: HypervolumeEstimate
  /// Units of the metrics.
  private let units: (first: String, second: String)

  init(
    _ front: EnergyStalenessFrontier, centredOn base: EnergyStalenessFrontier.Point,
    up reference: FrontierReference, metrics: FrontMetrics, confidence: Double
  ) throws(AnalysisError) {
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

  /// For programs.
  var json: JSONValue {
    .members([
      "reference": .members(["first": .number(reference.first), "second": .number(reference.second)]),
      "unit": .string("\(units.first)·\(units.second)"), "area": .number(estimate.area),
      "standard_error": .optional(estimate.standardError), "half_width": .optional(estimate.halfWidth),
      "jackknife_area": .optional(estimate.jackknifeArea),
      "paired_standard_error": .optional(paired.standardError),
    ])
  }
}

/// The part of one run in a metric that is a ratio of sums: energy and device-days, fresh opens and opens.
///
/// A design point is estimated by the sum of the numerators of its replications over the sum of their denominators.
public struct MetricFraction: Hashable, Sendable {
  /// In the unit of the metric times the unit of the denominator.
  public var numerator: Double
  /// At least 0; a run with 0 has no value of its own and still adds its numerator.
  public var denominator: Double

  public init(_ numerator: Double, over denominator: Double) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The ratio; nil without a denominator.
  public var value: Double? { denominator > 0 ? numerator / denominator : nil }
}

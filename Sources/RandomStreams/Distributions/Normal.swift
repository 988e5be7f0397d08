internal import CGSL

/// The normal law.
public struct Normal: Distribution, Equatable {
  /// The mean, any finite number.
  public let mean: Double
  /// The standard deviation, above 0.
  public let deviation: Double

  public init(mean: Double, deviation: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "normal")
    try check.finite(mean, "mean")
    try check.positive(deviation, "deviation")
    self.mean = mean
    self.deviation = deviation
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { quantile(stream.uniform()) }

  /// The square of the standard deviation.
  public var variance: Double { deviation * deviation }

  /// P(X <= x).
  public func cumulative(_ x: Double) -> Double {
    withoutGSLAborts { gsl_cdf_gaussian_P(x - mean, deviation) }
  }

  /// P(X > x), accurate where it is small.
  public func survival(_ x: Double) -> Double {
    withoutGSLAborts { gsl_cdf_gaussian_Q(x - mean, deviation) }
  }

  /// The x with P(X <= x) = p, for 0 < p < 1.
  public func quantile(_ p: Double) -> Double {
    withoutGSLAborts { mean + gsl_cdf_gaussian_Pinv(p, deviation) }
  }

  /// The x with P(X > x) = q, accurate where q is small.
  public func upperQuantile(_ q: Double) -> Double {
    withoutGSLAborts { mean + gsl_cdf_gaussian_Qinv(q, deviation) }
  }

  /// The form in studies: `normal(mean: 18, deviation: 1.5)`.
  public var canonicalText: String {
    "normal(mean: \(ShortestNumber.text(mean)), deviation: \(ShortestNumber.text(deviation)))"
  }

  static let entry = DistributionEntry(
    name: "normal", summary: "The normal law.",
    parameters: [.init("mean", "the mean"), .init("deviation", "the standard deviation, above 0")],
    forms: [["mean", "deviation"]], example: "normal(mean: 18, deviation: 1.5)", meanFormula: "mean"
  ) { (arguments) throws(DistributionError) in
    try Normal(mean: arguments["mean"], deviation: arguments["deviation"])
  }
}

import Basics
internal import CGSL

/// The normal distribution.
public struct Normal: Distribution, Equatable {
  /// Any finite mean, and a standard deviation above 0.
  public let mean, deviation: Double

  public init(mean: Double, deviation: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "normal")
    try check.finite(mean, "mean")
    try check.positive(["deviation": deviation])
    (self.mean, self.deviation) = (mean, deviation)
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { quantile(stream.uniform()) }
  public var variance: Double { deviation * deviation }

  public func cumulative(_ x: Double) -> Double {
    withoutGSLAborts { gsl_cdf_gaussian_P(x - mean, deviation) }
  }

  public func survival(_ x: Double) -> Double { withoutGSLAborts { gsl_cdf_gaussian_Q(x - mean, deviation) } }
  public func quantile(_ p: Double) -> Double {
    withoutGSLAborts { mean + gsl_cdf_gaussian_Pinv(p, deviation) }
  }

  public func upperQuantile(_ q: Double) -> Double {
    withoutGSLAborts { mean + gsl_cdf_gaussian_Qinv(q, deviation) }
  }

  public var canonicalText: String { Self.entry.text(["mean": mean, "deviation": deviation]) }

  static let entry = DistributionEntry(
    name: "normal", summary: "The normal distribution.",
    parameters: [.init("mean", "the mean"), .init("deviation", "the standard deviation, above 0")],
    forms: [["mean", "deviation"]], example: "normal(mean: 18, deviation: 1.5)", meanFormula: "mean"
  ) { (arguments) throws(DistributionError) in
    try Normal(mean: arguments["mean"], deviation: arguments["deviation"])
  }
}

/// A positive quantity whose logarithm is normal: durations and sizes that spread over orders of magnitude.
public struct Lognormal: Distribution, Equatable {
  /// Mean and standard deviation of the logarithm.
  public let zeta, sigma: Double
  /// exp(zeta), above 0, in the unit of the variate.
  public let median: Double

  public init(zeta: Double, sigma: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "lognormal")
    try check.finite(zeta, "zeta")
    try check.positive(["sigma": sigma])
    (self.zeta, self.sigma) = (zeta, sigma)
    median = Elementary.exp(zeta)
  }

  public init(median: Double, sigma: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "lognormal").positive(["median": median, "sigma": sigma])
    (self.median, self.sigma) = (median, sigma)
    zeta = Elementary.log(median)
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double {
    // As ``quantile(_:)``: whoever has a stream has switched GSL's aborts off.
    Elementary.exp(zeta + sigma * gsl_cdf_ugaussian_Pinv(stream.uniform()))
  }

  public var mean: Double { Elementary.exp(zeta + sigma * sigma / 2) }
  public var variance: Double { mean * mean * Elementary.expm1(sigma * sigma) }

  public func cumulative(_ x: Double) -> Double {
    withoutGSLAborts { x <= 0 ? 0 : gsl_cdf_lognormal_P(x, zeta, sigma) }
  }

  public func survival(_ x: Double) -> Double {
    withoutGSLAborts { x <= 0 ? 1 : gsl_cdf_lognormal_Q(x, zeta, sigma) }
  }

  public func quantile(_ p: Double) -> Double {
    withoutGSLAborts { Elementary.exp(zeta + sigma * gsl_cdf_ugaussian_Pinv(p)) }
  }

  public func upperQuantile(_ q: Double) -> Double {
    withoutGSLAborts { Elementary.exp(zeta + sigma * gsl_cdf_ugaussian_Qinv(q)) }
  }

  public var canonicalText: String { Self.entry.text(["median": median, "sigma": sigma]) }

  static let entry = DistributionEntry(
    name: "lognormal", summary: "A positive quantity whose logarithm is normal.",
    parameters: [
      .init("median", "the median, above 0"),
      .init("sigma", "the standard deviation of the logarithm, above 0", unitFree: true, in: 0...10),
      .init("zeta", "the mean of the logarithm, instead of the median", unitFree: true, in: -50...50),
    ],
    forms: [["median", "sigma"], ["zeta", "sigma"]],
    example: "lognormal(median: 1.5, sigma: 0.6)", meanFormula: "median * exp(sigma^2 / 2)"
  ) { (arguments) throws(DistributionError) in
    try arguments.has("median")
      ? Lognormal(median: arguments["median"], sigma: arguments["sigma"])
      : Lognormal(zeta: arguments["zeta"], sigma: arguments["sigma"])
  }
}

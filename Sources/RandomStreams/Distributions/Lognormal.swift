internal import CGSL
import ElementaryFunctions

/// A positive quantity whose logarithm is normal: durations and sizes that spread over orders of magnitude.
public struct Lognormal: Distribution, Equatable {
  /// The mean of the logarithm.
  public let zeta: Double
  /// The standard deviation of the logarithm.
  public let sigma: Double
  /// exp(zeta), above 0, in the unit of the variate.
  public let median: Double

  public init(zeta: Double, sigma: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "lognormal")
    try check.finite(zeta, "zeta")
    try check.positive(sigma, "sigma")
    self.zeta = zeta
    self.sigma = sigma
    median = Elementary.exp(zeta)
  }

  public init(median: Double, sigma: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "lognormal")
    try check.positive(median, "median")
    try check.positive(sigma, "sigma")
    self.median = median
    self.sigma = sigma
    zeta = Elementary.log(median)
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double {
    // As ``quantile(_:)``: whoever has a stream has switched GSL's aborts off.
    Elementary.exp(zeta + sigma * gsl_cdf_ugaussian_Pinv(stream.uniform()))
  }

  /// median * exp(sigma^2 / 2).
  public var mean: Double { Elementary.exp(zeta + sigma * sigma / 2) }
  /// mean^2 * (exp(sigma^2) - 1).
  public var variance: Double { mean * mean * Elementary.expm1(sigma * sigma) }

  /// P(X <= x); 0 up to x = 0.
  public func cumulative(_ x: Double) -> Double {
    withoutGSLAborts { x <= 0 ? 0 : gsl_cdf_lognormal_P(x, zeta, sigma) }
  }

  /// P(X > x), accurate where it is small; 1 up to x = 0.
  public func survival(_ x: Double) -> Double {
    withoutGSLAborts { x <= 0 ? 1 : gsl_cdf_lognormal_Q(x, zeta, sigma) }
  }

  /// The x with P(X <= x) = p, for 0 < p < 1.
  public func quantile(_ p: Double) -> Double {
    withoutGSLAborts { Elementary.exp(zeta + sigma * gsl_cdf_ugaussian_Pinv(p)) }
  }

  /// The x with P(X > x) = q, accurate where q is small.
  public func upperQuantile(_ q: Double) -> Double {
    withoutGSLAborts { Elementary.exp(zeta + sigma * gsl_cdf_ugaussian_Qinv(q)) }
  }

  /// The form in studies: `lognormal(median: 1.5, sigma: 0.6)`, whichever form was given.
  public var canonicalText: String {
    "lognormal(median: \(ShortestNumber.text(median)), sigma: \(ShortestNumber.text(sigma)))"
  }

  static let entry = DistributionEntry(
    name: "lognormal", summary: "A positive quantity whose logarithm is normal.",
    parameters: [
      .init("median", "the median, above 0"),
      .init("sigma", "the standard deviation of the logarithm, above 0", unitFree: true, in: 0...10),
      .init("zeta", "the mean of the logarithm, in place of the median", unitFree: true, in: -50...50),
    ],
    forms: [["median", "sigma"], ["zeta", "sigma"]],
    example: "lognormal(median: 1.5, sigma: 0.6)", meanFormula: "median * exp(sigma^2 / 2)"
  ) { (arguments) throws(DistributionError) in
    if arguments.has("median") {
      try Lognormal(median: arguments["median"], sigma: arguments["sigma"])
    } else {
      try Lognormal(zeta: arguments["zeta"], sigma: arguments["sigma"])
    }
  }
}

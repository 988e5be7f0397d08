import Basics
internal import CGSL

/// Gaps with a hazard that falls (shape below 1, bursty) or rises (shape above 1): P(X > x) = exp(-(x/scale)^shape).
public struct Weibull: Distribution, Equatable {
  /// The value that is exceeded with probability 1/e, and the shape, below 1 for a hazard that falls; both above 0.
  public let scale, shape: Double

  public init(scale: Double, shape: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "weibull").positive(["shape": shape, "scale": scale])
    (self.scale, self.shape) = (scale, shape)
  }

  public init(mean: Double, shape: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "weibull").positive(["shape": shape, "mean": mean])
    try self.init(scale: mean / Weibull.meanOverScale(shape), shape: shape)
  }

  private static func meanOverScale(_ shape: Double) -> Double {
    withoutGSLAborts { gsl_sf_gamma(1 + 1 / shape) }
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { quantile(stream.uniform()) }
  public var mean: Double { scale * Weibull.meanOverScale(shape) }

  public var variance: Double {
    let first = Weibull.meanOverScale(shape)
    return scale * scale * (withoutGSLAborts { gsl_sf_gamma(1 + 2 / shape) } - first * first)
  }

  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : -Elementary.expm1(-Elementary.pow(x / scale, shape))
  }

  public func survival(_ x: Double) -> Double {
    x <= 0 ? 1 : Elementary.exp(-Elementary.pow(x / scale, shape))
  }
  public func quantile(_ p: Double) -> Double { scale * Elementary.pow(-Elementary.log1p(-p), 1 / shape) }
  public func upperQuantile(_ q: Double) -> Double { scale * Elementary.pow(-Elementary.log(q), 1 / shape) }
  public var canonicalText: String { Self.entry.text(["scale": scale, "shape": shape]) }

  static let entry = DistributionEntry(
    name: "weibull", summary: "Gaps with a hazard that falls (shape below 1) or rises (shape above 1).",
    parameters: [
      .init("scale", "the value exceeded with probability 1/e, above 0"),
      .init("shape", "the shape, above 0", unitFree: true, in: 0.01...1000),
      .init("mean", "the mean, instead of the scale"),
    ],
    forms: [["scale", "shape"], ["mean", "shape"]],
    example: "weibull(scale: 0.536, shape: 0.52)", meanFormula: "scale * Gamma(1 + 1 / shape)"
  ) { (arguments) throws(DistributionError) in
    try arguments.has("scale")
      ? Weibull(scale: arguments["scale"], shape: arguments["shape"])
      : Weibull(mean: arguments["mean"], shape: arguments["shape"])
  }
}

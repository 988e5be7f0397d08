internal import CGSL

/// A positive quantity with adjustable skew: a sum of `shape` exponentials where the shape is whole (Erlang).
public struct Gamma: Distribution, Equatable {
  /// The shape, whose inverse is the squared coefficient of variation, and the scale in the unit of the variate; above 0.
  public let shape, scale: Double

  public init(shape: Double, scale: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "gamma").positive(["shape": shape, "scale": scale])
    (self.shape, self.scale) = (shape, scale)
  }

  public init(shape: Double, mean: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "gamma").positive(["shape": shape, "mean": mean])
    try self.init(shape: shape, scale: mean / shape)
  }

  /// Draws by rejection, because inversion costs forty times as much.
  public func sample(_ stream: RandomStream) -> Double { stream.gamma(shape: shape, scale: scale) }
  public var mean: Double { shape * scale }
  public var variance: Double { shape * scale * scale }
  public func cumulative(_ x: Double) -> Double { withoutGSLAborts { gsl_cdf_gamma_P(x, shape, scale) } }
  public func survival(_ x: Double) -> Double { withoutGSLAborts { gsl_cdf_gamma_Q(x, shape, scale) } }
  public func quantile(_ p: Double) -> Double { withoutGSLAborts { gsl_cdf_gamma_Pinv(p, shape, scale) } }
  public func upperQuantile(_ q: Double) -> Double {
    withoutGSLAborts { gsl_cdf_gamma_Qinv(q, shape, scale) }
  }

  public var canonicalText: String { Self.entry.text(["shape": shape, "scale": scale]) }

  static let entry = DistributionEntry(
    name: "gamma", summary: "A positive quantity with adjustable skew; Erlang if the shape is whole.",
    parameters: [
      .init(
        "shape", "the shape, above 0; the squared coefficient of variation is 1 / shape", unitFree: true,
        in: 0.001...1e6),
      .init("scale", "the scale, above 0"),
      .init("mean", "the mean, instead of the scale"),
    ],
    forms: [["shape", "scale"], ["shape", "mean"]],
    example: "gamma(shape: 8, scale: 0.125)", meanFormula: "shape * scale"
  ) { (arguments) throws(DistributionError) in
    try arguments.has("scale")
      ? Gamma(shape: arguments["shape"], scale: arguments["scale"])
      : Gamma(shape: arguments["shape"], mean: arguments["mean"])
  }
}

/// A share between 0 and 1.
public struct Beta: Distribution, Equatable {
  /// The weights of 1 and of 0, above 0.
  public let a, b: Double

  public init(_ a: Double, _ b: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "beta").positive(["a": a, "b": b])
    (self.a, self.b) = (a, b)
  }

  /// Draws from two gamma variates, because inversion costs forty times as much.
  public func sample(_ stream: RandomStream) -> Double { stream.beta(a, b) }
  public var mean: Double { a / (a + b) }
  public var variance: Double { a * b / ((a + b) * (a + b) * (a + b + 1)) }
  public func cumulative(_ x: Double) -> Double { withoutGSLAborts { gsl_cdf_beta_P(x, a, b) } }
  public func survival(_ x: Double) -> Double { withoutGSLAborts { gsl_cdf_beta_Q(x, a, b) } }
  public func quantile(_ p: Double) -> Double { withoutGSLAborts { gsl_cdf_beta_Pinv(p, a, b) } }
  public func upperQuantile(_ q: Double) -> Double { withoutGSLAborts { gsl_cdf_beta_Qinv(q, a, b) } }
  public var canonicalText: String { Self.entry.text(["a": a, "b": b]) }

  static let entry = DistributionEntry(
    name: "beta", summary: "A share between 0 and 1.",
    parameters: [
      .init("a", "weight of 1, above 0", unitFree: true, in: 0.001...1e6),
      .init("b", "weight of 0, above 0", unitFree: true, in: 0.001...1e6),
    ],
    forms: [["a", "b"]], example: "beta(a: 2, b: 3)", meanFormula: "a / (a + b)"
  ) { (arguments) throws(DistributionError) in try Beta(arguments["a"], arguments["b"]) }
}

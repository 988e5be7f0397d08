internal import CGSL

/// A share between 0 and 1.
public struct Beta: Distribution, Equatable {
  /// The first parameter, above 0: the weight of 1.
  public let a: Double
  /// The second parameter, above 0: the weight of 0.
  public let b: Double

  public init(_ a: Double, _ b: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "beta")
    try check.positive(a, "a")
    try check.positive(b, "b")
    self.a = a
    self.b = b
  }

  /// From two gamma variates: inverting costs forty times as much.
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

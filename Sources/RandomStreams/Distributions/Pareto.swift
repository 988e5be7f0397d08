import Basics

/// A heavy tail: P(X > x) = (lowerBound / x)^exponent.
public struct Pareto: Distribution, Equatable {
  /// The exponent of the tail, and the least value; both above 0.
  public let exponent, lowerBound: Double

  public init(exponent: Double, lowerBound: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "pareto").positive(["exponent": exponent, "lowerBound": lowerBound])
    (self.exponent, self.lowerBound) = (exponent, lowerBound)
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { quantile(stream.uniform()) }
  public var mean: Double { exponent > 1 ? lowerBound * exponent / (exponent - 1) : .infinity }

  public var variance: Double {
    guard exponent > 2 else { return .infinity }
    let excess = exponent - 1
    return lowerBound * lowerBound * exponent / (excess * excess * (exponent - 2))
  }

  public func cumulative(_ x: Double) -> Double {
    x <= lowerBound ? 0 : -Elementary.expm1(-exponent * Elementary.log(x / lowerBound))
  }

  public func survival(_ x: Double) -> Double {
    x <= lowerBound ? 1 : Elementary.exp(-exponent * Elementary.log(x / lowerBound))
  }

  public func quantile(_ p: Double) -> Double {
    lowerBound * Elementary.exp(-Elementary.log1p(-p) / exponent)
  }

  public func upperQuantile(_ q: Double) -> Double {
    lowerBound * Elementary.exp(-Elementary.log(q) / exponent)
  }

  public var canonicalText: String { Self.entry.text(["exponent": exponent, "lowerBound": lowerBound]) }

  static let entry = DistributionEntry(
    name: "pareto", summary: "A heavy tail: P(X > x) = (lowerBound / x)^exponent.",
    parameters: [
      .init(
        "exponent", "the exponent, above 0; no variance up to 2, no mean up to 1", unitFree: true,
        in: 0.01...1000),
      .init("lowerBound", "the least value, above 0"),
    ],
    forms: [["exponent", "lowerBound"]], example: "pareto(exponent: 2.5, lowerBound: 1)",
    meanFormula: "lowerBound * exponent / (exponent - 1) if exponent > 1"
  ) { (arguments) throws(DistributionError) in
    try Pareto(exponent: arguments["exponent"], lowerBound: arguments["lowerBound"])
  }
}

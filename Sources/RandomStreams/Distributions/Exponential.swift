import ElementaryFunctions

/// Time to the next event of a Poisson process: no memory.
public struct Exponential: Distribution, Equatable {
  /// The mean, above 0.
  public let mean: Double

  public init(mean: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "exponential").positive(mean, "mean")
    self.mean = mean
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { stream.exponential(mean: mean) }

  /// The square of the mean.
  public var variance: Double { mean * mean }

  /// P(X <= x) = 1 - exp(-x / mean), for x > 0.
  public func cumulative(_ x: Double) -> Double { x <= 0 ? 0 : -Elementary.expm1(-x / mean) }
  /// P(X > x) = exp(-x / mean), for x > 0.
  public func survival(_ x: Double) -> Double { x <= 0 ? 1 : Elementary.exp(-x / mean) }
  /// The x with P(X <= x) = p, for 0 < p < 1.
  public func quantile(_ p: Double) -> Double { -mean * Elementary.log1p(-p) }
  /// The x with P(X > x) = q, accurate where q is small.
  public func upperQuantile(_ q: Double) -> Double { -mean * Elementary.log(q) }

  /// The form in studies: `exponential(mean: 2.5)`.
  public var canonicalText: String { "exponential(mean: \(ShortestNumber.text(mean)))" }

  static let entry = DistributionEntry(
    name: "exponential", summary: "Time to the next event of a Poisson process: no memory.",
    parameters: [.init("mean", "the mean, above 0")], forms: [["mean"]],
    example: "exponential(mean: 2.5)", meanFormula: "mean"
  ) { (arguments) throws(DistributionError) in try Exponential(mean: arguments["mean"]) }
}

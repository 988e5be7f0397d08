import Basics

/// Time to the next event of a Poisson process: no memory.
public struct Exponential: Distribution, Equatable {
  /// The mean, above 0.
  public let mean: Double

  public init(mean: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "exponential").positive(["mean": mean])
    self.mean = mean
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { stream.exponential(mean: mean) }
  public var variance: Double { mean * mean }
  public func cumulative(_ x: Double) -> Double { x <= 0 ? 0 : -Elementary.expm1(-x / mean) }
  public func survival(_ x: Double) -> Double { x <= 0 ? 1 : Elementary.exp(-x / mean) }
  public func quantile(_ p: Double) -> Double { -mean * Elementary.log1p(-p) }
  public func upperQuantile(_ q: Double) -> Double { -mean * Elementary.log(q) }
  public var canonicalText: String { Self.entry.text(["mean": mean]) }

  static let entry = DistributionEntry(
    name: "exponential", summary: "Time to the next event of a Poisson process: no memory.",
    parameters: [.init("mean", "the mean, above 0")], forms: [["mean"]],
    example: "exponential(mean: 2.5)", meanFormula: "mean"
  ) { (arguments) throws(DistributionError) in try Exponential(mean: arguments["mean"]) }
}

/// A mixture of two exponentials with balanced means: its gaps vary more than the gaps of a Poisson process.
///
/// The probability p of the first satisfies p * mean1 = (1 - p) * mean2: one law for each mean and squared coefficient
/// of variation (scv).
public struct Hyperexponential: Distribution, Equatable {
  /// The mean of the mixture, above 0, and its squared coefficient of variation.
  public let mean, scv: Double
  /// The probability of the component with the longer mean.
  private let p: Double

  public init(mean: Double, scv: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "hyperexponential")
    try check.positive(["mean": mean])
    if !(scv >= 1 && scv.isFinite) { throw check.failure("scv", scv, "a number of at least 1") }
    (self.mean, self.scv) = (mean, scv)
    p = (1 - ((scv - 1) / (scv + 1)).squareRoot()) / 2
  }

  /// The means of the two components, the longer one first.
  public var componentMeans: (Double, Double) { (mean / (2 * p), mean / (2 * (1 - p))) }

  /// The first uniform picks the component, the second inverts it.
  public func sample(_ stream: RandomStream) -> Double {
    let (long, short) = componentMeans
    return stream.exponential(mean: stream.bernoulli(p) ? long : short)
  }

  public var variance: Double { scv * mean * mean }

  public func cumulative(_ x: Double) -> Double {
    let (long, short) = componentMeans
    return x <= 0 ? 0 : -p * Elementary.expm1(-x / long) - (1 - p) * Elementary.expm1(-x / short)
  }

  public func survival(_ x: Double) -> Double {
    let (long, short) = componentMeans
    return x <= 0 ? 1 : p * Elementary.exp(-x / long) + (1 - p) * Elementary.exp(-x / short)
  }

  /// The x with P(X <= x) = the given probability, by search between the quantiles of the components.
  public func quantile(_ probability: Double) -> Double {
    let (long, short) = componentMeans
    let unit = -Elementary.log1p(-probability)
    return Bracketing.quantile(probability, low: short * unit, high: long * unit, cumulative: cumulative)
  }

  /// The x with P(X > x) = q, by search between the quantiles of the components; accurate for small q.
  public func upperQuantile(_ q: Double) -> Double {
    let (long, short) = componentMeans
    let unit = -Elementary.log(q)
    return Bracketing.quantile(-q, low: short * unit, high: long * unit) { -survival($0) }
  }

  public var canonicalText: String { Self.entry.text(["mean": mean, "scv": scv]) }

  static let entry = DistributionEntry(
    name: "hyperexponential", summary: "Two exponentials with balanced means: bursty gaps.",
    parameters: [
      .init("mean", "the mean, above 0"),
      .init("scv", "the squared coefficient of variation, at least 1", unitFree: true, in: 1...1e6),
    ],
    forms: [["mean", "scv"]], example: "hyperexponential(mean: 1, scv: 4)", meanFormula: "mean"
  ) { (arguments) throws(DistributionError) in
    try Hyperexponential(mean: arguments["mean"], scv: arguments["scv"])
  }
}

import Basics
internal import CGSL

/// The number of trials up to and with the first success: 1, 2, ...
public struct Geometric: Distribution, Equatable {
  /// The probability of success.
  public let p: Double

  public init(p: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "geometric").probability(p, "p")
    self.p = p
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { Double(stream.geometric(p)) }
  public var mean: Double { 1 / p }
  public var variance: Double { (1 - p) / (p * p) }
  public var hasAtoms: Bool { true }

  /// P(X = k).
  public func probability(_ k: Int) -> Double {
    k < 1 ? 0 : withoutGSLAborts { gsl_ran_geometric_pdf(UInt32(clamping: k), p) }
  }

  public func cumulative(_ x: Double) -> Double {
    x < 1 ? 0 : -Elementary.expm1(x.rounded(.down) * Elementary.log1p(-p))
  }

  public func survival(_ x: Double) -> Double {
    x < 1 ? 1 : Elementary.exp(x.rounded(.down) * Elementary.log1p(-p))
  }

  public func quantile(_ probability: Double) -> Double {
    p == 1 ? 1 : CountQuantile.least(probability, from: 1, cumulative: cumulative)
  }

  public var canonicalText: String { Self.entry.text(["p": p]) }

  static let entry = DistributionEntry(
    name: "geometric", summary: "The number of trials up to and including the first success, from 1.",
    parameters: [
      .init("p", "the probability of success, above 0 and at most 1", unitFree: true, in: 1e-9...1)
    ],
    forms: [["p"]], example: "geometric(p: 0.25)", meanFormula: "1 / p"
  ) { (arguments) throws(DistributionError) in try Geometric(p: arguments["p"]) }
}

/// The number of events of a Poisson process.
public struct Poisson: Distribution, Equatable {
  /// The expected count, above 0 and at most 1000000.
  public let mean: Double

  public init(mean: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "poisson")
    try check.positive(["mean": mean])
    if mean > 1e6 { throw check.failure("mean", mean, "a number of at most 1000000") }
    self.mean = mean
  }

  /// Draws with GSL's sampler and a varying number of uniforms.
  public func sample(_ stream: RandomStream) -> Double { Double(stream.poisson(mean: mean)) }
  public var variance: Double { mean }
  public var hasAtoms: Bool { true }

  /// P(X = k).
  public func probability(_ k: Int) -> Double {
    k < 0 ? 0 : withoutGSLAborts { gsl_ran_poisson_pdf(UInt32(clamping: k), mean) }
  }

  public func cumulative(_ x: Double) -> Double {
    x < 0 ? 0 : withoutGSLAborts { gsl_cdf_poisson_P(CountQuantile.count(x), mean) }
  }

  public func survival(_ x: Double) -> Double {
    x < 0 ? 1 : withoutGSLAborts { gsl_cdf_poisson_Q(CountQuantile.count(x), mean) }
  }
  public func quantile(_ p: Double) -> Double { CountQuantile.least(p, from: 0, cumulative: cumulative) }
  public var canonicalText: String { Self.entry.text(["mean": mean]) }

  static let entry = DistributionEntry(
    name: "poisson", summary: "The number of events of a Poisson process.",
    parameters: [.init("mean", "the mean, above 0 and at most 1000000", unitFree: true, in: 0...1e6)],
    forms: [["mean"]], example: "poisson(mean: 7.3)", meanFormula: "mean"
  ) { (arguments) throws(DistributionError) in try Poisson(mean: arguments["mean"]) }
}

/// The number of failures before success number n; a Poisson count whose mean varies by a gamma law.
public struct NegativeBinomial: Distribution, Equatable {
  /// The probability of success, and the number of successes, which need not be whole.
  public let p, n: Double

  public init(p: Double, n: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "negativebinomial")
    try check.probability(p, "p")
    try check.positive(["n": n])
    (self.p, self.n) = (p, n)
  }

  /// A Poisson count whose mean is a gamma variate.
  public func sample(_ stream: RandomStream) -> Double { Double(stream.negativeBinomial(p, n)) }
  public var mean: Double { n * (1 - p) / p }
  public var variance: Double { n * (1 - p) / (p * p) }
  public var hasAtoms: Bool { true }

  /// P(X = k).
  public func probability(_ k: Int) -> Double {
    k < 0 ? 0 : withoutGSLAborts { gsl_ran_negative_binomial_pdf(UInt32(clamping: k), p, n) }
  }

  public func cumulative(_ x: Double) -> Double {
    x < 0 ? 0 : withoutGSLAborts { gsl_cdf_negative_binomial_P(CountQuantile.count(x), p, n) }
  }

  public func survival(_ x: Double) -> Double {
    x < 0 ? 1 : withoutGSLAborts { gsl_cdf_negative_binomial_Q(CountQuantile.count(x), p, n) }
  }

  public func quantile(_ probability: Double) -> Double {
    CountQuantile.least(probability, from: 0, cumulative: cumulative)
  }

  public var canonicalText: String { Self.entry.text(["p": p, "n": n]) }

  static let entry = DistributionEntry(
    name: "negativebinomial", summary: "The number of failures before success number n.",
    parameters: [
      .init("p", "the probability of success, above 0 and at most 1", unitFree: true, in: 1e-9...1),
      .init("n", "the number of successes, above 0, whole or not", unitFree: true, in: 0.001...1e6),
    ],
    forms: [["p", "n"]], example: "negativebinomial(p: 0.3, n: 4.5)", meanFormula: "n (1 - p) / p"
  ) { (arguments) throws(DistributionError) in try NegativeBinomial(p: arguments["p"], n: arguments["n"]) }
}

/// Quantiles of laws on whole numbers.
enum CountQuantile {
  /// The least whole number from `first` on with F >= p, by doubling and bisection.
  static func least(_ p: Double, from first: Int, cumulative: (Double) -> Double) -> Double {
    var low = first - 1  // F(low) < p
    var step = 1
    while cumulative(Double(low + step)) < p && step < 1 << 40 { step *= 2 }
    var high = low + step
    low += step / 2
    while high - low > 1 {
      let middle = (low + high) / 2
      if cumulative(Double(middle)) >= p { high = middle } else { low = middle }
    }
    return Double(high)
  }

  /// The whole part of a number of at least 0 as GSL takes counts.
  static func count(_ x: Double) -> UInt32 { x < 4_294_967_295 ? UInt32(x) : .max }
}

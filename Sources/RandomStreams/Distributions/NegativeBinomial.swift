internal import CGSL

/// The number of failures before success number n; a Poisson count whose mean varies by a gamma law.
public struct NegativeBinomial: Distribution, Equatable {
  /// The probability of success.
  public let p: Double
  /// The number of successes; need not be whole.
  public let n: Double

  public init(p: Double, n: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "negativebinomial")
    try check.probability(p, "p")
    try check.positive(n, "n")
    self.p = p
    self.n = n
  }

  /// A Poisson count whose mean is a gamma variate.
  public func sample(_ stream: RandomStream) -> Double { Double(stream.negativeBinomial(p, n)) }

  /// n (1 - p) / p.
  public var mean: Double { n * (1 - p) / p }
  /// n (1 - p) / p^2.
  public var variance: Double { n * (1 - p) / (p * p) }
  /// True: only whole numbers occur.
  public var hasAtoms: Bool { true }

  /// P(X = k).
  public func probability(_ k: Int) -> Double {
    k < 0 ? 0 : withoutGSLAborts { gsl_ran_negative_binomial_pdf(UInt32(clamping: k), p, n) }
  }

  /// P(X <= x); 0 below 0.
  public func cumulative(_ x: Double) -> Double {
    x < 0 ? 0 : withoutGSLAborts { gsl_cdf_negative_binomial_P(CountQuantile.count(x), p, n) }
  }

  /// P(X > x), accurate where it is small; 1 below 0.
  public func survival(_ x: Double) -> Double {
    x < 0 ? 1 : withoutGSLAborts { gsl_cdf_negative_binomial_Q(CountQuantile.count(x), p, n) }
  }

  /// The least k, from 0, with P(X <= k) >= the given probability.
  public func quantile(_ probability: Double) -> Double {
    CountQuantile.least(probability, from: 0, cumulative: cumulative)
  }

  /// The form in studies: `negativebinomial(p: 0.3, n: 4.5)`.
  public var canonicalText: String {
    "negativebinomial(p: \(ShortestNumber.text(p)), n: \(ShortestNumber.text(n)))"
  }

  static let entry = DistributionEntry(
    name: "negativebinomial", summary: "The number of failures before success number n.",
    parameters: [
      .init("p", "the probability of success, above 0 and at most 1", unitFree: true, in: 1e-9...1),
      .init("n", "the number of successes, above 0, whole or not", unitFree: true, in: 0.001...1e6),
    ],
    forms: [["p", "n"]], example: "negativebinomial(p: 0.3, n: 4.5)", meanFormula: "n (1 - p) / p"
  ) { (arguments) throws(DistributionError) in
    try NegativeBinomial(p: arguments["p"], n: arguments["n"])
  }
}

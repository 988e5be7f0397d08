internal import CGSL

/// The number of events of a Poisson process.
public struct Poisson: Distribution, Equatable {
  /// The expected count, above 0 and at most 1000000.
  public let mean: Double

  public init(mean: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "poisson").positive(mean, "mean")
    if mean > 1e6 {
      throw ParameterCheck(distribution: "poisson").failure("mean", mean, "a number of at most 1000000")
    }
    self.mean = mean
  }

  /// By GSL's sampler, with a varying number of uniforms.
  public func sample(_ stream: RandomStream) -> Double { Double(stream.poisson(mean: mean)) }

  /// As the mean.
  public var variance: Double { mean }
  /// True: only whole numbers occur.
  public var hasAtoms: Bool { true }

  /// P(X = k).
  public func probability(_ k: Int) -> Double {
    k < 0 ? 0 : withoutGSLAborts { gsl_ran_poisson_pdf(UInt32(clamping: k), mean) }
  }

  /// P(X <= x); 0 below 0.
  public func cumulative(_ x: Double) -> Double {
    x < 0 ? 0 : withoutGSLAborts { gsl_cdf_poisson_P(CountQuantile.count(x), mean) }
  }

  /// P(X > x), accurate where it is small; 1 below 0.
  public func survival(_ x: Double) -> Double {
    x < 0 ? 1 : withoutGSLAborts { gsl_cdf_poisson_Q(CountQuantile.count(x), mean) }
  }
  /// The least k, from 0, with P(X <= k) >= p.
  public func quantile(_ p: Double) -> Double { CountQuantile.least(p, from: 0, cumulative: cumulative) }

  /// The form in studies: `poisson(mean: 7.3)`.
  public var canonicalText: String { "poisson(mean: \(ShortestNumber.text(mean)))" }

  static let entry = DistributionEntry(
    name: "poisson", summary: "The number of events of a Poisson process.",
    parameters: [.init("mean", "the mean, above 0 and at most 1000000", unitFree: true, in: 0...1e6)],
    forms: [["mean"]],
    example: "poisson(mean: 7.3)", meanFormula: "mean"
  ) { (arguments) throws(DistributionError) in try Poisson(mean: arguments["mean"]) }
}

internal import CGSL

/// The number of events of a Poisson process.
public struct Poisson: Distribution, Equatable {
  public let mean: Double

  public init(mean: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "poisson").positive(mean, "mean")
    if mean > 1e6 {
      throw ParameterCheck(distribution: "poisson").failure("mean", mean, "a number of at most 1000000")
    }
    self.mean = mean
  }

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

  public var canonicalText: String { "poisson(mean: \(ShortestNumber.text(mean)))" }

  static let entry = DistributionEntry(
    name: "poisson", summary: "The number of events of a Poisson process.",
    parameters: [.init("mean", "the mean, above 0 and at most 1000000", unitFree: true, in: 0...1e6)],
    forms: [["mean"]],
    example: "poisson(mean: 7.3)", meanFormula: "mean"
  ) { (arguments) throws(DistributionError) in try Poisson(mean: arguments["mean"]) }
}

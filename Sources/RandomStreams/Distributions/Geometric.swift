internal import CGSL
import ElementaryFunctions

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

  /// 1 / p.
  public var mean: Double { 1 / p }
  /// (1 - p) / p^2.
  public var variance: Double { (1 - p) / (p * p) }
  /// True: only whole numbers occur.
  public var hasAtoms: Bool { true }

  /// P(X = k).
  public func probability(_ k: Int) -> Double {
    k < 1 ? 0 : withoutGSLAborts { gsl_ran_geometric_pdf(UInt32(clamping: k), p) }
  }

  /// P(X <= x) = 1 - (1 - p)^floor(x), for x >= 1.
  public func cumulative(_ x: Double) -> Double {
    x < 1 ? 0 : -Elementary.expm1(x.rounded(.down) * Elementary.log1p(-p))
  }

  /// P(X > x) = (1 - p)^floor(x), for x >= 1.
  public func survival(_ x: Double) -> Double {
    x < 1 ? 1 : Elementary.exp(x.rounded(.down) * Elementary.log1p(-p))
  }

  /// The least k, from 1, with P(X <= k) >= the given probability.
  public func quantile(_ probability: Double) -> Double {
    p == 1 ? 1 : CountQuantile.least(probability, from: 1, cumulative: cumulative)
  }

  /// The form in studies: `geometric(p: 0.25)`.
  public var canonicalText: String { "geometric(p: \(ShortestNumber.text(p)))" }

  static let entry = DistributionEntry(
    name: "geometric", summary: "The number of trials up to and with the first success, from 1.",
    parameters: [
      .init("p", "the probability of success, above 0 and at most 1", unitFree: true, in: 1e-9...1)
    ],
    forms: [["p"]], example: "geometric(p: 0.25)", meanFormula: "1 / p"
  ) { (arguments) throws(DistributionError) in try Geometric(p: arguments["p"]) }
}

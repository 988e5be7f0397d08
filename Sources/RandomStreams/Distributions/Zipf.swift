import Basics

/// A rank from 1 to `count` with probability proportional to rank^(-exponent): popularity of apps.
public struct Zipf: Distribution, Equatable {
  /// The number of ranks, 1 to ``greatestCount``.
  public let count: Int
  /// The exponent, at least 0; 0 makes all ranks alike.
  public let exponent: Double
  private let law: Discrete

  /// The greatest number of ranks; the table holds them all.
  public static let greatestCount = 1_000_000

  public init(count: Int, exponent: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "zipf")
    if !(1...Zipf.greatestCount).contains(count) {
      throw check.failure("count", Double(count), "a whole number from 1 to \(Zipf.greatestCount)")
    }
    try check.nonNegative(exponent, "exponent")
    (self.count, self.exponent) = (count, exponent)
    let ranks = (1...count).map(Double.init)
    law = try Discrete(values: ranks, weights: ranks.map { Elementary.pow($0, -exponent) })
  }

  /// One uniform, through the alias table.
  public func sample(_ stream: RandomStream) -> Double { law.sample(stream) }
  public var mean: Double { law.mean }
  public var variance: Double { law.variance }
  public var hasAtoms: Bool { true }

  /// The probabilities of the ranks, from 1.
  public var probabilities: [Double] { law.probabilities }
  public func cumulative(_ x: Double) -> Double { law.cumulative(x) }
  public func quantile(_ p: Double) -> Double { law.quantile(p) }
  public var canonicalText: String { "zipf(count: \(count), exponent: \(ShortestNumber.text(exponent)))" }

  static let entry = DistributionEntry(
    name: "zipf", summary: "A rank with probability proportional to rank^(-exponent).",
    parameters: [
      .init("count", "the number of ranks, whole", unitFree: true, in: 1...1e6),
      .init("exponent", "the exponent, at least 0", unitFree: true, in: 0...100),
    ],
    forms: [["count", "exponent"]], example: "zipf(count: 50, exponent: 1.1)",
    meanFormula: "H(count, exponent - 1) / H(count, exponent), H the generalized harmonic number"
  ) { (arguments) throws(DistributionError) in
    guard let count = Int(exactly: arguments["count"]) else {
      throw ParameterCheck(distribution: "zipf").failure(
        "count", arguments["count"], "a whole number from 1 to \(greatestCount)")
    }
    return try Zipf(count: count, exponent: arguments["exponent"])
  }
}

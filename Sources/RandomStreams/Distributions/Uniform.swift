/// All values between two bounds alike.
public struct Uniform: Distribution, Equatable {
  public let low: Double
  public let high: Double

  public init(low: Double, high: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "uniform")
    try check.finite(low, "low")
    try check.above(low, high, "high")
    self.low = low
    self.high = high
  }

  public func sample(_ stream: RandomStream) -> Double { quantile(stream.uniform()) }

  public var mean: Double { low + (high - low) / 2 }
  public var variance: Double { (high - low) * (high - low) / 12 }

  public func cumulative(_ x: Double) -> Double { min(max((x - low) / (high - low), 0), 1) }
  public func survival(_ x: Double) -> Double { min(max((high - x) / (high - low), 0), 1) }
  public func quantile(_ p: Double) -> Double { low + (high - low) * p }
  public func upperQuantile(_ q: Double) -> Double { high - (high - low) * q }

  public var canonicalText: String {
    "uniform(low: \(ShortestNumber.text(low)), high: \(ShortestNumber.text(high)))"
  }

  static let entry = DistributionEntry(
    name: "uniform", summary: "All values between two bounds alike.",
    parameters: [.init("low", "the least value"), .init("high", "the greatest value, above low")],
    forms: [["low", "high"]], example: "uniform(low: 0.4, high: 1)", meanFormula: "(low + high) / 2"
  ) { (arguments) throws(DistributionError) in
    try Uniform(low: arguments["low"], high: arguments["high"])
  }
}

/// All values between two bounds with equal probability.
public struct Uniform: Distribution, Equatable {
  /// The least value and the greatest, which is above it.
  public let low, high: Double

  public init(low: Double, high: Double) throws(DistributionError) {
    let check = ParameterCheck(distribution: "uniform")
    try check.finite(low, "low")
    try check.above(low, high, "high")
    (self.low, self.high) = (low, high)
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { quantile(stream.uniform()) }
  public var mean: Double { low + (high - low) / 2 }
  public var variance: Double { (high - low) * (high - low) / 12 }
  public func cumulative(_ x: Double) -> Double { min(max((x - low) / (high - low), 0), 1) }
  public func survival(_ x: Double) -> Double { min(max((high - x) / (high - low), 0), 1) }
  public func quantile(_ p: Double) -> Double { low + (high - low) * p }
  public func upperQuantile(_ q: Double) -> Double { high - (high - low) * q }
  public var canonicalText: String { Self.entry.text(["low": low, "high": high]) }

  static let entry = DistributionEntry(
    name: "uniform", summary: "All values between two bounds with equal probability.",
    parameters: [.init("low", "the least value"), .init("high", "the greatest value, above low")],
    forms: [["low", "high"]], example: "uniform(low: 0.4, high: 1)", meanFormula: "(low + high) / 2"
  ) { (arguments) throws(DistributionError) in try Uniform(low: arguments["low"], high: arguments["high"]) }
}

/// Always the same value.
public struct Constant: Distribution, Equatable {
  /// The only value.
  public let value: Double

  public init(_ value: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "constant").finite(value, "value")
    self.value = value
  }

  /// The value; takes no random number.
  public func sample(_ stream: RandomStream) -> Double { value }
  public var mean: Double { value }
  public var variance: Double { 0 }
  public var hasAtoms: Bool { true }
  public func cumulative(_ x: Double) -> Double { x >= value ? 1 : 0 }
  public func quantile(_ p: Double) -> Double { value }
  public var canonicalText: String { Self.entry.text(["value": value]) }

  static let entry = DistributionEntry(
    name: "constant", summary: "Always the same value.",
    parameters: [.init("value", "the value")], forms: [["value"]],
    example: "constant(value: 5)", meanFormula: "value"
  ) { (arguments) throws(DistributionError) in try Constant(arguments["value"]) }
}

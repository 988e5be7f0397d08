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

  /// The value.
  public var mean: Double { value }
  /// 0: nothing varies.
  public var variance: Double { 0 }
  /// True: the value has probability 1.
  public var hasAtoms: Bool { true }

  /// P(X <= x): 1 from the value on, else 0.
  public func cumulative(_ x: Double) -> Double { x >= value ? 1 : 0 }
  /// The value, whatever the probability.
  public func quantile(_ p: Double) -> Double { value }

  /// The form in studies: `constant(value: 5)`.
  public var canonicalText: String { "constant(value: \(ShortestNumber.text(value)))" }

  static let entry = DistributionEntry(
    name: "constant", summary: "Always the same value.",
    parameters: [.init("value", "the value")], forms: [["value"]],
    example: "constant(value: 5)", meanFormula: "value"
  ) { (arguments) throws(DistributionError) in try Constant(arguments["value"]) }
}

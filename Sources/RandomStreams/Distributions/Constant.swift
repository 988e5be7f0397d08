/// Always the same value.
public struct Constant: Distribution, Equatable {
  public let value: Double

  public init(_ value: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "constant").finite(value, "value")
    self.value = value
  }

  public func sample(_ stream: RandomStream) -> Double { value }

  public var mean: Double { value }
  public var variance: Double { 0 }
  public var hasAtoms: Bool { true }

  public func cumulative(_ x: Double) -> Double { x >= value ? 1 : 0 }
  public func quantile(_ p: Double) -> Double { value }

  public var canonicalText: String { "constant(value: \(ShortestNumber.text(value)))" }

  static let entry = DistributionEntry(
    name: "constant", summary: "Always the same value.",
    parameters: [.init("value", "the value")], forms: [["value"]],
    example: "constant(value: 5)", meanFormula: "value"
  ) { (arguments) throws(DistributionError) in try Constant(arguments["value"]) }
}

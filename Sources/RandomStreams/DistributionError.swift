/// An error in the description of a distribution.
public enum DistributionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A parameter has a value that the law does not allow.
  case parameter(distribution: String, parameter: String, found: String, expected: String)
  /// The parameters given are none of the sets that the law takes.
  case parameters(distribution: String, found: [String], expected: [[String]])
  /// No law has this name.
  case unknownName(found: String, known: [String])

  /// The text that was found.
  public var found: String {
    switch self {
    case .parameter(_, _, let found, _): found
    case .parameters(_, let found, _): found.isEmpty ? "no parameters" : found.joined(separator: ", ")
    case .unknownName(let found, _): found
    }
  }

  /// The forms that can be written instead.
  public var expected: String {
    switch self {
    case .parameter(_, _, _, let expected): expected
    case .parameters(_, _, let expected):
      expected.map { $0.joined(separator: ", ") }.joined(separator: "; or ")
    case .unknownName(_, let known): "one of " + known.joined(separator: ", ")
    }
  }

  public var description: String {
    switch self {
    case .parameter(let distribution, let parameter, _, _):
      "\(distribution): \(parameter): found \(found), expected \(expected)"
    case .parameters(let distribution, _, _):
      "\(distribution): found \(found), expected \(expected)"
    case .unknownName: "found the distribution \(found), expected \(expected)"
    }
  }
}

/// Checks of one law's parameters, with errors that name them.
struct ParameterCheck {
  let distribution: String

  func finite(_ x: Double, _ parameter: String) throws(DistributionError) {
    if !x.isFinite { throw failure(parameter, x, "a finite number") }
  }
  func positive(_ numbers: KeyValuePairs<String, Double>) throws(DistributionError) {
    for (parameter, x) in numbers where !(x > 0 && x.isFinite) {
      throw failure(parameter, x, "a number above 0")
    }
  }
  func nonNegative(_ x: Double, _ parameter: String) throws(DistributionError) {
    if !(x >= 0 && x.isFinite) { throw failure(parameter, x, "a number of at least 0") }
  }
  func above(_ bound: Double, _ x: Double, _ parameter: String) throws(DistributionError) {
    if !(x > bound && x.isFinite) {
      throw failure(parameter, x, "a number above \(ShortestNumber.text(bound))")
    }
  }
  func probability(_ x: Double, _ parameter: String) throws(DistributionError) {
    if !(x > 0 && x <= 1) { throw failure(parameter, x, "a number above 0 and at most 1") }
  }
  /// Weights: at least one, none negative, a positive sum.
  func weights(_ weights: [Double], _ parameter: String) throws(DistributionError) {
    let good = weights.allSatisfy { $0 >= 0 && $0.isFinite } && weights.reduce(0, +) > 0
    if !good { throw failure(parameter, weights, "numbers of at least 0 with a positive sum") }
  }
  func strictlyIncreasing(_ values: [Double], _ parameter: String) throws(DistributionError) {
    let rises = zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
    if !(rises && values.allSatisfy(\.isFinite)) { throw failure(parameter, values, "increasing numbers") }
  }
  func failure(_ parameter: String, _ x: Double, _ expected: String) -> DistributionError {
    failure(parameter, ShortestNumber.text(x), expected)
  }
  func failure(_ parameter: String, _ values: [Double], _ expected: String) -> DistributionError {
    failure(parameter, ShortestNumber.text(values), expected)
  }
  func failure(_ parameter: String, _ found: String, _ expected: String) -> DistributionError {
    .parameter(distribution: distribution, parameter: parameter, found: found, expected: expected)
  }
}

enum ShortestNumber {
  /// The shortest decimal text that reads back as `x`; whole numbers without a point.
  static func text(_ x: Double) -> String {
    if x == x.rounded(), abs(x) < 1e15 { return String(Int64(x)) }
    return x.description
  }

  /// A list, as `[1, 2.5]`.
  static func text(_ values: [Double]) -> String {
    "[" + values.map { text($0) }.joined(separator: ", ") + "]"
  }
}

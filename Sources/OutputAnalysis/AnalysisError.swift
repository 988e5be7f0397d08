public enum AnalysisError: Error, Hashable, Sendable, CustomStringConvertible {
  case emptySample
  case notFinite(index: Int)
  case negative(index: Int, found: Double)
  case unequalCounts(first: Int, second: Int)
  case confidenceOutsideUnitInterval(Double)
  case probabilityOutsideUnitInterval(Double)
  case notPositive(Double)
  case zeroDenominator

  public var description: String {
    switch self {
    case .emptySample: "the sample is empty; expected at least one value"
    case .notFinite(let index): "value \(index) of the sample is not a finite number"
    case .negative(let index, let found): "value \(index) of the sample is \(found); expected at least 0"
    case .unequalCounts(let first, let second):
      "paired samples differ in length: \(first) against \(second) values"
    case .confidenceOutsideUnitInterval(let found):
      "confidence is \(found); expected a number between 0 and 1, both excluded"
    case .probabilityOutsideUnitInterval(let found):
      "probability is \(found); expected a number between 0 and 1"
    case .notPositive(let found): "found \(found); expected a finite number above 0"
    case .zeroDenominator: "the denominators of the ratio add up to 0"
    }
  }

  static func requireFinite(_ values: [Double]) throws(AnalysisError) {
    for index in values.indices where !values[index].isFinite { throw .notFinite(index: index) }
  }

  static func requireConfidence(_ confidence: Double) throws(AnalysisError) {
    guard confidence > 0, confidence < 1 else { throw .confidenceOutsideUnitInterval(confidence) }
  }

  static func requirePositive(_ value: Double) throws(AnalysisError) {
    guard value > 0, value.isFinite else { throw .notPositive(value) }
  }
}

extension Double? {
  /// The difference of two numbers; nil where one is missing.
  func less(_ other: Double?) -> Double? { flatMap { own in other.map { own - $0 } } }
}

/// The answer of the code under test for a row of a golden table.
public enum GoldenAnswer: Sendable {
  case text(String)
  /// Whole numbers, compared digit by digit.
  case integers([UInt64])
  case numbers([Double])
  /// An estimate of a number, with the error that its sample allows in place of the tolerance of the row.
  case estimate(Double, within: Double)

  public static func number(_ x: Double) -> GoldenAnswer { .numbers([x]) }
}

extension GoldenRow {
  /// The largest integer up to which floating-point numbers hold every integer.
  private static let exactLimit = 0x1p53

  /// Says how an answer differs from the expectation; nil if it agrees.
  public func complaint(about answer: GoldenAnswer) -> String? {
    switch answer {
    case .text(let found):
      return found == expected ? nil : "\(name): found \(found), expected \(expected)"
    case .integers(let found):
      return found.map(String.init) == expectedParts ? nil : "\(name): found \(found), expected \(expected)"
    case .estimate(let found, let error):
      guard let wanted = expectedNumbers.first, expectedParts.count == 1, abs(found - wanted) <= error else {
        return "\(name): found \(found), expected \(expected) within \(error)"
      }
      return nil
    case .numbers(let found):
      let wanted = expectedNumbers
      guard found.count == wanted.count, !wanted.isEmpty else {
        return "\(name): found \(found.count) values \(found), expected \(expected)"
      }
      for (found, wanted) in zip(found, wanted) {
        if kind == .exact, abs(wanted) > Self.exactLimit {
          return "\(name): expected \(expected), which floating-point numbers do not hold exactly"
        }
        let limit = limit(around: wanted)
        if !(abs(found - wanted) <= limit) {
          return "\(name): found \(found), expected \(wanted) within \(limit)"
        }
      }
      return nil
    }
  }

  private func limit(around wanted: Double) -> Double {
    switch kind {
    case .exact: 0
    case .abs: tolerance
    // Two units in the last place, for references that are themselves rounded.
    case .rel: max(tolerance, 2 * Double.ulpOfOne) * abs(wanted)
    }
  }
}

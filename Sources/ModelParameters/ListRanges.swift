/// The ranges of a list's numbers in a sweep.
public struct ListRanges: Sendable, Hashable {
  /// Smallest and largest sensible value of each number, in the unit of the definition.
  public var ranges: [ClosedRange<Double>]
  /// Whether the numbers are parts of a whole. Where one of them changes, the others change in proportion, so that the
  /// sum stays.
  public var areShares: Bool
  /// The reason for the ranges in a few words.
  public var reason: String

  /// Numbers that vary one by one.
  public static func each(_ ranges: [ClosedRange<Double>], _ reason: String) -> ListRanges {
    ListRanges(ranges: ranges, areShares: false, reason: reason)
  }

  /// Parts of a whole, each of which can grow or shrink at the cost of the others.
  public static func shares(_ ranges: [ClosedRange<Double>], _ reason: String) -> ListRanges {
    ListRanges(ranges: ranges, areShares: true, reason: reason)
  }

  /// The list with some numbers replaced; of shares, the others are scaled so that the sum stays.
  ///
  /// Where all other shares are 0, they take equal parts of the rest.
  ///
  /// - Parameter values: New numbers by place.
  /// - Returns: nil where the replaced shares are more than the whole, or all are replaced and do not add up to it.
  public func replacing(_ values: [Int: Double], of numbers: [Double]) -> [Double]? {
    var result = numbers
    for (place, value) in values { result[place] = value }
    guard areShares else { return result }
    let others = numbers.indices.filter { values[$0] == nil }
    // In the order of places: sums must not depend on the order of a dictionary.
    let total = numbers.reduce(0, +)
    let rest = total - numbers.indices.reduce(0) { $0 + (values[$1] ?? 0) }
    guard rest >= -1e-9 * total, !others.isEmpty || abs(rest) <= 1e-9 * total else { return nil }
    let sum = others.reduce(0) { $0 + numbers[$1] }
    for place in others {
      result[place] = sum > 0 ? numbers[place] * (max(0, rest) / sum) : max(0, rest) / Double(others.count)
    }
    return result
  }
}

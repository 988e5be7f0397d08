/// The possible values of a number, both ends included, in the unit of its definition. Within them, sums and
/// products over the longest run fit in 64 bits, and events do not repeat so fast that a run cannot end.
public struct ParameterDomain: Sendable, Hashable {
  /// Smallest and largest value that belong to it.
  public var least, greatest: Double
  /// Whether only whole numbers belong to it.
  public var isWhole: Bool

  public init(_ bounds: ClosedRange<Double>, isWhole: Bool = false) {
    (least, greatest, self.isWhole) = (bounds.lowerBound, bounds.upperBound, isWhole)
  }

  /// Whole numbers from one to another.
  public init(whole bounds: ClosedRange<Int>) {
    self.init(Double(bounds.lowerBound)...Double(bounds.upperBound), isWhole: true)
  }

  /// Whether a value, in the unit of the definition, belongs to it.
  public func contains(_ value: Double) -> Bool {
    (least...greatest).contains(value) && (!isWhole || value == value.rounded())
  }

  /// The domain in words: `from 0 to 100 %`, `a whole number from 1 to 30`.
  public func text(in unit: ParameterUnit) -> String {
    let bounds = "from \(ParameterDefinition.text(least)) to \(ParameterDefinition.text(greatest))"
    if isWhole { return "a whole number \(bounds)" }
    return unit == .none ? "a number \(bounds)" : "\(bounds) \(unit.rawValue)"
  }

  /// The rule that a definition states; with the unit it gives the domain.
  public enum Rule: Sendable, Hashable {
    /// From 0 to the greatest value of the unit.
    case nonNegative
    /// From the least to the greatest value of the unit.
    case positive
    /// From 0 to 1, or from 0 % to 100 %.
    case unitInterval
    case whole(ClosedRange<Int>)
    /// Stated in the unit of the definition.
    case interval(ClosedRange<Double>)
  }

  init(_ rule: Rule, in unit: ParameterUnit) {
    switch rule {
    case .nonNegative: self.init(0...unit.bounds.upperBound)
    case .positive: self.init(unit.bounds)
    case .unitInterval: self.init(0...(unit == .percent ? 100 : 1))
    case .whole(let bounds): self.init(whole: bounds)
    case .interval(let bounds): self.init(bounds)
    }
  }
}

/// The ranges of a list's numbers in a sweep.
public struct ListRanges: Sendable, Hashable {
  /// Smallest and largest sensible value of each number, in the unit of the definition.
  public var ranges: [ClosedRange<Double>]
  /// Whether the numbers are parts of a whole. If some numbers change, the remaining numbers change in
  /// proportion, and the sum is constant.
  public var areShares: Bool
  /// The reason for the ranges in a few words.
  public var reason: String

  /// The list with the numbers at some places replaced. For shares, the remaining numbers are scaled so that
  /// the sum is constant, or get equal parts if they are all 0. Nil if the replaced shares exceed the whole,
  /// or if all shares are replaced and their sum differs from the whole.
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

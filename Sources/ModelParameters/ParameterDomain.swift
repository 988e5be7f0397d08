/// The values that a number can take at all, both ends included, in the unit of its definition.
///
/// A sweep usually stays within the narrower `range` of a parameter. The domain is what models are built for: within it no sum or
/// product over the longest run leaves 64 bits, and no event repeats so fast that a run cannot end.
public struct ParameterDomain: Sendable, Hashable {
  /// Smallest value that belongs to it.
  public var least: Double
  /// Largest value that belongs to it.
  public var greatest: Double
  /// Whether only whole numbers belong to it.
  public var isWhole: Bool

  public init(_ bounds: ClosedRange<Double>, isWhole: Bool = false) {
    least = bounds.lowerBound
    greatest = bounds.upperBound
    self.isWhole = isWhole
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
}

extension ParameterDomain {
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

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

extension ParameterUnit {
  /// The least value above 0 and the greatest value of a quantity in this unit, where its definition states no others.
  ///
  /// Times end at the longest horizon, powers at what a claim of the power model may take, data at a terabyte.
  public var bounds: ClosedRange<Double> {
    switch self {
    case .none: 0.001...1000
    case .microseconds: 0.001...316_224_000_000_000
    case .milliseconds: 0.001...316_224_000_000
    case .seconds: 0.001...316_224_000
    case .minutes: 0.001...5_270_400
    case .hours: 0.001...87_840
    case .days: 0.001...3660
    case .joules: 0.001...100_000
    case .wattHours: 0.1...1000
    case .milliwatts: 0.001...10_000
    case .watts: 0.001...20
    case .kilobytes: 0.001...1_000_000_000
    case .megabytes: 0.001...1_000_000
    case .percent: 0.001...100
    case .perHour: 0.001...3600
    case .perDay: 0.001...10_000
    case .volts: 0.1...20
    case .ohms: 0.001...1
    case .megabitsPerSecond: 0.1...1000
    case .metres: 0.001...1_000_000
    }
  }
}

/// The smallest difference that matters, stated before looking at the data.
public enum Margin: Hashable, Sendable {
  /// In the unit of the metric.
  case absolute(Double)
  /// As a share of the baseline's mean: 0.01 is one percent.
  case relative(Double)

  /// The margin in the unit of the metric.
  public func width(baselineMean: Double) -> Double {
    switch self {
    case .absolute(let width): width
    case .relative(let share): share * abs(baselineMean)
    }
  }
}

import CGSL

/// Quantiles of a sample that is small enough to be kept.
public enum SampleQuantile: Int, Hashable, Sendable, CaseIterable {
  /// The smallest value whose share of values at or below it reaches the probability.
  case inverseDistribution = 1
  /// Linear between the order statistics at 1 + (n − 1) p: the default here and in most tools.
  case linear = 7
  /// Nearly unbiased for the median of the order statistics, whatever the distribution.
  case medianUnbiased = 8

  /// The quantile of values that need no order.
  public func callAsFunction(_ probability: Double, of values: [Double]) throws(AnalysisError) -> Double {
    try AnalysisError.requireFinite(values)
    guard !values.isEmpty else { throw .emptySample }
    guard probability >= 0, probability <= 1 else { throw .probabilityOutsideUnitInterval(probability) }
    let sorted = values.sorted()
    let n = Double(sorted.count)
    switch self {
    case .inverseDistribution:
      // A product such as 0.1 · 30 may round up to just above the whole number that it is.
      let rank = (n * probability * (1 - 4 * Double.ulpOfOne)).rounded(.up)
      return sorted[min(sorted.count, max(1, Int(rank))) - 1]
    case .linear:
      return gsl_stats_quantile_from_sorted_data(sorted, 1, sorted.count, probability)
    case .medianUnbiased:
      let position = (n + 1 / 3) * probability + 1 / 3
      let below = position.rounded(.down)
      guard below >= 1 else { return sorted[0] }
      guard below < n else { return sorted[sorted.count - 1] }
      let index = Int(below) - 1
      return sorted[index] + (position - below) * (sorted[index + 1] - sorted[index])
    }
  }
}

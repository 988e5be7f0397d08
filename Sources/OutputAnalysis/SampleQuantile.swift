import CGSL

/// Quantiles of a sample that is small enough to be kept.
public enum SampleQuantile {
  /// The quantile of values in any order, linear between the order statistics at 1 + (n − 1) p (type 7 of
  /// Hyndman and Fan, "Sample quantiles in statistical packages", American Statistician 50, 1996).
  public static func linear(_ probability: Double, of values: [Double]) throws(AnalysisError) -> Double {
    try AnalysisError.requireFinite(values)
    guard !values.isEmpty else { throw .emptySample }
    guard probability >= 0, probability <= 1 else { throw .probabilityOutsideUnitInterval(probability) }
    let sorted = values.sorted()
    return gsl_stats_quantile_from_sorted_data(sorted, 1, sorted.count, probability)
  }
}

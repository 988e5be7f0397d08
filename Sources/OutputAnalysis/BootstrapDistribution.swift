/// The values of an estimate over bootstrap resamples.
///
/// The percentile interval of confidence c lies between the quantiles (1 − c) / 2 and (1 + c) / 2 of them (Efron,
/// "Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979). It needs no symmetry, but
/// ends beyond the 1 / count quantile of its resamples cannot be told apart.
public struct BootstrapDistribution: Hashable, Sendable {
  /// The values in ascending order, at least one.
  public let sorted: [Double]

  /// Takes the values of all resamples; nil where a resample has none, because there is no interval then.
  public init?(_ values: [Double?]) {
    let known = values.compactMap { $0 }.filter(\.isFinite)
    guard known.count == values.count, !known.isEmpty else { return nil }
    sorted = known.sorted()
  }

  /// The percentile interval.
  public func interval(confidence: Double) throws(AnalysisError) -> (lower: Double, upper: Double) {
    try AnalysisError.requireConfidence(confidence)
    let tail = (1 - confidence) / 2
    return (
      try SampleQuantile.linear(tail, of: sorted), try SampleQuantile.linear(1 - tail, of: sorted)
    )
  }

  /// Standard deviation over the resamples: the standard error of the estimate.
  public var standardError: Double {
    var moments = Moments()
    for value in sorted { moments.add(value) }
    return moments.standardDeviation ?? 0
  }
}

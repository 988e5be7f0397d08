import CGSL

/// The values of an estimate over bootstrap resamples.
///
/// The percentile interval of confidence c lies between their quantiles (1 − c) / 2 and (1 + c) / 2 (Efron, "Bootstrap
/// methods: another look at the jackknife", Annals of Statistics 7, 1979).
public struct BootstrapDistribution: Hashable, Sendable {
  /// The values in ascending order, at least one.
  public let sorted: [Double]

  /// Takes the values of all resamples; nil where a resample has none, because there is no interval then.
  init?(_ values: [Double?]) {
    let known = values.compactMap { $0 }.filter(\.isFinite)
    guard known.count == values.count, !known.isEmpty else { return nil }
    sorted = known.sorted()
  }

  public func interval(confidence: Double) throws(AnalysisError) -> (lower: Double, upper: Double) {
    try AnalysisError.requireConfidence(confidence)
    let tail = (1 - confidence) / 2
    return (
      try SampleQuantile.linear(tail, of: sorted), try SampleQuantile.linear(1 - tail, of: sorted)
    )
  }

  /// The 95 % percentile interval of the mean of independent values; nil for fewer than two. `choose` draws
  /// from 0 ..< its argument.
  package static func interval(
    ofMeanOf values: [Double], resamples: Int = BootstrapResamples.standardCount, choose: (Int) -> Int
  ) throws(AnalysisError) -> ClosedRange<Double>? {
    guard values.count > 1 else { return nil }
    let drawn = (0..<resamples).map { _ in
      values.indices.reduce(0.0) { sum, _ in sum + values[choose(values.count)] } / Double(values.count)
    }
    let ends = try BootstrapDistribution(drawn)?.interval(confidence: 0.95)
    return ends.map { $0.lower...$0.upper }
  }

  /// Standard deviation over the resamples: the standard error of the estimate.
  public var standardError: Double { Moments(finite: sorted).standardDeviation ?? 0 }
}

/// Resamples of replications, drawn with replacement: each resample has the size of the sample.
///
/// All policies of a design point use the same resamples, so differences keep their pairing. Each pass draws
/// the resamples again: thousands of resamples of thousands of replications would fill the memory.
public struct BootstrapResamples: Sendable {
  public static let standardCount = 2000

  let replications: Int
  let count: Int
  private let chooser: @Sendable () -> ((Int) -> Int)

  /// Each function that `chooser` makes draws the same integers, from 0 ..< its argument.
  public init(
    replications: Int, count: Int = standardCount, chooser: @escaping @Sendable () -> ((Int) -> Int)
  ) {
    precondition(replications >= 1 && count >= 1, "a resample names at least one replication")
    (self.replications, self.count, self.chooser) = (replications, count, chooser)
  }

  public func map<Result>(_ body: ([Int]) -> Result) -> [Result] {
    let choose = chooser()
    var picks = [Int](repeating: 0, count: replications)
    return (0..<count).map { _ in
      for place in picks.indices { picks[place] = choose(replications) }
      return body(picks)
    }
  }
}

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

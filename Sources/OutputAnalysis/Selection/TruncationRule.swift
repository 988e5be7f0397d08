/// The length of a warm-up that gives the mean of the remaining values the smallest standard error: the rule
/// MSER.
///
/// The rule takes the length d, up to half of the series, with the least Σ (xᵢ − x̄_d)² / (n − d)² over i ≥ d
/// (White, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69, 1997).
/// If that is the longest d, the series is too short.
public struct TruncationRule: Hashable, Sendable {
  /// The number of values that it leaves out.
  public let values: Int
  /// Whether the least value lies at the longest length that was looked at.
  public let isTooShort: Bool

  /// Judges a series; nil with fewer than two values.
  public init?(_ series: [Double]) {
    guard series.count >= 2 else { return nil }
    let lengths = 0..<(series.count + 1) / 2
    var found = (length: 0, statistic: Double.infinity)
    var rest = Moments()
    // From the end, so that each length adds one value.
    for length in series.indices.reversed() {
      rest.add(series[length])
      guard lengths.contains(length) else { continue }
      let left = Double(series.count - length)
      let statistic = rest.sumOfSquaredDeviations / (left * left)
      // Of equal ones the shortest.
      if statistic <= found.statistic { found = (length, statistic) }
    }
    (values, isTooShort) = (found.length, found.length == lengths.upperBound - 1)
  }
}

/// Welch's moving average of a series, which shows where the start of a run has died away.
///
/// The moving averages of a series. Value i is the mean of values i − w to i + w, with fewer values on both
/// sides near the start; the last w values have no average (Welch, "The statistical analysis of simulation
/// results", in Lavenberg, The Computer Performance Modeling Handbook, 1983).
public enum WelchAverage {
  /// The averages: one for each value but the last w.
  ///
  /// - Parameter width: w, the values on each side of the middle of a window, at least 0.
  public static func values(of series: [Double], halfWidth width: Int) -> [Double] {
    series.indices.dropLast(width).map { place in
      let side = min(place, width)
      let window = series[(place - side)...(place + side)]
      return window.reduce(0, +) / Double(window.count)
    }
  }
}

/// The length of a warm-up that leaves the mean of the rest with the smallest standard error: the rule MSER.
///
/// Of all lengths d up to half of the series it takes the one with the least Σ (xᵢ − x̄_d)² / (n − d)² over i ≥ d (White,
/// "An effective truncation heuristic for bias reduction in simulation output", Simulation 69, 1997). Where that is the
/// longest, the series is too short to say.
public struct TruncationRule: Hashable, Sendable {
  public let batches: Int
  let batchLength: Int
  public let statistic: Double
  /// Whether the least value lies at the longest length that was looked at.
  public let isTooShort: Bool

  public var values: Int { batches * batchLength }

  /// Judges a series by batches of 5 values in MSER-5, 1 in MSER-1; nil with fewer than two batches.
  public init?(_ series: [Double], batchLength: Int = 1) {
    let count = series.count / batchLength
    guard count >= 2 else { return nil }
    let means = (0..<count).map { batch in
      series[(batch * batchLength)..<((batch + 1) * batchLength)].reduce(0, +) / Double(batchLength)
    }
    var found: (batches: Int, statistic: Double)?
    var rest = Moments()
    // From the end, so that each length adds one value.
    for d in means.indices.reversed() {
      rest.add(means[d])
      guard d < (count + 1) / 2 else { continue }
      let left = Double(count - d)
      let statistic = rest.sumOfSquaredDeviations / (left * left)
      // Of equal ones the shortest.
      if found.map({ statistic <= $0.statistic }) ?? true { found = (d, statistic) }
    }
    guard let found else { return nil }
    (batches, statistic) = found
    self.batchLength = batchLength
    isTooShort = found.batches == (count + 1) / 2 - 1
  }
}

/// Welch's moving average of a series, which shows where the start of a run has died away.
///
/// Value i is the mean of values i − w to i + w, of fewer on both sides near the start; the last w values have no
/// average (Welch, "The statistical analysis of simulation results", in Lavenberg, The Computer Performance Modeling
/// Handbook, 1983).
public struct WelchAverage: Hashable, Sendable {
  /// The averages: one for each value but the last w.
  public let values: [Double]
  /// w: values on each side of the middle of a window.
  public let halfWidth: Int

  public init(_ series: [Double], halfWidth: Int) {
    let width = max(0, halfWidth)
    self.halfWidth = width
    values = series.indices.dropLast(width).map { place in
      let side = min(place, width)
      let window = series[(place - side)...(place + side)]
      return window.reduce(0, +) / Double(window.count)
    }
  }
}

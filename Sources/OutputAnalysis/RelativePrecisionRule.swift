/// Says when enough replications have been made for a wanted relative precision (Law and Kelton).
///
/// The relative half-width is compared with R / (1 + R), not with R: the mean in the denominator is itself an
/// estimate, and the plain rule delivers less than it promises. The rule is asked only at fixed checkpoints, so
/// that the number of workers cannot change the number of replications.
public struct RelativePrecisionRule: Hashable, Sendable {
  /// Wanted relative error of the mean, for example 0.05.
  public let relativeError: Double
  /// Confidence of the intervals that the rule is asked about, between 0 and 1.
  public let confidence: Double

  public init(relativeError: Double, confidence: Double = 0.95) throws(AnalysisError) {
    try AnalysisError.requirePositive(relativeError)
    try AnalysisError.requireConfidence(confidence)
    self.relativeError = relativeError
    self.confidence = confidence
  }

  /// Largest relative half-width at which the rule stops.
  public var threshold: Double { relativeError / (1 + relativeError) }

  /// Whether the interval is narrow enough. An interval of width 0 is; one around a mean of 0 is not.
  public func isMet(by interval: MeanInterval) -> Bool {
    guard let relative = interval.relativeHalfWidth else { return false }
    return relative <= threshold
  }

  /// The first checkpoint after `count` replications: 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, …
  public static func checkpoint(after count: Int) -> Int {
    var decade = 10
    while true {
      for step in [10, 15, 20, 30, 50, 75] where step * decade / 10 > count { return step * decade / 10 }
      decade *= 10
    }
  }

  /// All checkpoints up to and including `limit`.
  public static func checkpoints(upTo limit: Int) -> [Int] {
    var all: [Int] = []
    while true {
      let next = checkpoint(after: all.last ?? 0)
      guard next <= limit else { return all }
      all.append(next)
    }
  }

  /// The checkpoints of a rule that ends at `limit` replications, which is the last of them, whatever it is.
  public static func checkpoints(endingAt limit: Int) -> [Int] {
    let all = checkpoints(upTo: limit)
    return all.last == limit ? all : all + [limit]
  }
}

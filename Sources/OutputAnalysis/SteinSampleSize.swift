/// How many replications a wanted half-width needs (Stein's two-stage rule).
public enum SteinSampleSize {
  /// Total number of replications so that the interval is no wider than `halfWidth` to each side.
  ///
  /// The first stage has `count` replications with the given standard deviation; its t factor is kept, which is
  /// what makes the guarantee hold. Empty below two replications and beyond 10⁹ replications.
  public static func total(
    count: Int, standardDeviation: Double, halfWidth: Double, confidence: Double = 0.95
  ) throws(AnalysisError) -> Int? {
    try AnalysisError.requireConfidence(confidence)
    try AnalysisError.requirePositive(halfWidth)
    guard standardDeviation.isFinite, standardDeviation >= 0 else { throw .notFinite(index: 0) }
    guard count >= 2 else { return nil }
    let factor = StudentT(degreesOfFreedom: Double(count - 1)).twoSidedFactor(confidence: confidence)
    let root = factor * standardDeviation / halfWidth
    let needed = (root * root).rounded(.up)
    return needed <= 1e9 ? max(count, Int(needed)) : nil
  }

  /// Replications to add to those of an interval until its half-width is at most `halfWidth`.
  public static func stillNeeded(_ interval: MeanInterval, halfWidth: Double) throws(AnalysisError) -> Int? {
    guard let deviation = interval.standardDeviation else { return nil }
    return try total(
      count: interval.count, standardDeviation: deviation, halfWidth: halfWidth,
      confidence: interval.confidence
    ).map { $0 - interval.count }
  }
}

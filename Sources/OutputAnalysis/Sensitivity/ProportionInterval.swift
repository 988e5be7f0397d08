import CGSL

/// A share of trials with Wilson's interval, which stays within 0 and 1 and is of use for few trials (Wilson, "Probable
/// inference, the law of succession, and statistical inference", Journal of the American Statistical Association 22, 1927).
public struct ProportionInterval: Hashable, Sendable {
  /// Trials with the property, and all.
  public let successes, trials: Int
  /// Ends of Wilson's interval, from 0 to 1.
  public let lower, upper: Double

  /// The share itself.
  public var share: Double { Double(successes) / Double(trials) }

  /// - Throws: ``AnalysisError`` without trials or for a confidence outside of 0 and 1.
  public init(successes: Int, trials: Int, confidence: Double = 0.95) throws(AnalysisError) {
    try AnalysisError.requireConfidence(confidence)
    guard trials > 0, (0...trials).contains(successes) else { throw .emptySample }
    self.successes = successes
    self.trials = trials
    let z = gsl_cdf_ugaussian_Pinv((1 + confidence) / 2)
    let n = Double(trials)
    let p = Double(successes) / n
    let centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    lower = successes == 0 ? 0 : max(0, centre - half)
    upper = successes == trials ? 1 : min(1, centre + half)
  }
}

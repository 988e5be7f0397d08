/// The difference of two means of independent samples (Welch).
///
/// Only for samples that share nothing. Policies on common random numbers are compared by
/// `PairedDifference`: this test would lose nearly all of its power on them.
public struct WelchComparison: Hashable, Sendable {
  /// The first estimate less the second.
  public let difference: Double
  /// The difference in standard errors.
  public let tStatistic: Double
  /// By Welch and Satterthwaite.
  public let degreesOfFreedom: Double
  /// Two-sided p-value of "no difference".
  public let pValue: Double
  /// Half the width of the t interval around the difference.
  public let halfWidth: Double

  /// Compares samples of at least two values of which at least one varies; empty otherwise.
  public init?(_ first: [Double], _ second: [Double], confidence: Double = 0.95) throws(AnalysisError) {
    try self.init(PseudoValues(values: first), PseudoValues(values: second), confidence: confidence)
  }

  /// Compares two estimates by their pseudo-values; empty below two replications of one, where an estimate has no
  /// pseudo-values, and where neither varies.
  public init?(_ first: PseudoValues, _ second: PseudoValues, confidence: Double = 0.95)
    throws(AnalysisError)
  {
    try AnalysisError.requireConfidence(confidence)
    guard let firstEstimate = first.estimate, let secondEstimate = second.estimate, let a = first.moments,
      let b = second.moments, let varianceA = a.variance, let varianceB = b.variance
    else { return nil }
    let shareA = varianceA / Double(a.count)
    let shareB = varianceB / Double(b.count)
    let error = (shareA + shareB).squareRoot()
    guard error > 0 else { return nil }
    let scatter = shareA * shareA / Double(a.count - 1) + shareB * shareB / Double(b.count - 1)
    degreesOfFreedom = (shareA + shareB) * (shareA + shareB) / scatter
    let t = StudentT(degreesOfFreedom: degreesOfFreedom)
    difference = firstEstimate - secondEstimate
    tStatistic = difference / error
    pValue = t.twoSidedPValue(tStatistic)
    halfWidth = error * t.twoSidedFactor(confidence: confidence)
  }
}

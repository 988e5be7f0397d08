/// The difference of two policies' ratios of sums over common replications.
///
/// Leaving the same replication out of both ratios keeps the pairing, so that common random numbers narrow the
/// interval. The interval is centred on the difference of the ratios and takes its standard error from the
/// jackknife.
public struct RatioDifference: Hashable, Sendable {
  public let first: RatioEstimate
  public let second: RatioEstimate
  /// `first - second`.
  public let difference: Double
  /// Joint jackknife standard error; empty for one replication or if a denominator hangs on one of them.
  public let standardError: Double?
  public let halfWidth: Double?
  /// Two-sided p-value of "no difference"; empty where the difference does not vary.
  public let pValue: Double?
  public let confidence: Double

  /// Compares ratios whose numerators and denominators list the same replications in the same order.
  public init(
    of first: (numerators: [Double], denominators: [Double]),
    minus second: (numerators: [Double], denominators: [Double]), confidence: Double = 0.95
  ) throws(AnalysisError) {
    guard first.numerators.count == second.numerators.count else {
      throw .unequalCounts(first: first.numerators.count, second: second.numerators.count)
    }
    self.first = try RatioEstimate(first.numerators, over: first.denominators, confidence: confidence)
    self.second = try RatioEstimate(second.numerators, over: second.denominators, confidence: confidence)
    difference = self.first.ratio - self.second.ratio
    self.confidence = confidence
    guard self.first.count >= 2,
      let a = Jackknife.leaveOneOutRatios(first.numerators, over: first.denominators),
      let b = Jackknife.leaveOneOutRatios(second.numerators, over: second.denominators)
    else {
      (standardError, halfWidth, pValue) = (nil, nil, nil)
      return
    }
    let error = Jackknife(full: difference, leaveOneOut: zip(a, b).map { $0 - $1 }).standardError
    let t = StudentT(degreesOfFreedom: Double(self.first.count - 1))
    standardError = error
    halfWidth = error == 0 ? 0 : error * t.twoSidedFactor(confidence: confidence)
    pValue = error == 0 ? nil : t.twoSidedPValue(difference / error)
  }
}

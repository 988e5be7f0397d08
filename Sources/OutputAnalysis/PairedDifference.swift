/// The mean difference of two policies over common replications, with its t interval and paired t test.
public struct PairedDifference: Hashable, Sendable {
  public enum Note: String, Hashable, Sendable, CaseIterable {
    /// The difference is the same in every replication: width 0, no p-value.
    case deterministic
    /// One replication only: no interval, no p-value.
    case tooFewReplications
    /// The members are negatively correlated: common random numbers widen the interval here.
    case negativeCorrelation
  }

  /// Mean of `first - second`, with its interval.
  public let interval: MeanInterval
  /// Difference in standard errors; empty below two replications and for a deterministic difference.
  public let tStatistic: Double?
  public let pValue: Double?
  public let correlation: Double?
  /// Variance of the difference over the sum of both variances: below 1, pairing helps.
  public let varianceRatio: Double?
  let skewness: Double?
  /// False where leaving one replication out makes the denominator of a ratio 0: there is no interval then.
  public let hasPseudoValues: Bool
  public let notes: [Note]

  public init(
    of first: PseudoValues, minus second: PseudoValues, confidence: Double = 0.95
  ) throws(AnalysisError) {
    let sample = try first.minus(second)
    interval = try MeanInterval(sample, confidence: confidence)
    hasPseudoValues = sample.values != nil
    let moments = sample.moments
    skewness = moments?.skewness
    let members =
      hasPseudoValues ? try PairMoments(first.values ?? [], second.values ?? []) : PairMoments()
    correlation = members.correlation
    let scatter = members.first.sumOfSquaredDeviations + members.second.sumOfSquaredDeviations
    varianceRatio = moments.flatMap { scatter > 0 ? $0.sumOfSquaredDeviations / scatter : nil }

    var notes: [Note] = []
    if let error = moments?.standardError, error > 0 {
      let t = interval.mean / error
      tStatistic = t
      pValue = StudentT(degreesOfFreedom: Double(sample.count - 1)).twoSidedPValue(t)
    } else {
      (tStatistic, pValue) = (nil, nil)
      if sample.count < 2 {
        notes.append(.tooFewReplications)
      } else if moments != nil {
        notes.append(.deterministic)
      }
    }
    // Two pairs always correlate perfectly, whatever their meaning.
    if let correlation, correlation < 0, sample.count > 2 { notes.append(.negativeCorrelation) }
    self.notes = notes
  }
}

/// The difference of two means of independent samples (Welch). For common random numbers, use
/// ``PairedDifference``: this test would lose nearly all of its power.
public struct WelchComparison: Hashable, Sendable {
  public let difference: Double
  public let tStatistic: Double
  /// The degrees of freedom by Welch and Satterthwaite.
  public let degreesOfFreedom: Double
  public let pValue: Double
  public let halfWidth: Double
  let standardError: Double

  /// Empty below two replications of one, where an estimate has no pseudo-values, and where neither varies.
  public init?(_ first: PseudoValues, _ second: PseudoValues, confidence: Double = 0.95)
    throws(AnalysisError)
  {
    try AnalysisError.requireConfidence(confidence)
    guard let firstEstimate = first.estimate, let secondEstimate = second.estimate, let a = first.moments,
      let b = second.moments, let varianceA = a.variance, let varianceB = b.variance
    else { return nil }
    let (shareA, shareB) = (varianceA / Double(a.count), varianceB / Double(b.count))
    let error = (shareA + shareB).squareRoot()
    guard error > 0 else { return nil }
    standardError = error
    let scatter = shareA * shareA / Double(a.count - 1) + shareB * shareB / Double(b.count - 1)
    degreesOfFreedom = (shareA + shareB) * (shareA + shareB) / scatter
    let t = StudentT(degreesOfFreedom: degreesOfFreedom)
    difference = firstEstimate - secondEstimate
    tStatistic = difference / error
    pValue = t.twoSidedPValue(tStatistic)
    halfWidth = error * t.twoSidedFactor(confidence: confidence)
  }
}

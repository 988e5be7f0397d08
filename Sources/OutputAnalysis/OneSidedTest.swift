/// A one-sided t test of a claim about a mean, or about a mean difference of pairs.
///
/// The claim holds if the one-sided confidence bound lies on its side. For a sample that does not vary the bound is the
/// mean itself, and "at most" then differs from "less" where both sides are equal.
public struct OneSidedTest: Hashable, Sendable {
  public enum Claim: String, Hashable, Sendable, CaseIterable {
    case less, atMost, greater, atLeast

    var isUpper: Bool { self == .less || self == .atMost }
  }

  public let estimate: Double
  /// One-sided confidence bound towards the refuted side; empty for one replication, and where leaving one out
  /// makes the denominator of a ratio 0.
  public let bound: Double?
  /// Probability of such data if the claim were only just wrong; empty for samples that do not vary.
  public let pValue: Double?
  /// Whether the sample does not vary, so that the bound is the mean itself.
  public let isDeterministic: Bool
  /// Whether the claim is shown. One replication shows nothing.
  public let holds: Bool

  public init(_ sample: PseudoValues, is claim: Claim, than value: Double, confidence: Double = 0.999)
    throws(AnalysisError)
  {
    try AnalysisError.requireConfidence(confidence)
    guard value.isFinite else { throw .notFinite(index: 0) }
    let mean = try sample.requiredEstimate()
    estimate = mean
    isDeterministic = sample.moments?.standardError == 0
    guard let error = sample.moments?.standardError else {
      (bound, pValue, holds) = (nil, nil, false)
      return
    }
    let limit: Double
    if error > 0 {
      let t = StudentT(degreesOfFreedom: Double(sample.count - 1))
      let reach = error * t.oneSidedFactor(confidence: confidence)
      limit = claim.isUpper ? mean + reach : mean - reach
      let distance = (mean - value) / error
      pValue = t.upperTail(claim.isUpper ? -distance : distance)
    } else {
      limit = mean
      pValue = nil
    }
    bound = limit
    holds =
      switch claim {
      case .less: limit < value
      case .atMost: limit <= value
      case .greater: limit > value
      case .atLeast: limit >= value
      }
  }
}

/// Two one-sided t tests (TOST) of the claim that a mean lies within a margin of zero: a wide interval does not pass
/// for equality.
public struct EquivalenceTest: Hashable, Sendable {
  public let pValue: Double?
  public let holds: Bool

  public init(_ sample: PseudoValues, margin: Double, confidence: Double = 0.95) throws(AnalysisError) {
    guard margin >= 0, margin.isFinite else { throw .notPositive(margin) }
    let above = try OneSidedTest(sample, is: .atLeast, than: -margin, confidence: confidence)
    let below = try OneSidedTest(sample, is: .atMost, than: margin, confidence: confidence)
    pValue = above.pValue.flatMap { p in below.pValue.map { max(p, $0) } }
    holds = above.holds && below.holds
  }
}

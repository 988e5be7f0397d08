/// Two one-sided t tests (TOST) of the claim that a mean lies within a margin of zero.
///
/// This is the test behind "equal within noise": a wide interval does not pass for equality, because both
/// "below −margin" and "above +margin" have to be refuted.
public struct EquivalenceTest: Hashable, Sendable {
  /// Mean of the sample, or the estimate whose pseudo-values were given.
  public let estimate: Double
  /// The claim is |mean| ≤ margin.
  public let margin: Double
  /// The larger of both one-sided p-values; empty for one replication or a sample that does not vary.
  public let pValue: Double?
  /// Confidence of each of both one-sided tests.
  public let confidence: Double
  /// Whether the claim is shown by both one-sided tests. One replication shows nothing.
  public let holds: Bool

  /// Judges the mean of a sample.
  public init(_ sample: [Double], margin: Double, confidence: Double = 0.95) throws(AnalysisError) {
    try self.init(PseudoValues(values: sample), margin: margin, confidence: confidence)
  }

  /// Judges an estimate by its pseudo-values.
  public init(_ sample: PseudoValues, margin: Double, confidence: Double = 0.95) throws(AnalysisError) {
    guard margin >= 0, margin.isFinite else { throw .notPositive(margin) }
    let above = try OneSidedTest(sample, is: .atLeast, than: -margin, confidence: confidence)
    let below = try OneSidedTest(sample, is: .atMost, than: margin, confidence: confidence)
    estimate = above.estimate
    self.margin = margin
    self.confidence = confidence
    pValue = above.pValue.flatMap { p in below.pValue.map { max(p, $0) } }
    holds = above.holds && below.holds
  }

  /// Judges the mean of `first - second` over common replications.
  public init(of first: [Double], minus second: [Double], margin: Double, confidence: Double = 0.95)
    throws(AnalysisError)
  {
    try self.init(PairedSample(first, second).differences, margin: margin, confidence: confidence)
  }
}

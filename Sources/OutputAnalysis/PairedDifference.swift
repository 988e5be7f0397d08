/// The mean difference of two policies over common replications, with its t interval and paired t test.
///
/// Common random numbers make the members of a pair alike, so that the difference varies far less than either
/// of them; that is why the pairs must never be compared as independent samples.
public struct PairedDifference: Hashable, Sendable {
  /// What a reader of the numbers has to know.
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
  /// Two-sided p-value of "no difference"; empty where `tStatistic` is.
  public let pValue: Double?
  /// Correlation of the members over replications; empty where one of them does not vary.
  public let correlation: Double?
  /// Variance of the difference over the sum of both variances: below 1, pairing helps.
  public let varianceRatio: Double?
  public let notes: [Note]

  /// Compares `first` with `second`, which list the same replications in the same order.
  public init(of first: [Double], minus second: [Double], confidence: Double = 0.95) throws(AnalysisError) {
    try self.init(PairedSample(first, second), confidence: confidence)
  }

  /// Compares the members of complete pairs, at least one.
  public init(_ pairs: PairedSample, confidence: Double = 0.95) throws(AnalysisError) {
    let difference = try Moments(pairs.differences)
    interval = try MeanInterval(moments: difference, confidence: confidence)
    let members = try PairMoments(pairs.first, pairs.second)
    correlation = members.correlation
    let scatter = members.first.sumOfSquaredDeviations + members.second.sumOfSquaredDeviations
    varianceRatio = scatter > 0 ? difference.sumOfSquaredDeviations / scatter : nil

    var notes: [Note] = []
    if let error = difference.standardError, error > 0 {
      let t = difference.mean / error
      tStatistic = t
      pValue = StudentT(degreesOfFreedom: Double(difference.count - 1)).twoSidedPValue(t)
    } else {
      tStatistic = nil
      pValue = nil
      notes.append(difference.count < 2 ? .tooFewReplications : .deterministic)
    }
    // Two pairs always correlate perfectly, whatever their meaning.
    if let correlation, correlation < 0, difference.count > 2 { notes.append(.negativeCorrelation) }
    self.notes = notes
  }
}

/// Compares policies with a baseline on several metrics at once.
///
/// Every comparison with a verdict belongs to one family, within one design point. The intervals are
/// simultaneous: with m members each has confidence 1 − (1 − c) / m (Bonferroni), so all of them cover together
/// with confidence c, whatever the dependence. Holm's adjusted p-values stand beside them.
public struct ComparisonFamily: Sendable {
  /// One comparison, decided upon before looking.
  public struct Member: Sendable {
    /// The policy and the baseline in the same replications, in the same order; empty where a metric is.
    public var policy: [Double?]
    public var baseline: [Double?]
    public var margin: Margin
    public var polarity: Polarity

    public init(policy: [Double?], baseline: [Double?], margin: Margin, polarity: Polarity) {
      self.policy = policy
      self.baseline = baseline
      self.margin = margin
      self.polarity = polarity
    }
  }

  /// The outcome of one comparison.
  public struct Outcome: Hashable, Sendable {
    /// `policy - baseline` with its simultaneous interval; empty if no replication has both.
    public let difference: PairedDifference?
    /// Holm's adjusted p-value; empty for a deterministic difference.
    public let holmPValue: Double?
    /// The margin in the unit of the metric.
    public let margin: Double
    public let verdict: Verdict
    /// Complete pairs, and replications left out because a member is empty.
    public let replicationsUsed: Int
    public let replicationsIncomplete: Int
    /// Replications to add until the half-width is at most the margin; empty where that cannot be said.
    public let replicationsStillNeeded: Int?
  }

  /// Confidence of the family, and of each of its intervals.
  public let confidence: Double
  public let singleConfidence: Double
  /// One outcome per member, in their order.
  public let outcomes: [Outcome]

  /// Judges all members together.
  public init(_ members: [Member], confidence: Double = 0.95) throws(AnalysisError) {
    let single = try MultiplicityAdjustment.singleConfidence(overall: confidence, size: members.count)
    var samples: [PairedSample] = []
    var differences: [PairedDifference?] = []
    for member in members {
      let sample = try PairedSample(member.policy, member.baseline)
      samples.append(sample)
      differences.append(sample.count == 0 ? nil : try PairedDifference(sample, confidence: single))
    }
    let adjusted = try MultiplicityAdjustment.holm.adjust(differences.map { $0?.pValue })
    var outcomes: [Outcome] = []
    for (index, member) in members.enumerated() {
      let sample = samples[index]
      let margin = member.margin.width(baselineMean: try Moments(sample.second).mean)
      let interval = differences[index]?.interval
      outcomes.append(
        Outcome(
          difference: differences[index], holmPValue: adjusted[index], margin: margin,
          verdict: Verdict(sample, interval, margin: margin, polarity: member.polarity),
          replicationsUsed: sample.count, replicationsIncomplete: sample.incomplete,
          replicationsStillNeeded: try Self.stillNeeded(interval, margin: margin)))
    }
    self.confidence = confidence
    singleConfidence = single
    self.outcomes = outcomes
  }

  private static func stillNeeded(_ interval: MeanInterval?, margin: Double) throws(AnalysisError) -> Int? {
    guard let interval, let halfWidth = interval.halfWidth else { return nil }
    if halfWidth <= margin { return 0 }
    return margin > 0 ? try SteinSampleSize.stillNeeded(interval, halfWidth: margin) : nil
  }
}

import Basics

/// Judges differences from a baseline on several metrics at once, by their margins.
///
/// The intervals are simultaneous: with m members, each has confidence 1 − (1 − c) / m (Bonferroni), so all
/// of them cover together with confidence c, for any dependence. The p-values are adjusted in the same way.
public struct VerdictFamily: Sendable {
  /// One difference, decided upon before looking.
  public struct Member: Sendable {
    /// A policy and its baseline in the same replications, in the same order, unless they are unpaired.
    public enum Pair: Sendable {
      /// Means over replications or ratios of sums, with intervals from pseudo-values.
      case samples(policy: ReplicationSample, baseline: ReplicationSample)
      /// Quantiles over devices, with intervals from the bootstrap.
      case quantiles(DeviceQuantileDifference)
      /// The difference of two differences over the same replications: the first two less the last two, of which the
      /// last is the baseline of margins.
      case interaction(ReplicationSample, ReplicationSample, ReplicationSample, ReplicationSample)
      /// Means or ratios of sums over replications that have nothing in common.
      case unpaired(policy: ReplicationSample, baseline: ReplicationSample)
    }

    var pair: Pair
    var margin: Margin
    var polarity: Polarity
    /// Devices times replications behind the row, where they are few enough to be said; nil if unknown.
    var deviceReplications: Int?
    /// Nominal energy of a battery of the baseline's devices; nil if unknown.
    var nominalJoules: Double?

    public init(
      _ pair: Pair, margin: Margin, polarity: Polarity, deviceReplications: Int? = nil,
      nominalJoules: Double? = nil
    ) {
      (self.pair, self.margin, self.polarity) = (pair, margin, polarity)
      (self.deviceReplications, self.nominalJoules) = (deviceReplications, nominalJoules)
    }
  }

  public enum Note: Hashable, Sendable {
    /// The difference is the same in every replication: width 0, no p-value.
    case deterministic
    case oneReplication
    case noReplication
    /// The denominators add up to 0, for the policy or the baseline: no estimate.
    case noEstimate
    /// Without one of the replications a denominator is 0, or a resample has no value: no interval.
    case dependsOnOneReplication
    /// Nothing pairs the members: Welch's interval of independent samples.
    case unpaired
    /// Policy and baseline are negatively correlated beyond chance (one-sided test at 5 %), so that common random numbers
    /// widen the interval by this share of the one that independent streams would give.
    case negativeCorrelation(Double, widening: Double)
    /// The margin is a share of the baseline, which is 0, so that the margin is 0.
    case baselineIsZero
    /// The margin is a share of a battery whose energy is not known, so that the margin is 0.
    case noBattery
    /// The margin is a factor, and a sum is 0 without one of the replications: no ratio.
    case noRatio
    /// The pseudo-values are skewed, with fewer than 30 replications: the true coverage may be below the stated confidence.
    case skewed(Double)
    /// The row is based on fewer than 100 device-replications.
    case fewDevices(Int)
  }

  public struct Outcome: Sendable {
    /// The estimate of `policy - baseline`; nil if one of them has no estimate.
    public let difference: Double?
    public let interval: (lower: Double, upper: Double)?
    /// The ratio to the baseline with its interval; empty unless both are ratios of positive sums.
    public let ratio: (estimate: Double, lower: Double, upper: Double)?
    /// The half-width that the margin judges, with the one that is asked for: of the difference, or of the logarithm of the ratio
    /// if the margin is a factor.
    public let precision: (halfWidth: Double?, wanted: Double?, standardDeviation: Double?)
    /// Standard deviation of the difference over replications; times 1 / √n its standard error.
    public let standardDeviation: Double?
    /// Standard error of the difference, and the degrees of freedom of its t interval; the latter is nil for quantiles.
    public let standardError, degreesOfFreedom: Double?
    public let correlation: Double?
    /// p-value times the size of the family, at most 1; empty for a deterministic difference, without an interval, and for quantiles.
    public let adjustedPValue: Double?
    /// The margin in the unit of the metric, or the factor; empty where it is a share of a baseline without an estimate.
    public let margin: Double?
    public let verdict: Verdict
    /// The side of the baseline where 0 is excluded.
    public let direction: DifferenceDirection?
    /// Replications to add, for unresolved rows with an interval.
    public let needed: ReplicationsNeeded?
    public let notes: [Note]
    /// Common replications, and those in which a member has no entry.
    public let replicationsUsed, replicationsIncomplete: Int
  }

  /// Confidence of each interval: 1 − (1 − c) / m for a family of m members with confidence c.
  public let singleConfidence: Double
  /// The joint confidence of all intervals.
  public let confidence: Double
  public let outcomes: [Outcome]

  public init(_ members: [Member], confidence: Double = 0.95) throws(AnalysisError) {
    let single = try MultiplicityAdjustment.singleConfidence(overall: confidence, size: members.count)
    let evidence = try members.map { member throws(AnalysisError) in
      try VerdictEvidence(member.pair, confidence: single)
    }
    let adjusted = try MultiplicityAdjustment.adjusted(
      zip(members, evidence).map { $1.reading(by: $0.margin).pValue })
    outcomes = try members.indices.map { index throws(AnalysisError) in
      try Self.outcome(
        of: members[index], evidence[index], adjustedPValue: adjusted[index], confidence: single)
    }
    (singleConfidence, self.confidence) = (single, confidence)
  }

  /// Skewness beyond this, at fewer replications than `fewReplications`, is said.
  static let largestSkewness = 1.0
  static let fewReplications = 30
  static let fewDeviceReplications = 100

  private static func outcome(
    of member: Member, _ evidence: VerdictEvidence, adjustedPValue: Double?, confidence: Double
  ) throws(AnalysisError) -> Outcome {
    var notes = evidence.notes
    let reading = evidence.reading(by: member.margin)
    let margin = member.margin.width(baseline: evidence.baseline, nominalJoules: member.nominalJoules)
    var width = margin
    switch member.margin {
    case .absolute: break
    case .relative: if evidence.baseline == 0 { notes.append(.baselineIsZero) }
    case .battery: if margin == nil { notes.append(.noBattery) }
    case .factor(let factor):
      width = Elementary.log(factor)
      if evidence.logarithm == nil, evidence.difference.interval != nil { notes.append(.noRatio) }
    }
    if let skewness = reading.skewness, abs(skewness) > largestSkewness,
      evidence.replications < fewReplications
    {
      notes.append(.skewed(skewness))
    }
    if let devices = member.deviceReplications, devices < fewDeviceReplications {
      notes.append(.fewDevices(devices))
    }
    let verdict = Verdict(
      reading.interval, margin: width ?? 0, polarity: member.polarity, isSame: evidence.isSame)
    var needed: ReplicationsNeeded?
    if verdict == .unresolved, reading.interval != nil, let difference = reading.estimate,
      let deviation = reading.standardDeviation
    {
      needed = try ReplicationsNeeded(
        count: evidence.replications, difference: difference, standardDeviation: deviation,
        margin: width ?? 0, confidence: confidence)
    }
    return Outcome(
      difference: evidence.difference.estimate, interval: evidence.difference.interval,
      ratio: evidence.ratio,
      precision: (
        reading.interval.map { ($0.upper - $0.lower) / 2 }, width, reading.standardDeviation
      ),
      standardDeviation: evidence.difference.standardDeviation,
      standardError: evidence.difference.standardError,
      degreesOfFreedom: evidence.difference.degreesOfFreedom, correlation: evidence.correlation,
      adjustedPValue: adjustedPValue, margin: margin, verdict: verdict,
      direction: evidence.isSame ? nil : DifferenceDirection(reading.interval), needed: needed,
      notes: notes, replicationsUsed: evidence.replications, replicationsIncomplete: evidence.incomplete)
  }
}

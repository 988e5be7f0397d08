import Basics

/// The paired sample of a policy and its baseline, before a margin judges it.
struct VerdictEvidence {
  /// An estimate that is 0 if policy and baseline are equal, with its uncertainty.
  struct Reading {
    var estimate, standardDeviation, pValue, skewness: Double?
    /// Of the estimate; the degrees of freedom of its t interval are nil for quantiles and without variation.
    var standardError, degreesOfFreedom: Double?
    var interval: (lower: Double, upper: Double)?
  }

  private(set) var isSame = false
  private(set) var correlation: Double?
  private(set) var difference = Reading()
  /// The logarithm of the ratio to the baseline; nil unless both are ratios of positive sums.
  private(set) var logarithm: Reading?
  /// Estimate of the baseline over the common replications.
  let baseline: Double?
  /// Common replications, and the others.
  let replications: Int
  private(set) var incomplete = 0
  let notes: [VerdictFamily.Note]

  init(_ pair: VerdictFamily.Member.Pair, confidence: Double) throws(AnalysisError) {
    switch pair {
    case .samples(let policy, let baseline):
      try self.init(paired: [policy, baseline], confidence: confidence)
    case .quantiles(let difference):
      try self.init(difference, confidence: confidence)
    case .interaction(let both, let first, let second, let neither):
      try self.init(paired: [both, first, second, neither], confidence: confidence)
    case .unpaired(let policy, let baseline):
      try self.init(unpaired: policy, baseline, confidence: confidence)
    }
  }

  /// The reading that a margin judges.
  func reading(by margin: Margin) -> Reading {
    if case .factor = margin { logarithm ?? Reading() } else { difference }
  }

  /// Nil as well where the upper bound is beyond the range of numbers, as after two replications that differ much.
  var ratio: (estimate: Double, lower: Double, upper: Double)? {
    guard let logarithm, let estimate = logarithm.estimate, let interval = logarithm.interval else {
      return nil
    }
    let upper = Elementary.exp(interval.upper)
    return upper.isFinite ? (Elementary.exp(estimate), Elementary.exp(interval.lower), upper) : nil
  }

  /// The difference of two samples, or of two such differences.
  private init(paired samples: [ReplicationSample], confidence: Double) throws(AnalysisError) {
    let common = try ReplicationSample.common(samples)
    var values = try samples.map { sample throws(AnalysisError) in try sample.pseudoValues(in: common) }
    baseline = values.last?.estimate
    let pairs = stride(from: 0, to: samples.count, by: 2)
    isSame = pairs.allSatisfy { samples[$0].agrees(with: samples[$0 + 1], in: common) }
    let replications = common.count
    self.replications = replications
    incomplete = samples[0].count - replications
    guard values.allSatisfy({ $0.estimate != nil }) else {
      notes = [replications == 0 ? .noReplication : .noEstimate]
      return
    }
    if values.count > 2 { values = [try values[0].minus(values[1]), try values[2].minus(values[3])] }
    let paired = try PairedDifference(of: values[0], minus: values[1], confidence: confidence)
    difference = Reading(paired)
    correlation = paired.correlation
    if samples.count == 2, let own = samples[0].logarithm(in: common),
      let base = samples[1].logarithm(in: common)
    {
      logarithm = Reading(try PairedDifference(of: own, minus: base, confidence: confidence))
    }
    notes =
      paired.notes.compactMap { note in
        switch note {
        case .deterministic: .deterministic
        case .tooFewReplications: .oneReplication
        case .negativeCorrelation: Self.harm(of: paired, replications)
        }
      } + (replications > 1 && !paired.hasPseudoValues ? [.dependsOnOneReplication] : [])
  }

  /// The harm that common random numbers do; nil where the correlation may be chance.
  private static func harm(of paired: PairedDifference, _ replications: Int) -> VerdictFamily.Note? {
    guard let correlation = paired.correlation, let ratio = paired.varianceRatio, replications > 2 else {
      return nil
    }
    let freedom = Double(replications - 2)
    let rest = 1 - correlation * correlation
    // Without a rest the members lie on a line.
    if rest > 0 {
      let statistic = abs(correlation) * (freedom / rest).squareRoot()
      guard StudentT(degreesOfFreedom: freedom).upperTail(statistic) < 0.05 else { return nil }
    }
    return .negativeCorrelation(correlation, widening: ratio.squareRoot() - 1)
  }

  private init(
    unpaired policy: ReplicationSample, _ other: ReplicationSample, confidence: Double
  ) throws(AnalysisError) {
    let (own, base) = (try policy.pseudoValues(), try other.pseudoValues())
    replications = min(own.count, base.count)
    baseline = base.estimate
    difference = try Reading(unpaired: own, base, confidence: confidence)
    let places = (0..<policy.count, 0..<other.count)
    if let own = policy.logarithm(in: places.0.filter(policy.hasEntry)),
      let base = other.logarithm(in: places.1.filter(other.hasEntry))
    {
      logarithm = try Reading(unpaired: own, base, confidence: confidence)
    }
    notes =
      [.unpaired]
      + (difference.estimate == nil
        ? [.noEstimate]
        : difference.interval == nil
          ? [.oneReplication] : difference.standardDeviation == 0 ? [.deterministic] : [])
  }

  private init(_ quantiles: DeviceQuantileDifference, confidence: Double) throws(AnalysisError) {
    try AnalysisError.requireConfidence(confidence)
    replications = quantiles.replications
    incomplete = quantiles.incomplete
    isSame = quantiles.isSame
    baseline = quantiles.baseline
    difference.estimate = quantiles.difference
    difference.interval = try quantiles.distribution?.interval(confidence: confidence)
    difference.standardError = quantiles.distribution?.standardError
    difference.standardDeviation = quantiles.distribution.map {
      $0.standardError * Double(quantiles.replications).squareRoot()
    }
    notes =
      if replications == 0 {
        [.noReplication]
      } else if quantiles.difference == nil {
        [.noEstimate]
      } else if replications == 1 {
        [.oneReplication]
      } else if quantiles.distribution == nil {
        [.dependsOnOneReplication]
      } else {
        []
      }
  }
}

extension VerdictEvidence.Reading {
  init(_ paired: PairedDifference) {
    estimate = paired.interval.mean
    interval = paired.interval.lower.flatMap { lower in paired.interval.upper.map { (lower, $0) } }
    standardDeviation = paired.interval.standardDeviation
    (pValue, skewness) = (paired.pValue, paired.skewness)
    (standardError, degreesOfFreedom) = (paired.interval.standardError, paired.interval.degreesOfFreedom)
  }

  init(unpaired own: PseudoValues, _ base: PseudoValues, confidence: Double) throws(AnalysisError) {
    estimate = own.estimate.less(base.estimate)
    let welch = try WelchComparison(own, base, confidence: confidence)
    (pValue, standardError) = (welch?.pValue, welch?.standardError)
    degreesOfFreedom = welch?.degreesOfFreedom
    // With as many replications of both the variances add up.
    standardDeviation = own.moments?.variance.flatMap { first in
      base.moments?.variance.map { (first + $0).squareRoot() }
    }
    interval =
      welch.map { ($0.difference - $0.halfWidth, $0.difference + $0.halfWidth) }
      ?? (standardDeviation == 0 ? estimate.map { ($0, $0) } : nil)
  }
}

extension ReplicationSample {
  /// The pseudo-values of the logarithm of a ratio of positive sums; nil for any other sample.
  fileprivate func logarithm(in replications: [Int]) -> PseudoValues? {
    guard case .fractions(let fractions) = self else { return nil }
    return PseudoValues(logarithmOf: replications.compactMap { fractions[$0] })
  }
}

/// What the common replications of a policy and its baseline show, before a margin judges it.
struct VerdictEvidence {
  let isSame: Bool
  let difference: Double?
  let interval: (lower: Double, upper: Double)?
  let standardDeviation: Double?
  let pValue: Double?
  let correlation: Double?
  let skewness: Double?
  /// Estimate of the baseline over the common replications.
  let baseline: Double?
  /// Common replications, and the others.
  let replications: Int
  let incomplete: Int
  let notes: [VerdictFamily.Note]

  init(_ pair: VerdictFamily.Member.Pair, confidence: Double) throws(AnalysisError) {
    switch pair {
    case .samples(let policy, let baseline):
      try self.init(policy, baseline, confidence: confidence)
    case .quantiles(let difference):
      try self.init(difference, confidence: confidence)
    }
  }

  private init(
    _ policy: ReplicationSample, _ baseline: ReplicationSample, confidence: Double
  ) throws(AnalysisError) {
    let common = try ReplicationSample.common([policy, baseline])
    let own = try policy.pseudoValues(in: common)
    let other = try baseline.pseudoValues(in: common)
    replications = common.count
    incomplete = policy.count - common.count
    isSame = policy.agrees(with: baseline, in: common)
    self.baseline = other.estimate
    guard own.estimate != nil, other.estimate != nil else {
      (difference, interval, standardDeviation) = (nil, nil, nil)
      (pValue, correlation, skewness) = (nil, nil, nil)
      notes = [common.isEmpty ? .noReplication : .noEstimate]
      return
    }
    let paired = try PairedDifference(of: own, minus: other, confidence: confidence)
    difference = paired.interval.mean
    interval = paired.interval.lower.flatMap { lower in paired.interval.upper.map { (lower, $0) } }
    standardDeviation = paired.interval.standardDeviation
    (pValue, correlation, skewness) = (paired.pValue, paired.correlation, paired.skewness)
    notes =
      paired.notes.map { note in
        switch note {
        case .deterministic: .deterministic
        case .tooFewReplications: .oneReplication
        case .negativeCorrelation: .negativeCorrelation
        }
      } + (common.count > 1 && !paired.hasPseudoValues ? [.restsOnOneReplication] : [])
  }

  private init(_ quantiles: DeviceQuantileDifference, confidence: Double) throws(AnalysisError) {
    try AnalysisError.requireConfidence(confidence)
    replications = quantiles.replications
    incomplete = quantiles.incomplete
    isSame = quantiles.isSame
    baseline = quantiles.baseline
    difference = quantiles.difference
    interval = try quantiles.distribution?.interval(confidence: confidence)
    standardDeviation = quantiles.distribution.map {
      $0.standardError * Double(quantiles.replications).squareRoot()
    }
    (pValue, correlation, skewness) = (nil, nil, nil)
    notes =
      if replications == 0 {
        [.noReplication]
      } else if quantiles.difference == nil {
        [.noEstimate]
      } else if replications == 1 {
        [.oneReplication]
      } else if quantiles.distribution == nil {
        [.restsOnOneReplication]
      } else {
        []
      }
  }
}

import OutputAnalysis
import ResultsStore

extension JudgedDifference {
  /// Takes over the difference with its marginal interval.
  mutating func set(_ outcome: VerdictFamily.Outcome) {
    replicationsUsed = outcome.replicationsUsed
    interval = "marginal"
    difference = outcome.difference
    correlation = outcome.correlation
    if let ends = outcome.interval {
      differenceLower = ends.lower
      differenceUpper = ends.upper
      differenceHalfWidth = (ends.upper - ends.lower) / 2
    }
    let missing = outcome.replicationsIncomplete
    if missing > 0 {
      notes.append("\(missing) \(missing == 1 ? "replication" : "replications") without a pair")
    }
    // Of equal members there is nothing more to say.
    if outcome.verdict != .same { notes += outcome.notes.compactMap(\.text) }
  }

  /// Takes over the verdict of a family, whose interval is simultaneous.
  mutating func judge(_ outcome: VerdictFamily.Outcome) {
    interval = "simultaneous"
    adjustedPValue = outcome.adjustedPValue
    verdict = outcome.verdict.rawValue
    direction = outcome.direction?.rawValue
    margin = outcome.margin
    replicationsNeeded = outcome.needed?.added
    isNeededLowerBound = outcome.needed?.isLowerBound
    warnings = outcome.notes.compactMap(\.warning)
  }
}

extension VerdictFamily.Note {
  /// A remark on the row; nil for what is said of whole tables.
  var text: String? {
    switch self {
    case .deterministic: "deterministic"
    case .oneReplication: "one replication: no interval"
    case .noReplication, .skewed, .fewDevices: nil
    case .noEstimate: "the denominators add up to 0: no estimate"
    case .restsOnOneReplication: "without one of the replications there is no estimate: no interval"
    case .negativeCorrelation(let correlation, let widening):
      "correlation \(NumberText.fixed(correlation, decimals: 2)): common random numbers widen the interval by "
        + "\(NumberText.fixed(100 * widening, decimals: 0)) %"
    case .unpaired: "unpaired: other fleets at each level"
    case .baselineIsZero: "the baseline is 0, so that the relative margin is 0"
    }
  }

  /// Why an interval may cover less often than stated; nil for anything else.
  var warning: JudgedDifference.Warning? {
    switch self {
    case .skewed(let skewness): .skewed(skewness)
    case .fewDevices(let count): .fewDevices(count)
    default: nil
    }
  }
}

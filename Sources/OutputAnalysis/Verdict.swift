/// The verdict on a simultaneous interval of a difference, judged by the margin: the smallest difference that matters.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// Numerators and denominators, or values, are equal in each common replication.
  case same
  /// The interval lies within the margin on both sides.
  case equivalent
  /// The interval lies beyond the margin.
  case better, worse
  /// The interval excludes zero but not the margin.
  case slightlyBetter, slightlyWorse
  /// There is no interval, or it does not support another verdict.
  case unresolved

  /// The verdict as people read it: `slightly better`.
  public var words: String {
    switch self {
    case .slightlyBetter: "slightly better"
    case .slightlyWorse: "slightly worse"
    default: rawValue
    }
  }

  /// Judges the interval of `policy - baseline` (nil without an interval) by a margin in the same unit, which
  /// defines equivalence. The first case that applies counts.
  public init(
    _ interval: (lower: Double, upper: Double)?, margin: Double, polarity: Polarity, isSame: Bool = false
  ) {
    guard !isSame else {
      self = .same
      return
    }
    guard let interval else {
      self = .unresolved
      return
    }
    // In the sense that higher is better.
    let (lower, upper) =
      polarity == .largerIsBetter
      ? (interval.lower, interval.upper) : (-interval.upper, -interval.lower)
    self =
      if -margin <= lower, upper <= margin {
        .equivalent
      } else if lower > margin {
        .better
      } else if upper < -margin {
        .worse
      } else if lower > 0 {
        .slightlyBetter
      } else if upper < 0 {
        .slightlyWorse
      } else {
        .unresolved
      }
  }
}

/// The side of the baseline where a policy is shown to be, whether or not the difference matters.
public enum DifferenceDirection: String, Hashable, Sendable, CaseIterable {
  case lower, higher

  /// The side of an interval of `policy - baseline` that excludes 0; nil for any other.
  public init?(_ interval: (lower: Double, upper: Double)?) {
    guard let interval, interval.lower > 0 || interval.upper < 0 else { return nil }
    self = interval.lower > 0 ? .higher : .lower
  }
}

/// The smallest difference that matters, stated before looking at the data.
public enum Margin: Hashable, Sendable {
  /// In the unit of the metric.
  case absolute(Double)
  /// As a share of the baseline's mean: 0.01 is one percent.
  case relative(Double)
  /// As a share of the nominal energy of the baseline's battery per day, for metrics in joules per day.
  case battery(Double)
  /// As a factor above 1, by which the ratio to the baseline may differ from 1.
  case factor(Double)

  /// The margin in the unit of the metric, or the factor; nil without an estimate or a battery that it depends on.
  func width(baseline: Double?, nominalJoules: Double?) -> Double? {
    switch self {
    case .absolute(let width), .factor(let width): width
    case .relative(let share): baseline.map { share * abs($0) }
    case .battery(let share): nominalJoules.map { share * $0 }
    }
  }
}

public enum Polarity: String, Hashable, Sendable, CaseIterable {
  case smallerIsBetter
  case largerIsBetter
}

/// Bonferroni's method for a family of tests and intervals, so that a claim about the whole family can be made.
///
/// A p-value times the size of the family is at most 1 − c if and only if the interval of its difference, with the confidence that
/// ``singleConfidence(overall:size:)`` gives for c, excludes 0.
public enum MultiplicityAdjustment {
  /// The p-values times the size of the family, at most 1, in the order of the given ones.
  ///
  /// An empty p-value (a deterministic difference) stays empty but counts as a member of the family.
  public static func adjusted(_ pValues: [Double?]) throws(AnalysisError) -> [Double?] {
    for case let value? in pValues where !(0...1).contains(value) {
      throw .probabilityOutsideUnitInterval(value)
    }
    return pValues.map { $0.map { min(1, $0 * Double(pValues.count)) } }
  }

  /// Confidence of each single interval so that all of `size` intervals together have the stated one.
  public static func singleConfidence(overall: Double, size: Int) throws(AnalysisError) -> Double {
    try AnalysisError.requireConfidence(overall)
    return 1 - (1 - overall) / Double(max(1, size))
  }
}

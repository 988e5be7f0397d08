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
  /// There is no interval, or it decides none of these.
  case unresolved

  /// Judges the interval of `policy - baseline`; the first case that applies counts.
  ///
  /// - Parameters:
  ///   - interval: Ends in the unit of the metric; nil where there is no interval.
  ///   - margin: At least 0, in the same unit. The margin belongs to equivalence.
  ///   - isSame: Whether both have equal entries in each of at least one common replication.
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

/// On which side of the baseline a policy is shown to be, whether or not the difference matters.
public enum DifferenceDirection: String, Hashable, Sendable, CaseIterable {
  case lower, higher

  /// The side of an interval of `policy - baseline` that excludes 0; nil for any other.
  public init?(_ interval: (lower: Double, upper: Double)?) {
    guard let interval else { return nil }
    if interval.lower > 0 {
      self = .higher
    } else if interval.upper < 0 {
      self = .lower
    } else {
      return nil
    }
  }
}

/// What a simultaneous interval says of a policy against the baseline.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// The values are equal in every common replication, of which there is at least one.
  case same
  /// The interval lies wholly on the better side of zero.
  case better
  /// The interval lies wholly on the worse side of zero.
  case worse
  /// The interval contains zero and lies within the margin on both sides.
  case equivalent
  /// Anything else: more replications are needed.
  case unresolved

  /// Judges the interval of `policy - baseline`.
  ///
  /// Precedence: an interval that excludes zero is better or worse even where it lies within the margin; the
  /// difference is then real, though small. An interval that touches zero does not exclude it. The margin is
  /// inclusive, so that a deterministic difference of zero is equivalent under any margin.
  public init(lower: Double, upper: Double, margin: Double, polarity: Polarity) {
    if lower > 0 {
      self = polarity == .largerIsBetter ? .better : .worse
    } else if upper < 0 {
      self = polarity == .smallerIsBetter ? .better : .worse
    } else if lower >= -margin, upper <= margin {
      self = .equivalent
    } else {
      self = .unresolved
    }
  }

  /// Judges the values of common replications and the interval of their difference, which may be missing.
  public init(_ pairs: PairedSample, _ interval: MeanInterval?, margin: Double, polarity: Polarity) {
    if pairs.count > 0, pairs.first == pairs.second {
      self = .same
    } else if let interval {
      self.init(interval, margin: margin, polarity: polarity)
    } else {
      self = .unresolved
    }
  }

  /// Judges an interval that may be missing, which leaves the question unresolved.
  public init(_ interval: MeanInterval, margin: Double, polarity: Polarity) {
    guard let lower = interval.lower, let upper = interval.upper else {
      self = .unresolved
      return
    }
    self.init(lower: lower, upper: upper, margin: margin, polarity: polarity)
  }
}

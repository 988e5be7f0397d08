/// The Kaplan–Meier estimate of how long waits last when some of them were cut off.
///
/// A censored wait is known to have lasted at least as long as it was seen. It counts as waiting up to then,
/// and is neither zero nor dropped. At one length waits that ended come before those that were cut off.
///
/// Source: Kaplan and Meier, Journal of the American Statistical Association 53 (1958).
public struct KaplanMeier: Hashable, Sendable {
  /// A wait, ended or cut off.
  public struct Observation: Hashable, Sendable {
    /// Length of the wait, or the time for which it was seen; at least 0, in any unit that is kept.
    public var length: Double
    /// Whether the wait was cut off: it lasted at least as long.
    public var isCensored: Bool

    public init(length: Double, isCensored: Bool) {
      self.length = length
      self.isCensored = isCensored
    }
  }

  /// The events and censorings at one length.
  public struct Step: Hashable, Sendable {
    /// The length, in the unit of the observations.
    public let length: Double
    /// Waits that lasted at least as long.
    public let atRisk: Int64
    /// Waits that ended at this length.
    public let ended: Int64
    /// Waits that were cut off at this length.
    public let censored: Int64
    /// Share still waiting just after this length.
    public let survival: Double
  }

  /// Steps by ascending length, one for each length that occurs.
  public let steps: [Step]

  /// Estimates from observations in any order, of finite lengths of at least 0.
  public init(_ observations: [Observation]) throws(AnalysisError) {
    for (index, observation) in observations.enumerated() {
      guard observation.length.isFinite else { throw .notFinite(index: index) }
      guard observation.length >= 0 else { throw .negative(index: index, found: observation.length) }
    }
    var tallies: [Tally] = []
    for observation in observations.sorted(by: { $0.length < $1.length }) {
      if tallies.last?.length != observation.length { tallies.append(Tally(length: observation.length)) }
      if observation.isCensored {
        tallies[tallies.count - 1].censored += 1
      } else {
        tallies[tallies.count - 1].ended += 1
      }
    }
    self.init(tallies: tallies)
  }

  /// Estimates from a sketch: lengths are off by at most its relative accuracy, shares only through waits that
  /// fall into one bucket.
  public init(_ sketch: DelaySketch) {
    var tallies: [Tally] = []
    if sketch.ended.zeros + sketch.censored.zeros > 0 {
      tallies.append(Tally(length: 0, ended: sketch.ended.zeros, censored: sketch.censored.zeros))
    }
    let parts = [sketch.ended, sketch.censored].filter { !$0.counts.isEmpty }
    if let first = parts.map(\.firstKey).min(), let last = parts.map({ $0.firstKey + $0.counts.count }).max()
    {
      for key in first..<last {
        let ended = sketch.ended.count(inBucket: key)
        let censored = sketch.censored.count(inBucket: key)
        guard ended + censored > 0 else { continue }
        tallies.append(
          Tally(length: sketch.ended.buckets.value(key), ended: ended, censored: censored))
      }
    }
    self.init(tallies: tallies)
  }

  private struct Tally {
    var length: Double
    var ended: Int64 = 0
    var censored: Int64 = 0
  }

  private init(tallies: [Tally]) {
    var atRisk = tallies.reduce(0) { $0 + $1.ended + $1.censored }
    var survival = 1.0
    steps = tallies.map { tally in
      // The last waits ending leave exactly nobody.
      survival *= Double(atRisk - tally.ended) / Double(atRisk)
      let step = Step(
        length: tally.length, atRisk: atRisk, ended: tally.ended, censored: tally.censored,
        survival: survival)
      atRisk -= tally.ended + tally.censored
      return step
    }
  }

  /// Number of waits.
  public var count: Int64 { steps.first?.atRisk ?? 0 }

  /// Share of waits that last longer than `length`.
  public func survival(at length: Double) -> Double {
    steps.last { $0.length <= length }?.survival ?? 1
  }

  /// The smallest length by which a share `probability` of the waits has ended; empty if it is not reached.
  ///
  /// The comparison allows for the rounding of a product of shares, so that half of ten waits is a half.
  public func quantile(_ probability: Double) -> Double? {
    precondition(probability > 0 && probability <= 1, "a quantile needs a probability in (0, 1]")
    return steps.first { $0.survival <= 1 - probability + 1e-12 }?.length
  }

  /// The length by which half of the waits have ended; empty if it is not reached.
  public var median: Double? { quantile(0.5) }

  /// Mean of min(wait, limit): the area under the curve up to `limit`; empty without waits.
  ///
  /// Where every wait was cut off before the limit the curve stays at its last level up to the limit, which is
  /// the most cautious reading; `isExtrapolated(upTo:)` says so.
  public func restrictedMean(upTo limit: Double) -> Double? {
    precondition(limit > 0 && limit.isFinite, "a restricted mean needs a finite limit above 0")
    guard !steps.isEmpty else { return nil }
    var area = 0.0
    var start = 0.0
    var level = 1.0
    for step in steps {
      if step.length >= limit { break }
      area += level * (step.length - start)
      start = step.length
      level = step.survival
    }
    return area + level * (limit - start)
  }

  /// Whether a restricted mean has to go beyond the longest wait while some waits had not ended.
  public func isExtrapolated(upTo limit: Double) -> Bool {
    guard let last = steps.last else { return false }
    return last.length < limit && last.survival > 0
  }
}

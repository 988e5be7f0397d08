/// The Kaplan–Meier estimate of how long waits last when some of them were cut off.
///
/// A censored wait counts as waiting until its end was cut off. At equal lengths, ended waits come before
/// censored waits (Kaplan and Meier, Journal of the American Statistical Association 53, 1958).
public struct KaplanMeier: Hashable, Sendable {
  public struct Observation: Hashable, Sendable {
    /// Length of the wait, or the time for which it was seen; at least 0, in any unit that is kept.
    public var length: Double
    public var isCensored: Bool

    public init(length: Double, isCensored: Bool) { (self.length, self.isCensored) = (length, isCensored) }
  }

  public struct Step: Hashable, Sendable {
    public let length: Double
    /// The number of waits that lasted at least this long, of waits that ended at this length, and of waits
    /// that were censored at it.
    public let atRisk, ended, censored: Int64
    /// Share still waiting just after this length.
    public let survival: Double
  }

  public let steps: [Step]

  public init(_ observations: [Observation]) throws(AnalysisError) {
    for (index, observation) in observations.enumerated() {
      guard observation.length.isFinite else { throw .notFinite(index: index) }
      guard observation.length >= 0 else { throw .negative(index: index, found: observation.length) }
    }
    var tallies: [Tally] = []
    for observation in observations.sorted(by: { $0.length < $1.length }) {
      if tallies.last?.length != observation.length { tallies.append((observation.length, 0, 0)) }
      let path = observation.isCensored ? \Tally.censored : \Tally.ended
      tallies[tallies.count - 1][keyPath: path] += 1
    }
    self.init(tallies: tallies)
  }

  /// Estimates from a sketch: lengths are off by at most its relative accuracy.
  public init(_ sketch: DelaySketch) {
    self.init(
      tallies: sketch.lengths.map {
        let length = $0.key.map(sketch.ended.buckets.value) ?? 0
        return (length, $0.ended, $0.censored)
      })
  }

  private typealias Tally = (length: Double, ended: Int64, censored: Int64)

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

  /// The smallest length at which a share `probability` of the waits has ended; nil if the curve does not
  /// reach it.
  public func quantile(_ probability: Double) -> Double? {
    precondition(probability > 0 && probability <= 1, "a quantile needs a probability in (0, 1]")
    // With room for the rounding of a product of shares, so that half of ten waits is a half.
    return steps.first { $0.survival <= 1 - probability + 1e-12 }?.length
  }

  public var median: Double? { quantile(0.5) }

  /// The mean of min(wait, limit): the area under the curve up to `limit`; nil without waits. If every wait
  /// was censored before, the curve remains at its last level, which is the most cautious reading.
  public func restrictedMean(upTo limit: Double) -> Double? {
    precondition(limit > 0 && limit.isFinite, "a restricted mean needs a finite limit above 0")
    guard !steps.isEmpty else { return nil }
    var (area, start, level) = (0.0, 0.0, 1.0)
    for step in steps.prefix(while: { $0.length < limit }) {
      area += level * (step.length - start)
      (start, level) = (step.length, step.survival)
    }
    return area + level * (limit - start)
  }
}

/// A mergeable summary of delays, some of them censored and counted separately in the same buckets. It does
/// not depend on the order of adding and merging, like its parts.
public struct DelaySketch: Hashable, Sendable {
  public private(set) var ended: QuantileSketch
  /// Delays that were cut off, by the length up to then.
  public private(set) var censored: QuantileSketch

  public init(relativeAccuracy: Double = 0.005) {
    ended = QuantileSketch(relativeAccuracy: relativeAccuracy)
    censored = QuantileSketch(relativeAccuracy: relativeAccuracy)
  }

  public init(ended: QuantileSketch, censored: QuantileSketch) {
    precondition(ended.buckets == censored.buckets, "both sketches have the same accuracy")
    (self.ended, self.censored) = (ended, censored)
  }

  public var count: Int64 { ended.count + censored.count }

  /// Takes in a finite delay of at least 0, in any unit that is kept.
  public mutating func add(_ length: Double, isCensored: Bool) {
    if isCensored { censored.add(length) } else { ended.add(length) }
  }

  public mutating func merge(_ other: DelaySketch) {
    ended.merge(other.ended)
    censored.merge(other.censored)
  }

  /// The delays of each length that occurs, ascending: of none (no bucket), then by bucket.
  var lengths: [(key: Int?, ended: Int64, censored: Int64)] {
    let parts = [ended, censored].filter { !$0.counts.isEmpty }
    let first = parts.map(\.firstKey).min() ?? 0
    let last = parts.map { $0.firstKey + $0.counts.count }.max() ?? first
    let zeros: (key: Int?, ended: Int64, censored: Int64) = (nil, ended.zeros, censored.zeros)
    return ([zeros] + (first..<last).map { ($0, ended.count(inBucket: $0), censored.count(inBucket: $0)) })
      .filter { $0.ended + $0.censored > 0 }
  }
}

/// The share of waits that have ended in one way by a time, where other ends compete with it.
///
/// The number of waits that end at a length is a share of the waits still in progress, times the share that
/// has not ended in any way before. Only waits without a decision at the end of the simulation are censored;
/// a wait that ended differently will never end in this way (Aalen and Johansen, Scandinavian Journal of
/// Statistics 5, 1978).
public struct CumulativeIncidence: Hashable, Sendable {
  private struct Step: Hashable {
    var key: Int
    var wanted, competing, censored: Int64
  }

  private let steps: [Step]
  private let buckets: LogarithmicBuckets

  /// Creates the curve from delays; `competing` are the waits that a competing event ended.
  public init(_ delays: DelaySketch, competing: QuantileSketch) {
    buckets = delays.ended.buckets
    steps = delays.lengths.map {
      let competing = $0.key.map(competing.count(inBucket:)) ?? competing.zeros
      return Step(
        key: $0.key ?? .min, wanted: $0.ended, competing: competing, censored: $0.censored - competing)
    }
  }

  /// The share that has ended as wanted by a length above 0, within the accuracy of the sketches; empty without waits.
  public func share(by length: Double) -> Double? {
    guard !steps.isEmpty else { return nil }
    let limit = buckets.key(length)
    var atRisk = steps.reduce(0) { $0 + $1.wanted + $1.competing + $1.censored }
    var (waiting, share) = (1.0, 0.0)
    for step in steps where step.key <= limit {
      share += waiting * Double(step.wanted) / Double(atRisk)
      waiting *= Double(atRisk - step.wanted - step.competing) / Double(atRisk)
      atRisk -= step.wanted + step.competing + step.censored
    }
    return share
  }
}

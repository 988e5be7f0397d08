/// The share of waits that have ended in one way by a time, where other ends compete with it.
///
/// The estimate of Aalen and Johansen for two kinds of ends: the waits that end at a length are a share of those still
/// waiting, times the share that has not ended in any way before. Only waits that were cut off with nothing decided
/// (at the end of the simulation) are censored; a wait that has ended otherwise will never end in this way. The
/// estimate of Kaplan and Meier, which censors those as well, says how long waits would last without them.
///
/// Source: Aalen and Johansen, Scandinavian Journal of Statistics 5 (1978).
public struct CumulativeIncidence: Hashable, Sendable {
  /// The waits of one length: ends of the kind in question, other ends, and waits cut off.
  private struct Step: Hashable {
    var key: Int
    var wanted: Int64
    var competing: Int64
    var censored: Int64
  }

  private let steps: [Step]
  private let buckets: LogarithmicBuckets

  /// - Parameters:
  ///   - delays: The waits, ended as wanted or not.
  ///   - competing: Those of the latter that other ends have ended.
  public init(_ delays: DelaySketch, competing: QuantileSketch) {
    buckets = delays.ended.buckets
    var steps: [Step] = []
    func add(_ key: Int, wanted: Int64, other: Int64, competing: Int64) {
      guard wanted + other > 0 else { return }
      steps.append(Step(key: key, wanted: wanted, competing: competing, censored: other - competing))
    }
    add(.min, wanted: delays.ended.zeros, other: delays.censored.zeros, competing: competing.zeros)
    let parts = [delays.ended, delays.censored].filter { !$0.counts.isEmpty }
    if let first = parts.map(\.firstKey).min(), let last = parts.map({ $0.firstKey + $0.counts.count }).max()
    {
      for key in first..<last {
        add(
          key, wanted: delays.ended.count(inBucket: key), other: delays.censored.count(inBucket: key),
          competing: competing.count(inBucket: key))
      }
    }
    self.steps = steps
  }

  /// The share that has ended as wanted by a length above 0, within the accuracy of the sketches; empty without waits.
  public func share(by length: Double) -> Double? {
    guard !steps.isEmpty else { return nil }
    let limit = buckets.key(length)
    var atRisk = steps.reduce(0) { $0 + $1.wanted + $1.competing + $1.censored }
    var waiting = 1.0
    var share = 0.0
    for step in steps where step.key <= limit {
      share += waiting * Double(step.wanted) / Double(atRisk)
      waiting *= Double(atRisk - step.wanted - step.competing) / Double(atRisk)
      atRisk -= step.wanted + step.competing + step.censored
    }
    return share
  }
}

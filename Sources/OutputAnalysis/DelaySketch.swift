/// A mergeable summary of delays of which some were cut off.
///
/// Ended and censored delays are counted apart in the same buckets, which is all that the Kaplan–Meier
/// estimator needs. Like its parts it does not depend on the order of adding and merging.
public struct DelaySketch: Hashable, Sendable {
  /// Delays that ended.
  public private(set) var ended: QuantileSketch
  /// Delays that were cut off, by the length up to then.
  public private(set) var censored: QuantileSketch

  /// Makes an empty summary.
  ///
  /// - Parameter relativeAccuracy: Greatest relative error of a length; the default is half a percent.
  public init(relativeAccuracy: Double = 0.005) {
    ended = QuantileSketch(relativeAccuracy: relativeAccuracy)
    censored = QuantileSketch(relativeAccuracy: relativeAccuracy)
  }

  /// Makes a summary of the sketches of delays that ended and of delays that were cut off, which have one accuracy.
  public init(ended: QuantileSketch, censored: QuantileSketch) {
    precondition(ended.buckets == censored.buckets, "both sketches have the same accuracy")
    self.ended = ended
    self.censored = censored
  }

  /// Number of delays, ended or not.
  public var count: Int64 { ended.count + censored.count }

  /// Takes in a finite delay of at least 0, in any unit that is kept.
  public mutating func add(_ length: Double, isCensored: Bool) {
    if isCensored { censored.add(length) } else { ended.add(length) }
  }

  /// Takes in all delays of a sketch of the same accuracy.
  public mutating func merge(_ other: DelaySketch) {
    ended.merge(other.ended)
    censored.merge(other.censored)
  }
}

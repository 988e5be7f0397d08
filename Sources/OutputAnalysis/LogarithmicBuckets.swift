import ElementaryFunctions

/// Buckets whose widths grow in proportion to their values, as in DDSketch.
///
/// Bucket k holds the values in (γ^(k−1), γ^k] with γ = (1 + α) / (1 − α). Its representative 2 γ^k / (γ + 1)
/// is off by at most the share α from any of them.
public struct LogarithmicBuckets: Hashable, Sendable {
  /// Largest relative error α.
  public let relativeAccuracy: Double
  /// Ratio γ of neighbouring bounds.
  public let growth: Double
  private let logarithmOfGrowth: Double

  /// Makes buckets for a relative accuracy strictly between 0 and 1.
  public init(relativeAccuracy: Double) {
    precondition(relativeAccuracy > 0 && relativeAccuracy < 1, "relative accuracy must lie inside (0, 1)")
    self.relativeAccuracy = relativeAccuracy
    growth = (1 + relativeAccuracy) / (1 - relativeAccuracy)
    logarithmOfGrowth = Elementary.log(growth)
  }

  /// The bucket of a positive, finite value.
  public func key(_ value: Double) -> Int {
    precondition(value > 0 && value.isFinite, "a bucket holds positive finite values")
    return Int((Elementary.log(value) / logarithmOfGrowth).rounded(.up))
  }

  /// The representative of a bucket.
  public func value(_ key: Int) -> Double { 2 * Elementary.pow(growth, Double(key)) / (growth + 1) }
}

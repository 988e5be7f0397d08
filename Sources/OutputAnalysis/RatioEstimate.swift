/// A ratio of sums over replications, such as energy per useful refresh.
///
/// A ratio is a ratio of means, never a mean of ratios: replications with few refreshes must not weigh as much
/// as those with many.
public struct RatioEstimate: Hashable, Sendable {
  public let count: Int
  /// Sum of the numerators over the sum of the denominators.
  public let ratio: Double
  /// Standard error by the delta method; empty for one replication.
  public let standardError: Double?
  /// Half-width of the t interval around `ratio`, from the delta method.
  public let halfWidth: Double?
  /// The ratio with its first-order bias removed, and its standard error, by the jackknife.
  public let jackknifeRatio: Double?
  public let jackknifeStandardError: Double?
  /// Coefficient of variation of the mean denominator. Above 0.1 the delta method is doubtful.
  public let denominatorVariation: Double?
  public let confidence: Double
  private let fiellerEnds: [Double]

  /// Estimates from one numerator and one denominator per replication.
  public init(_ numerators: [Double], over denominators: [Double], confidence: Double = 0.95)
    throws(AnalysisError)
  {
    try AnalysisError.requireConfidence(confidence)
    let pairs = try PairMoments(numerators, denominators)
    guard pairs.count > 0 else { throw .emptySample }
    guard pairs.second.mean != 0 else { throw .zeroDenominator }
    let ratio = pairs.first.mean / pairs.second.mean
    self.count = pairs.count
    self.ratio = ratio
    self.confidence = confidence
    guard let varianceX = pairs.first.variance, let varianceY = pairs.second.variance,
      let covariance = pairs.covariance
    else {
      (standardError, halfWidth, jackknifeRatio, jackknifeStandardError) = (nil, nil, nil, nil)
      denominatorVariation = nil
      fiellerEnds = []
      return
    }
    let n = Double(pairs.count)
    let scatter = max(0, varianceX - 2 * ratio * covariance + ratio * ratio * varianceY)
    let error = (scatter / n).squareRoot() / abs(pairs.second.mean)
    let t = StudentT(degreesOfFreedom: n - 1).twoSidedFactor(confidence: confidence)
    standardError = error
    halfWidth = t * error
    denominatorVariation = (varianceY / n).squareRoot() / abs(pairs.second.mean)
    let leaveOneOut = Jackknife.leaveOneOutRatios(numerators, over: denominators)
    let jackknife = leaveOneOut.map { Jackknife(full: ratio, leaveOneOut: $0) }
    jackknifeRatio = jackknife?.estimate
    jackknifeStandardError = jackknife?.standardError
    fiellerEnds = Self.fieller(
      meanX: pairs.first.mean, meanY: pairs.second.mean, varianceX: varianceX / n, varianceY: varianceY / n,
      covariance: covariance / n, t: t)
  }

  /// Fieller's interval, which needs no large sample; empty where it is unbounded because the denominators
  /// do not exclude zero.
  public var fiellerInterval: (lower: Double, upper: Double)? {
    fiellerEnds.count == 2 ? (fiellerEnds[0], fiellerEnds[1]) : nil
  }

  private static func fieller(
    meanX: Double, meanY: Double, varianceX: Double, varianceY: Double, covariance: Double, t: Double
  ) -> [Double] {
    let a = meanY * meanY - t * t * varianceY
    let b = meanX * meanY - t * t * covariance
    let c = meanX * meanX - t * t * varianceX
    let discriminant = b * b - a * c
    guard a > 0, discriminant >= 0 else { return [] }
    let root = discriminant.squareRoot()
    return [(b - root) / a, (b + root) / a]
  }
}

import CGSL

/// A mean over replications with its t interval.
///
/// The unit of inference is the replication. One replication gives a mean without an interval; a sample that
/// does not vary gives an interval of width 0.
public struct MeanInterval: Hashable, Sendable {
  public let count: Int
  /// The mean, or the ratio of sums whose pseudo-values were given.
  public let mean: Double
  /// Sample standard deviation; empty for one replication, and where there are no pseudo-values.
  public let standardDeviation: Double?
  public let halfWidth: Double?

  public init(moments: Moments, confidence: Double = 0.95) throws(AnalysisError) {
    guard moments.count > 0 else { throw .emptySample }
    try self.init(count: moments.count, mean: moments.mean, moments: moments, confidence: confidence)
  }

  /// Describes an estimate by its pseudo-values, around which the interval is centered.
  public init(_ sample: PseudoValues, confidence: Double = 0.95) throws(AnalysisError) {
    try self.init(
      count: sample.count, mean: try sample.requiredEstimate(), moments: sample.moments,
      confidence: confidence)
  }

  private init(count: Int, mean: Double, moments: Moments?, confidence: Double) throws(AnalysisError) {
    try AnalysisError.requireConfidence(confidence)
    self.count = count
    self.mean = mean
    standardDeviation = moments?.standardDeviation
    halfWidth = moments?.standardError.map { error in
      error == 0
        ? 0
        : error * StudentT(degreesOfFreedom: Double(count - 1)).twoSidedFactor(confidence: confidence)
    }
  }

  public var lower: Double? { halfWidth.map { mean - $0 } }
  public var upper: Double? { halfWidth.map { mean + $0 } }

  /// Half-width as a share of the absolute mean; 0 for an interval of width 0, empty where it is undefined.
  public var relativeHalfWidth: Double? {
    guard let halfWidth else { return nil }
    if halfWidth == 0 { return 0 }
    return mean == 0 ? nil : halfWidth / abs(mean)
  }
}

/// Student's t distribution, evaluated by the GNU Scientific Library.
///
/// Arguments outside the domain are refused before the library sees them: its error handler would end the process.
public struct StudentT: Hashable, Sendable {
  let degreesOfFreedom: Double

  public init(degreesOfFreedom: Double) {
    precondition(degreesOfFreedom > 0 && degreesOfFreedom.isFinite, "degrees of freedom must be positive")
    self.degreesOfFreedom = degreesOfFreedom
  }

  public func quantile(_ probability: Double) -> Double {
    precondition(probability > 0 && probability < 1, "a t quantile needs a probability inside (0, 1)")
    return gsl_cdf_tdist_Pinv(probability, degreesOfFreedom)
  }

  /// Half-width of a two-sided interval in standard errors.
  public func twoSidedFactor(confidence: Double) -> Double {
    precondition(confidence > 0 && confidence < 1, "confidence must lie inside (0, 1)")
    return gsl_cdf_tdist_Qinv((1 - confidence) / 2, degreesOfFreedom)
  }

  /// Distance of a one-sided bound in standard errors.
  public func oneSidedFactor(confidence: Double) -> Double {
    precondition(confidence > 0 && confidence < 1, "confidence must lie inside (0, 1)")
    return gsl_cdf_tdist_Qinv(1 - confidence, degreesOfFreedom)
  }

  public func upperTail(_ t: Double) -> Double { gsl_cdf_tdist_Q(t, degreesOfFreedom) }

  public func twoSidedPValue(_ t: Double) -> Double { 2 * gsl_cdf_tdist_Q(abs(t), degreesOfFreedom) }
}

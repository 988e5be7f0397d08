import CGSL

/// A mean over replications with its t interval. There is no interval for one replication, and an interval of
/// width 0 for a sample that does not vary.
public struct MeanInterval: Hashable, Sendable {
  public let count: Int
  /// The mean, or the ratio of sums whose pseudo-values were given.
  public let mean: Double
  /// Sample standard deviation; empty for one replication, and where there are no pseudo-values.
  public let standardDeviation: Double?
  public let halfWidth: Double?
  /// The standard error, and the degrees of freedom of the t interval; no degrees of freedom for an interval of width 0.
  let standardError, degreesOfFreedom: Double?

  /// Describes an estimate by its pseudo-values, around which the interval is centered.
  public init(_ sample: PseudoValues, confidence: Double = 0.95) throws(AnalysisError) {
    try self.init(
      count: sample.count, mean: try sample.requiredEstimate(), moments: sample.moments,
      confidence: confidence)
  }

  package init(count: Int, mean: Double, moments: Moments?, confidence: Double) throws(AnalysisError) {
    try AnalysisError.requireConfidence(confidence)
    (self.count, self.mean) = (count, mean)
    standardDeviation = moments?.standardDeviation
    standardError = moments?.standardError
    degreesOfFreedom = standardError.flatMap { $0 == 0 ? nil : Double(count - 1) }
    guard let standardError, let degreesOfFreedom else {
      halfWidth = standardError
      return
    }
    halfWidth =
      standardError
      * StudentT(degreesOfFreedom: degreesOfFreedom).twoSidedFactor(confidence: confidence)
  }

  public var lower: Double? { halfWidth.map { mean - $0 } }
  public var upper: Double? { halfWidth.map { mean + $0 } }
}

/// Student's t distribution, by the GNU Scientific Library, which must not see arguments outside of the domain: its
/// error handler would end the process.
public struct StudentT: Hashable, Sendable {
  let degreesOfFreedom: Double

  public init(degreesOfFreedom: Double) {
    precondition(degreesOfFreedom > 0 && degreesOfFreedom.isFinite, "degrees of freedom must be positive")
    self.degreesOfFreedom = degreesOfFreedom
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

import CGSL

/// Student's t distribution, evaluated by the GNU Scientific Library.
///
/// Arguments outside the domain are refused before the library sees them: its error handler would end the
/// process.
public struct StudentT: Hashable, Sendable {
  /// Degrees of freedom; any positive number.
  public let degreesOfFreedom: Double

  public init(degreesOfFreedom: Double) {
    precondition(degreesOfFreedom > 0 && degreesOfFreedom.isFinite, "degrees of freedom must be positive")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The value below which a share `probability` of the distribution lies, 0 < probability < 1.
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

  /// The probability of a value of at least `t`.
  public func upperTail(_ t: Double) -> Double { gsl_cdf_tdist_Q(t, degreesOfFreedom) }

  /// The probability of a value at least as far from zero as `t`.
  public func twoSidedPValue(_ t: Double) -> Double { 2 * gsl_cdf_tdist_Q(abs(t), degreesOfFreedom) }
}

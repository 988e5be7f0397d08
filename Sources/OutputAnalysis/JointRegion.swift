import Basics

/// The joint confidence region of two means: an ellipse.
///
/// From n pairs that are near normal, the true means (μ, ν) lie with the stated confidence where
/// n (x̄ − μ)ᵀ S⁻¹ (x̄ − μ) ≤ 2 (n − 1) / (n − 2) · F(2, n − 2), with the sample's covariance matrix S
/// (Hotelling, "The generalization of Student's ratio", Annals of Mathematical Statistics 2, 1931).
public struct JointRegion: Sendable {
  public let center: (first: Double, second: Double)
  public let covariance: (first: Double, second: Double, mixed: Double)
  /// The squared distance of the boundary from the center, measured by the inverse of the covariance.
  public let squaredRadius: Double
  /// Probability that regions of this kind hold both true means.
  public let confidence: Double

  /// The region of two estimates over the same replications; nil below three and where there are no pseudo-values.
  public init?(_ first: PseudoValues, _ second: PseudoValues, confidence: Double) throws(AnalysisError) {
    try AnalysisError.requireConfidence(confidence)
    guard first.count == second.count else {
      throw .unequalCounts(first: first.count, second: second.count)
    }
    guard let firstEstimate = first.estimate, let secondEstimate = second.estimate,
      let firstValues = first.values, let secondValues = second.values
    else { return nil }
    let moments = try PairMoments(firstValues, secondValues)
    guard moments.count > 2, let firstVariance = moments.first.variance,
      let secondVariance = moments.second.variance, let mixed = moments.covariance
    else { return nil }
    let count = Double(moments.count)
    center = (firstEstimate, secondEstimate)
    covariance = (firstVariance / count, secondVariance / count, mixed / count)
    squaredRadius =
      2 * (count - 1) / (count - 2) * Self.quantile(confidence, denominator: count - 2)
    self.confidence = confidence
  }

  /// Half of the widths of the region, projected on the axes of the means.
  public var firstHalfWidth: Double { (squaredRadius * covariance.first).squareRoot() }
  public var secondHalfWidth: Double { (squaredRadius * covariance.second).squareRoot() }

  /// The correlation of both estimates, which tilts the region; nil if one of them does not vary.
  public var correlation: Double? {
    let scale = (covariance.first * covariance.second).squareRoot()
    return scale > 0 ? covariance.mixed / scale : nil
  }

  /// The point of the boundary that a point of the unit circle is mapped to, by a linear map.
  public func boundary(_ x: Double, _ y: Double) -> (first: Double, second: Double) {
    let radius = squaredRadius.squareRoot()
    // The lower triangular root of the covariance matrix.
    let scale = covariance.first.squareRoot()
    let shear = scale > 0 ? covariance.mixed / scale : 0
    let rest = max(0, covariance.second - shear * shear).squareRoot()
    return (center.first + radius * scale * x, center.second + radius * (shear * x + rest * y))
  }

  /// The quantile of the F distribution with two degrees of freedom above, which has a closed form.
  package static func quantile(_ probability: Double, denominator: Double) -> Double {
    denominator / 2 * (Elementary.pow(1 - probability, -2 / denominator) - 1)
  }
}

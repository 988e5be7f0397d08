import CGSL

/// How many replications to add until a difference that is unresolved is resolved with power 0.8.
///
/// If the present difference d and standard deviation s are the true ones, N replications find a difference D and a half-width
/// h = t S / √N, t with N − 1 degrees of freedom at the simultaneous level. They resolve it where |D| > h, so that the interval
/// excludes 0, or where |D| + h ≤ δ, so that it lies within the margin. The search ends at ten times the present number: beyond it
/// the present d and s say too little.
public struct ReplicationsNeeded: Hashable, Sendable {
  /// Replications to add: at least 1, at most nine times the present number.
  public let added: Int
  /// Whether more than `added` are needed.
  public let isLowerBound: Bool

  /// Plans from the results of at least two replications; nil below.
  ///
  /// - Parameter confidence: Of the single interval.
  public init?(
    count: Int, difference: Double, standardDeviation: Double, margin: Double, confidence: Double
  ) throws(AnalysisError) {
    try AnalysisError.requireConfidence(confidence)
    guard difference.isFinite, standardDeviation.isFinite else { throw .notFinite(index: 0) }
    guard count >= 2 else { return nil }
    func isEnough(_ total: Int) -> Bool {
      Self.power(
        of: total, difference: difference, standardDeviation: standardDeviation, margin: margin,
        confidence: confidence) >= 0.8
    }
    // Power rises with the number, so that bisection finds the first one that is enough.
    var (unresolved, last) = (count, 10 * count)
    guard isEnough(last) else {
      (added, isLowerBound) = (last - count, true)
      return
    }
    while last - unresolved > 1 {
      let middle = unresolved + (last - unresolved) / 2
      if isEnough(middle) { last = middle } else { unresolved = middle }
    }
    (added, isLowerBound) = (last - count, false)
  }

  /// The probability that `total` replications, at least two, resolve a difference.
  ///
  /// Given S the difference is normal; S / s is the root of a χ² over its degrees of freedom, over which 64 midpoints integrate. For
  /// a margin of 0 this is the noncentral t distribution, within 0.001 at three replications and 0.00001 from four on.
  static func power(
    of total: Int, difference: Double, standardDeviation: Double, margin: Double, confidence: Double
  ) -> Double {
    guard standardDeviation > 0 else { return 1 }
    let freedom = Double(total - 1)
    let factor = StudentT(degreesOfFreedom: freedom).twoSidedFactor(confidence: confidence)
    // In standard errors.
    let scale = Double(total).squareRoot() / standardDeviation
    let (shift, width) = (abs(difference) * scale, margin * scale)
    let reach = 8 / (2 * freedom).squareRoot()
    let least = max(0, 1 - reach)
    var (sum, weights) = (0.0, 0.0)
    for place in 0..<64 {
      let ratio = least + (1 + reach - least) * (Double(place) + 0.5) / 64
      let weight = ratio * gsl_ran_chisq_pdf(freedom * ratio * ratio, freedom)
      let halfWidth = factor * ratio
      let room = width - halfWidth
      var share = 1.0
      if room < halfWidth {
        share = gsl_cdf_ugaussian_Q(halfWidth - shift) + gsl_cdf_ugaussian_Q(halfWidth + shift)
        if room > 0 { share += gsl_cdf_ugaussian_P(room - shift) - gsl_cdf_ugaussian_P(-room - shift) }
      }
      sum += weight * share
      weights += weight
    }
    return sum / weights
  }
}

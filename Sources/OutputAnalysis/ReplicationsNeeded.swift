import CGSL

/// How many replications to add until a difference that is unresolved is resolved with power 0.8.
///
/// If the present difference d and standard deviation s are the true ones, N replications find a difference D and a
/// half-width h = t S / √N at the simultaneous level. They resolve it where |D| > h, or where |D| + h ≤ δ. The search
/// ends at ten times the present number by default: beyond it the present d and s say too little.
public struct ReplicationsNeeded: Hashable, Sendable {
  /// Replications to add: at least 1, by default at most nine times the present number.
  public let added: Int
  /// Whether more than `added` are needed.
  public let isLowerBound: Bool

  /// Plans from the results of at least two replications; nil with fewer. The confidence is the confidence of
  /// the single interval.
  ///
  /// - Parameter limit: The total that ends the search; ten times the present number by default.
  public init?(
    count: Int, difference: Double, standardDeviation: Double, margin: Double, confidence: Double,
    limit: Int? = nil
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
    var (unresolved, last) = (count, limit ?? 10 * count)
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
  package static func power(
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

public enum SteinSampleSize {
  /// Total number of replications so that the interval is no wider than `halfWidth` to each side, by Stein's two-stage
  /// rule, which keeps the t factor of the first stage of `count`. Empty below two replications and beyond 10⁹.
  public static func total(
    count: Int, standardDeviation: Double, halfWidth: Double, confidence: Double = 0.95
  ) throws(AnalysisError) -> Int? {
    try AnalysisError.requireConfidence(confidence)
    try AnalysisError.requirePositive(halfWidth)
    guard standardDeviation.isFinite, standardDeviation >= 0 else { throw .notFinite(index: 0) }
    guard count >= 2 else { return nil }
    let factor = StudentT(degreesOfFreedom: Double(count - 1)).twoSidedFactor(confidence: confidence)
    let root = factor * standardDeviation / halfWidth
    let needed = (root * root).rounded(.up)
    return needed <= 1e9 ? max(count, Int(needed)) : nil
  }
}

/// When enough replications have been made for a wanted relative precision R (Law and Kelton).
///
/// The relative half-width is compared with R / (1 + R), since the mean in the denominator is itself an estimate. The
/// rule is asked at fixed checkpoints, so that the number of workers cannot change the number of replications.
public struct RelativePrecisionRule: Hashable, Sendable {
  public let relativeError: Double

  public init(relativeError: Double) throws(AnalysisError) {
    try AnalysisError.requirePositive(relativeError)
    self.relativeError = relativeError
  }

  public var threshold: Double { relativeError / (1 + relativeError) }

  /// The first checkpoint after `count` replications: 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, …
  public static func checkpoint(after count: Int) -> Int {
    var decade = 10
    while true {
      for step in [10, 15, 20, 30, 50, 75] where step * decade / 10 > count { return step * decade / 10 }
      decade *= 10
    }
  }

  public static func checkpoints(upTo limit: Int) -> [Int] {
    sequence(first: checkpoint(after: 0), next: checkpoint).prefix { $0 <= limit }
  }

  /// The checkpoints of a rule that ends at `limit` replications. The limit is always the last checkpoint.
  public static func checkpoints(endingAt limit: Int) -> [Int] {
    let all = checkpoints(upTo: limit)
    return all.last == limit ? all : all + [limit]
  }
}

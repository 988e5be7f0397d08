import Basics

/// The Anderson–Darling test of the hypothesis that values are uniform from 0 to 1.
///
/// A² = −n − (1 ÷ n) · Σ (2i − 1) · (ln uᵢ + ln(1 − uₙ₊₁₋ᵢ)) of the sorted values u (Anderson and Darling,
/// JASA 49, 1954). Its distribution is an approximation by Marsaglia and Marsaglia, "Evaluating the
/// Anderson-Darling distribution", Journal of Statistical Software 9(2), 2004. Its error is below 2 · 10⁻⁵
/// for infinitely many values, and below 10⁻³ for p-values up to 0.3 of a single value. A p-value of n values
/// is at least 0.0006 ÷ n.
package struct AndersonDarling: Hashable, Sendable {
  /// The number of values, at least 1.
  package let count: Int
  /// A².
  package let statistic: Double
  /// The probability of at least this A² if the values are uniform.
  package let pValue: Double

  /// The smallest distance from 0 and 1. Closer values are moved to it, because the logarithm of 0 is
  /// infinite. A single value of 0 or 1 among n therefore adds at most about 21 ÷ n to A².
  package static let margin = 1e-9

  /// Tests values from 0 to 1 in any order. Throws ``AnalysisError`` without values, and if a value is
  /// outside.
  package init(_ values: [Double]) throws(AnalysisError) {
    guard !values.isEmpty else { throw .emptySample }
    for value in values where !(value >= 0 && value <= 1) { throw .probabilityOutsideUnitInterval(value) }
    let sorted = values.map { min(max($0, Self.margin), 1 - Self.margin) }.sorted()
    var sum = 0.0
    for index in sorted.indices {
      let opposite = sorted[sorted.count - 1 - index]
      sum += Double(2 * index + 1) * (Elementary.log(sorted[index]) + Elementary.log1p(-opposite))
    }
    count = values.count
    statistic = -Double(count) - sum / Double(count)
    pValue = Self.upperTail(statistic, count: count)
  }

  /// P(A² ≥ `statistic`) of a number of uniform values; a count of nil means infinitely many.
  package static func upperTail(_ statistic: Double, count: Int?) -> Double {
    guard statistic > 0 else { return 1 }
    let limiting = limitingUpperTail(statistic)
    guard let count else { return limiting }
    return min(1, max(0, limiting - correction(1 - limiting, count: Double(count))))
  }

  /// The value of a polynomial with coefficients from the constant upward.
  private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    coefficients.reversed().reduce(0) { $0 * x + $1 }
  }

  /// One minus the function `ADinf` of the paper.
  private static func limitingUpperTail(_ z: Double) -> Double {
    if z < 2 {
      let factor = polynomial([2.00012, 0.247105, -0.0649821, 0.0347962, -0.011672, 0.00168691], z)
      return 1 - Elementary.exp(-1.2337141 / z) / z.squareRoot() * factor
    }
    let exponent = polynomial([1.0776, -2.30695, 0.43424, -0.082433, 0.008056, -0.0003146], z)
    return -Elementary.expm1(-Elementary.exp(exponent))
  }

  /// The function `errfix` of the paper: the amount that a probability x of the limit lacks for n values.
  private static func correction(_ x: Double, count n: Double) -> Double {
    if x > 0.8 {
      return polynomial([-130.2137, 745.2337, -1705.091, 1950.646, -1116.360, 255.7844], x) / n
    }
    let edge = 0.01265 + 0.1757 / n
    if x < edge {
      let t = x / edge
      let shape = t.squareRoot() * (1 - t) * (49 * t - 102)
      return shape * (0.0037 / (n * n) + 0.00078 / n + 0.00006) / n
    }
    let t = (x - edge) / (0.8 - edge)
    let shape = polynomial([-0.00022633, 6.54034, -14.6538, 14.458, -8.259, 1.91864], t)
    return shape * (0.04213 + 0.01365 / n) / n
  }
}

import CGSL

/// The number of sources that have a verdict by chance: K is binomial with a number of trials and a
/// probability.
package struct BinomialLimit: Hashable, Sendable {
  /// The number of sources, at least 0.
  package let sources: Int
  /// The probability that one source has the verdict if the model is right.
  package let probability: Double
  /// The 99 % quantile: the smallest k with P(K ≤ k) ≥ 0.99. A model with more such sources is rejected.
  package let limit: Int

  /// The probability that is below the limit.
  package static let level = 0.99

  /// Throws ``AnalysisError`` for a number of sources below 0 and for a probability outside of 0 to 1.
  package init(sources: Int, probability: Double) throws(AnalysisError) {
    guard sources >= 0 else { throw .negative(index: 0, found: Double(sources)) }
    guard probability >= 0, probability <= 1 else {
      throw .probabilityOutsideUnitInterval(probability)
    }
    (self.sources, self.probability) = (sources, probability)
    var least = 0
    while least < sources, gsl_cdf_binomial_P(UInt32(least), probability, UInt32(sources)) < Self.level {
      least += 1
    }
    limit = least
  }

  /// P(K ≥ `count`), the probability that at least this number of sources has the verdict.
  package func upperTail(_ count: Int) -> Double {
    if count <= 0 { return 1 }
    return count > sources ? 0 : gsl_cdf_binomial_Q(UInt32(count - 1), probability, UInt32(sources))
  }

  /// Whether a number of sources exceeds the limit, so that the model is rejected.
  package func isExceeded(by count: Int) -> Bool { count > limit }
}

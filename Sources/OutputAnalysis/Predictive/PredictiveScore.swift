/// The judgment of one observation by the draws of a model.
///
/// X is a draw, x the observation and δ its precision. The probability below is u = P(X < x − δ) + V · P(|X −
/// x| ≤ δ). With a uniform V, u is uniform if the model is right, also for counts (Czado, Gneiting and Held,
/// "Predictive model assessment for count data", Biometrics 65, 2009).
package struct PredictiveScore: Hashable, Sendable {
  /// An observed value with its precision, or a lower bound of the observed value.
  package struct Observation: Hashable, Sendable {
    /// In the unit of the draws.
    package var value: Double
    /// The distance, at least 0, within which a draw equals the observation; in the unit of the draws.
    package var precision: Double
    /// Whether the true value is at least `value`.
    package var isBound: Bool

    package init(_ value: Double, precision: Double = 0, isBound: Bool = false) {
      (self.value, self.precision, self.isBound) = (value, precision, isBound)
    }
  }

  package enum Verdict: String, Sendable, CaseIterable {
    case ordinary, rare, never

    /// The smallest p-values of an ordinary and of a rare observation.
    package static let leastOrdinary = 0.1
    package static let leastRare = 0.01

    package init(pValue: Double) {
      self = pValue >= Self.leastOrdinary ? .ordinary : pValue >= Self.leastRare ? .rare : .never
    }
  }

  /// The 2.5, 50 and 97.5 % quantiles of the draws, in their unit; see ``PredictiveDraws/quantile(_:)``.
  package let low, median, high: Double
  /// u, from 0 to 1; nil for a bound.
  package let probabilityBelow: Double?
  /// 2 · min(u, 1 − u) with V = ½; P(X ≥ x − δ) for a bound.
  package let pValue: Double
  /// See ``PredictiveDraws/rankedProbabilityScore(_:)``; it ignores the precision. Nil for a bound.
  package let rankedProbabilityScore: Double?

  package var verdict: Verdict { Verdict(pValue: pValue) }

  /// Scores an observation.
  ///
  /// Throws ``AnalysisError`` if a number of the observation is not finite, if it is below 0 although the
  /// scale or the precision excludes it, and if `tieShare` is outside of 0 to 1.
  ///
  /// - Parameter tieShare: V, the share of equal draws that count as below.
  package init(
    _ draws: PredictiveDraws, _ observation: Observation, tieShare: Double
  ) throws(AnalysisError) {
    let found = try Self.probabilities(draws, observation, tieShare: tieShare)
    (probabilityBelow, pValue) = (found.below, found.pValue)
    (low, median, high) = (draws.quantile(0.025), draws.quantile(0.5), draws.quantile(0.975))
    rankedProbabilityScore =
      observation.isBound ? nil : draws.rankedProbabilityScore(observation.value)
  }

  /// Returns the probability below and the p-value, without the quantiles and the score.
  static func probabilities(
    _ draws: PredictiveDraws, _ observation: Observation, tieShare: Double
  ) throws(AnalysisError) -> (below: Double?, pValue: Double) {
    let numbers = [observation.value, observation.precision]
    try AnalysisError.requireFinite(numbers)
    for (index, number) in numbers.enumerated() where number < 0 {
      if index == 1 || !draws.scale.hasNegativeValues { throw .negative(index: index, found: number) }
    }
    guard tieShare >= 0, tieShare <= 1 else { throw .probabilityOutsideUnitInterval(tieShare) }
    let counts = draws.counts(around: observation.value, precision: observation.precision)
    let (below, equal, above) = (Double(counts.below), Double(counts.equal), Double(counts.above))
    let total = Double(draws.sorted.count)
    if observation.isBound { return (nil, (equal + above) / total) }
    // The p-value uses the smaller side, because 1 − u would round.
    return ((below + tieShare * equal) / total, (2 * min(below, above) + equal) / total)
  }
}

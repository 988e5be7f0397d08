/// The power of the two calibration tests against a model with a wrong spread, by simulation.
///
/// In each repetition, one of the draws of each source is its observation. The model has the same draws with
/// another spread; see ``PredictiveDraws/spread(by:)``. Both tests have the level 1 %.
package struct SpreadPower: Hashable, Sendable {
  package struct Source: Hashable, Sendable {
    package var draws: PredictiveDraws
    /// The precision of the observation, in the unit of the draws.
    package var precision: Double
    /// Whether the observation is a lower bound, which has a p-value but is not in the Anderson–Darling test.
    package var isBound: Bool

    package init(_ draws: PredictiveDraws, precision: Double = 0, isBound: Bool = false) {
      (self.draws, self.precision, self.isBound) = (draws, precision, isBound)
    }
  }

  /// The factor of the spread of the model; with 1, the shares are the true levels of the tests.
  package let factor: Double
  package let repetitions: Int
  /// The share of repetitions in which more sources than ``BinomialLimit/limit`` are *never*.
  package let neverCount: Double
  /// The share of repetitions in which the p-value of ``AndersonDarling`` is below 1 %; nil if all sources
  /// are bounds.
  package let andersonDarling: Double?

  /// The level of both tests.
  package static let level = 0.01

  /// Simulates the tests. `uniform` draws a number from 0 to 1, and `choose` an integer from 0 ..< its
  /// argument.
  ///
  /// Throws ``AnalysisError`` without sources or repetitions, for a factor that is not above 0, and for a
  /// precision that is below 0 or not finite.
  package init(
    factor: Double, sources: [Source], repetitions: Int, uniform: () -> Double, choose: (Int) -> Int
  ) throws(AnalysisError) {
    guard !sources.isEmpty, repetitions > 0 else { throw .emptySample }
    var models: [(source: Source, truth: [Double], model: PredictiveDraws)] = []
    for source in sources {
      // The observations pass through the scale as the draws of the model do, so that equal values
      // remain equal.
      let truth = try source.draws.spread(by: 1).sorted
      models.append((source, truth, try source.draws.spread(by: factor)))
    }
    let limit = try BinomialLimit(
      sources: sources.count, probability: PredictiveScore.Verdict.leastRare)
    let hasValues = sources.contains { !$0.isBound }
    var (neverRejections, otherRejections) = (0, 0)
    for _ in 0..<repetitions {
      var (never, values) = (0, [Double]())
      for (source, truth, model) in models {
        let value = truth[choose(truth.count)]
        let judged = PredictiveScore.Observation(value, precision: source.precision, isBound: source.isBound)
        let found = try PredictiveScore.probabilities(model, judged, tieShare: uniform())
        if PredictiveScore.Verdict(pValue: found.pValue) == .never { never += 1 }
        if let below = found.below { values.append(below) }
      }
      if limit.isExceeded(by: never) { neverRejections += 1 }
      if hasValues, try AndersonDarling(values).pValue < Self.level { otherRejections += 1 }
    }
    (self.factor, self.repetitions) = (factor, repetitions)
    neverCount = Double(neverRejections) / Double(repetitions)
    andersonDarling = hasValues ? Double(otherRejections) / Double(repetitions) : nil
  }
}

/// The skill of a model relative to a reference model, by their mean scores per source. Smaller scores are
/// better.
///
/// The skill of a source is (reference − own) ÷ the larger of the two. It is between −1 and 1, 0 for equal
/// scores, and changes its sign if the models are exchanged. A single source can therefore not dominate the
/// mean, unlike a source with a small reference in the usual 1 − own ÷ reference.
package struct SkillScore: Hashable, Sendable {
  /// The skills by source, from −1 to 1.
  package let bySource: [Double]
  /// The mean over sources.
  package let mean: Double
  /// The 95 % percentile interval of the mean over resamples of sources; nil for a single source.
  package let interval: ClosedRange<Double>?

  /// Compares scores of at least 0, in the same order of sources. `choose` draws an integer from 0 ..< its
  /// argument.
  ///
  /// Throws ``AnalysisError`` without sources, for unequal numbers of scores, and if a score is not finite or
  /// below 0.
  package init(
    _ own: [Double], reference: [Double], resamples: Int = BootstrapResamples.standardCount,
    choose: (Int) -> Int
  ) throws(AnalysisError) {
    guard own.count == reference.count else {
      throw .unequalCounts(first: own.count, second: reference.count)
    }
    guard !own.isEmpty else { throw .emptySample }
    for scores in [own, reference] {
      try AnalysisError.requireFinite(scores)
      for (index, score) in scores.enumerated() where score < 0 {
        throw .negative(index: index, found: score)
      }
    }
    let skills = zip(own, reference).map { Self.skill($0, reference: $1) }
    let count = Double(skills.count)
    bySource = skills
    mean = skills.reduce(0, +) / count
    interval = try BootstrapDistribution.interval(ofMeanOf: skills, resamples: resamples, choose: choose)
  }

  /// The skill of one source; 0 if both scores are 0.
  package static func skill(_ own: Double, reference: Double) -> Double {
    let larger = max(own, reference)
    return larger == 0 ? 0 : (reference - own) / larger
  }
}

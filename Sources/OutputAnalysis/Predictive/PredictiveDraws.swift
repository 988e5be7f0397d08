import CGSL

/// The predictive distribution of a model for one observation: draws of the value that would have been
/// observed.
///
/// Hours are cut at the point of the circle opposite to their circular median and treated as numbers from
/// there on.
package struct PredictiveDraws: Hashable, Sendable {
  package let scale: ScoreScale
  /// The draws in ascending order, at least one. Hours are within 12 h of the circular median, so that an
  /// hour may be below 0 or above 24.
  package let sorted: [Double]
  /// The circular median of hours; 0 for other scales.
  private let center: Double

  /// Takes draws in any order and in the unit of the observation.
  ///
  /// Throws ``AnalysisError`` without draws, if a draw is not finite, if a time, count or rate is below 0,
  /// and if the number of the scale is not above 0.
  package init(_ values: [Double], _ scale: ScoreScale) throws(AnalysisError) {
    try scale.requireValid()
    try AnalysisError.requireFinite(values)
    guard !values.isEmpty else { throw .emptySample }
    if !scale.hasNegativeValues {
      for (index, value) in values.enumerated() where value < 0 {
        throw .negative(index: index, found: value)
      }
    }
    self.scale = scale
    guard scale == .hour else {
      (center, sorted) = (0, values.sorted())
      return
    }
    let median = HourCircle.median(values.map(HourCircle.wrapped))
    center = median
    sorted = values.map { HourCircle.placed($0, around: median) }.sorted()
  }

  /// The quantile of the draws, linear between the order statistics (type 7 of Hyndman and Fan, "Sample
  /// quantiles in statistical packages", American Statistician 50, 1996). An hour is from 0 up to 24.
  package func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability <= 1, "a quantile needs a probability from 0 to 1")
    let found = gsl_stats_quantile_from_sorted_data(sorted, 1, sorted.count, probability)
    return scale == .hour ? HourCircle.wrapped(found) : found
  }

  /// The numbers of draws below an observation, equal to it within its precision, and above it.
  ///
  /// A draw within a billionth of an end of the precision belongs to the precision, so that the rounding of
  /// units does not decide.
  package func counts(
    around observation: Double, precision: Double
  ) -> (below: Int, equal: Int, above: Int) {
    let place = scale == .hour ? HourCircle.placed(observation, around: center) : observation
    let reach = precision + 1e-9 * max(1, abs(place))
    let below = first { $0 >= place - reach }
    let notAbove = first { $0 > place + reach }
    return (below, notAbove - below, sorted.count - notAbove)
  }

  /// The continuous ranked probability score of an observation: mean |X − x| − ½ mean |X − X′| on the scale
  /// (Gneiting and Raftery, "Strictly proper scoring rules, prediction, and estimation", JASA 102, 2007).
  ///
  /// X and X′ are draws, also the same draw twice. Hours have the distance along the circle (Grimit,
  /// Gneiting, Berrocal and Johnson, Quarterly Journal of the Royal Meteorological Society 132, 2006). The
  /// score of hours is in h, of shares in their unit, and of other scales in decades. Smaller is better; a
  /// step at x has 0.
  package func rankedProbabilityScore(_ observation: Double) -> Double {
    let count = Double(sorted.count)
    var (distance, spread) = (0.0, 0.0)
    if scale == .hour {
      for (index, first) in sorted.enumerated() {
        distance += HourCircle.distance(first, observation)
        for second in sorted[..<index] { spread += HourCircle.distance(first, second) }
      }
    } else {
      let origin = scale.position(observation)
      for (index, value) in sorted.enumerated() {
        let position = scale.position(value) - origin
        distance += abs(position)
        spread += Double(2 * index + 1 - sorted.count) * position
      }
    }
    return max(0, distance / count - spread / (count * count))
  }

  /// The draws with another spread: distances from the median on the scale are multiplied by `factor`.
  ///
  /// If all draws are whole numbers of events, the results are rounded to whole numbers, too. Shares may
  /// leave the range from 0 to 1. A time below the least time of the scale becomes the least time, also with
  /// the factor 1.
  package func spread(by factor: Double) throws(AnalysisError) -> PredictiveDraws {
    try AnalysisError.requirePositive(factor)
    let positions = sorted.map(scale.position)
    let middle =
      scale == .hour ? center : gsl_stats_quantile_from_sorted_data(positions, 1, positions.count, 0.5)
    let hasWholeEvents = sorted.allSatisfy { abs(scale.withWholeEvents($0) - $0) <= 1e-9 * max(1, $0) }
    return try PredictiveDraws(
      positions.map {
        let value = scale.value(at: middle + factor * ($0 - middle))
        return hasWholeEvents ? scale.withWholeEvents(value) : value
      }, scale)
  }

  /// The place of the first draw with a property that all later draws have, too; the number of draws if the
  /// last draw lacks it.
  private func first(_ hasProperty: (Double) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if hasProperty(sorted[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

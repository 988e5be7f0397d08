/// The differences of simulated values from an observed one, in units of the spread of the simulated values over the
/// prior distribution of the parameters.
package struct RowDistance: Hashable, Sendable {
  package let scale: ScoreScale
  /// The median absolute deviation over the prior on the scale; nil if the values do not vary.
  ///
  /// If the median is not above the precision of the observation, it is the mean absolute deviation: nobody could
  /// have observed the differences of most draws.
  package let unit: Double?
  /// The difference of a value that is missing from one that is known: the range of the values over the prior, in units.
  private let missing: Double

  /// - Parameters:
  ///   - prior: The values at draws from the prior; nil for a draw without a value.
  ///   - observation: The observed value.
  package init(_ prior: [Double?], _ scale: ScoreScale, _ observation: PredictiveScore.Observation) {
    self.scale = scale
    let known = prior.compactMap(\.self)
    let positions = known.map(scale.position)
    guard let least = positions.min(), let greatest = positions.max(), least < greatest else {
      (unit, missing) = (nil, 0)
      return
    }
    let middle =
      scale == .hour
      ? HourCircle.median(positions.prefix(1000).map(HourCircle.wrapped))
      : (try? SampleQuantile.linear(0.5, of: positions)) ?? least
    let distances = positions.map { abs(Self.signed($0, from: middle, scale)) }
    let median = (try? SampleQuantile.linear(0.5, of: distances)) ?? 0
    let seen = scale.position(observation.value)
    let precision = abs(scale.position(observation.value + observation.precision) - seen)
    let unit = median > precision ? median : distances.reduce(0, +) / Double(distances.count)
    self.unit = unit
    missing = (scale == .hour ? 12 : greatest - least) / unit
  }

  /// The difference in units, above 0 for a value above the observed one.
  ///
  /// - Parameter isBound: Whether the observed value is a lower bound, from which no larger value differs.
  package func difference(_ value: Double?, from observed: Double?, isBound: Bool = false) -> Double {
    guard let unit else { return 0 }
    guard let value, let observed else { return value == nil && observed == nil ? 0 : missing }
    let difference = Self.signed(scale.position(value), from: scale.position(observed), scale) / unit
    return isBound ? min(0, difference) : difference
  }

  private static func signed(_ position: Double, from origin: Double, _ scale: ScoreScale) -> Double {
    guard scale == .hour else { return position - origin }
    return HourCircle.placed(position, around: HourCircle.wrapped(origin)) - HourCircle.wrapped(origin)
  }
}

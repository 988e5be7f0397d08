import ElementaryFunctions

/// Averages of values on a clock, where 23:30 and 0:30 lie an hour apart.
public struct CircularMean: Equatable, Sendable {
  /// The mean direction in [0, period).
  public let direction: Double
  /// The length of the mean vector: 1 when all values agree, near 0 when they spread evenly.
  public let resultantLength: Double

  /// Of values in one unit, `period` being a full turn in it; nil without values.
  ///
  /// The direction means nothing where the resultant length is about 0.
  public init?(of values: [Double], period: Double) {
    guard !values.isEmpty, period > 0 else { return nil }
    var (x, y) = (0.0, 0.0)
    for value in values {
      let angle = value / period * 2 * .pi
      x += Elementary.cos(angle)
      y += Elementary.sin(angle)
    }
    resultantLength = (x * x + y * y).squareRoot() / Double(values.count)
    let turn = Elementary.atan2(y, x) / (2 * .pi)
    let positive = (turn < 0 ? turn + 1 : turn) * period
    // A tiny negative angle rounds up to a full turn, which is 0 on the clock.
    direction = positive < period ? positive : 0
  }
}

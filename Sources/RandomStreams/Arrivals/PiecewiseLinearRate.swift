/// A rate that is linear between knots.
///
/// Before the first and after the last knot the rate is 0, or the profile repeats.
public struct PiecewiseLinearRate: OperationalClock, Equatable {
  /// Increasing times.
  public let knots: [Double]
  /// The rate at each knot.
  public let rates: [Double]
  /// Whether the profile repeats with the period last knot - first knot.
  public let repeats: Bool
  /// Operational time at each knot, counted from the first.
  private let sums: [Double]

  public init(knots: [Double], rates: [Double], repeats: Bool = false) throws(DistributionError) {
    let check = ParameterCheck(distribution: "piecewise linear rate")
    try check.strictlyIncreasing(knots, "knots")
    try check.weights(rates, "rates")
    if knots.count != rates.count || knots.count < 2 {
      throw .parameter(
        distribution: check.distribution, parameter: "rates", found: "\(rates.count) rates",
        expected: "\(max(knots.count, 2)), one for each of at least two knots")
    }
    self.knots = knots
    self.rates = rates
    self.repeats = repeats
    var sums = [0.0]
    for i in 1..<knots.count {
      sums.append(sums[i - 1] + (rates[i - 1] + rates[i]) / 2 * (knots[i] - knots[i - 1]))
    }
    self.sums = sums
  }

  /// Operational time over the whole profile: the expected count of one period.
  public var total: Double { sums[sums.count - 1] }
  /// From the first to the last knot.
  public var span: Double { knots[knots.count - 1] - knots[0] }

  /// The rate's change per unit of time in a segment.
  private func slope(_ i: Int) -> Double { (rates[i + 1] - rates[i]) / (knots[i + 1] - knots[i]) }

  /// The rate, interpolated between the knots of the segment that holds the time; 0 outside a profile that does not
  /// repeat.
  public func rate(at time: Double) -> Double {
    let (_, inside) = Cycles.split(time - knots[0], span, repeats: repeats)
    guard inside >= 0 && inside <= span else { return 0 }
    let i = Cycles.segment(of: knots[0] + inside, in: knots)
    return rates[i] + slope(i) * (knots[0] + inside - knots[i])
  }

  /// The integral of the rate from the first knot on; negative before it if the profile repeats, else 0.
  public func cumulative(at time: Double) -> Double {
    let (cycle, inside) = Cycles.split(time - knots[0], span, repeats: repeats)
    if inside <= 0 { return cycle * total }
    if inside >= span { return cycle * total + total }
    let i = Cycles.segment(of: knots[0] + inside, in: knots)
    let t = knots[0] + inside - knots[i]
    return cycle * total + sums[i] + (rates[i] + slope(i) * t / 2) * t
  }

  /// A time at which the operational time is reached; infinity beyond the total of a profile that does not repeat. Up
  /// to an operational time of 0 it is the first knot of such a profile.
  public func time(atCumulative operational: Double) -> Double {
    let (cycle, inside) = Cycles.split(operational, total, repeats: repeats)
    if inside > total { return .infinity }
    if inside <= 0 { return knots[0] + cycle * span }
    let i = CumulativeSums.index(of: inside, in: sums) - 1
    let rest = inside - sums[i]
    // The root of slope t^2 / 2 + rate t = rest that does not cancel where the slope is near 0.
    let root = max(rates[i] * rates[i] + 2 * slope(i) * rest, 0).squareRoot()
    return min(knots[i] + 2 * rest / (rates[i] + root), knots[i + 1]) + cycle * span
  }
}

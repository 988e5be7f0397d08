/// A rate that is constant between breaks: an hourly profile of a day or a week.
///
/// Before the first and after the last break the rate is 0, or the profile repeats.
public struct PiecewiseConstantRate: OperationalClock, Equatable {
  /// The ends of the segments, increasing; one more than the rates.
  public let breaks: [Double]
  /// The rate of each segment.
  public let rates: [Double]
  /// Whether the profile repeats with the period last break - first break.
  public let repeats: Bool
  /// Operational time at each break, counted from the first.
  private let sums: [Double]

  public init(breaks: [Double], rates: [Double], repeats: Bool = false) throws(DistributionError) {
    let check = ParameterCheck(distribution: "piecewise constant rate")
    try check.strictlyIncreasing(breaks, "breaks")
    try check.weights(rates, "rates")
    if breaks.count != rates.count + 1 {
      throw .parameter(
        distribution: check.distribution, parameter: "breaks", found: "\(breaks.count) breaks",
        expected: "\(rates.count + 1), one more than rates")
    }
    self.breaks = breaks
    self.rates = rates
    self.repeats = repeats
    var sums = [0.0]
    for i in rates.indices { sums.append(sums[i] + rates[i] * (breaks[i + 1] - breaks[i])) }
    self.sums = sums
  }

  /// A profile of equal segments that fill a period from time 0 on and repeat, such as 24 hourly rates of a day.
  public init(rates: [Double], period: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "piecewise constant rate").positive(period, "period")
    try self.init(
      breaks: (0...rates.count).map { period * Double($0) / Double(max(rates.count, 1)) }, rates: rates,
      repeats: true)
  }

  /// Operational time over the whole profile: the expected count of one period.
  public var total: Double { sums[rates.count] }
  /// From the first to the last break.
  public var span: Double { breaks[rates.count] - breaks[0] }

  /// The same shape with all rates multiplied.
  public func scaled(by factor: Double) throws(DistributionError) -> PiecewiseConstantRate {
    try PiecewiseConstantRate(breaks: breaks, rates: rates.map { $0 * factor }, repeats: repeats)
  }

  /// The same shape with a mean rate of 1 over the profile.
  public func normalized() throws(DistributionError) -> PiecewiseConstantRate {
    try scaled(by: span / total)
  }

  /// The rate of the segment that holds the time; a break belongs to the segment that it begins. 0 outside a profile
  /// that does not repeat.
  public func rate(at time: Double) -> Double {
    let (_, inside) = Cycles.split(time - breaks[0], span, repeats: repeats)
    guard inside >= 0 && inside < span else { return 0 }
    return rates[Cycles.segment(of: breaks[0] + inside, in: breaks)]
  }

  /// The integral of the rate from the first break on; negative before it if the profile repeats, else 0.
  public func cumulative(at time: Double) -> Double {
    let (cycle, inside) = Cycles.split(time - breaks[0], span, repeats: repeats)
    if inside <= 0 { return cycle * total }
    if inside >= span { return cycle * total + total }
    let i = Cycles.segment(of: breaks[0] + inside, in: breaks)
    return cycle * total + sums[i] + rates[i] * (breaks[0] + inside - breaks[i])
  }

  /// A time at which the operational time is reached; infinity beyond the total of a profile that does not repeat. Up
  /// to an operational time of 0 it is the first break of such a profile.
  public func time(atCumulative operational: Double) -> Double {
    let (cycle, inside) = Cycles.split(operational, total, repeats: repeats)
    if inside > total { return .infinity }
    if inside <= 0 { return breaks[0] + cycle * span }
    // The first segment whose end reaches the target has a positive rate.
    let i = CumulativeSums.index(of: inside, in: sums) - 1
    let time = breaks[i] + (inside - sums[i]) / rates[i]
    return min(time, breaks[i + 1]) + cycle * span
  }
}

/// Arithmetic of profiles that repeat.
enum Cycles {
  /// Whole cycles before `x` and the rest; no cycles where the profile does not repeat.
  static func split(_ x: Double, _ period: Double, repeats: Bool) -> (cycle: Double, inside: Double) {
    guard repeats else { return (0, x) }
    let cycle = (x / period).rounded(.down)
    return (cycle, min(max(x - cycle * period, 0), period))
  }

  /// The segment [breaks[i], breaks[i + 1]) that holds `x`, the last one for its own end.
  static func segment(of x: Double, in breaks: [Double]) -> Int {
    var (low, high) = (0, breaks.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if breaks[middle] <= x { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

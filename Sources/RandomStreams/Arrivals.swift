/// A deterministic rate over time, and the operational time in which that rate is 1.
///
/// Operational time is the integral of the rate. A process with unit rate in operational time, mapped back to
/// clock time, has the given rate; the mapping is exact and uses no random number, so it keeps common random
/// numbers in step. Both times are in the caller's unit, the rate is per that unit.
public protocol OperationalClock: Sendable {
  /// The rate at a clock time.
  func rate(at time: Double) -> Double
  /// The operational time at a clock time; does not decrease.
  func cumulative(at time: Double) -> Double
  /// A clock time at which the operational time is reached; infinity if it never is.
  func time(atCumulative operational: Double) -> Double
}

/// The same rate always: time zero is operational time zero.
public struct ConstantRate: OperationalClock, Equatable {
  /// The rate at all times, at least 0.
  public let rate: Double

  public init(_ rate: Double) throws(DistributionError) {
    try ParameterCheck(distribution: "constant rate").nonNegative(rate, "rate")
    self.rate = rate
  }

  /// The rate, whatever the time.
  public func rate(at time: Double) -> Double { rate }
  /// The rate multiplied by the time; negative before time zero.
  public func cumulative(at time: Double) -> Double { rate * time }

  /// The operational time divided by the rate; 0 for 0, and infinity for a positive one if the rate is 0.
  public func time(atCumulative operational: Double) -> Double {
    operational == 0 ? 0 : operational / rate
  }
}

/// Arrivals whose gaps are independent draws of one law, measured in the operational time of a clock.
///
/// With gaps of mean 1 the arrivals follow the clock's rate; with exponential gaps of mean 1 they are the
/// non-homogeneous Poisson process of that rate, exactly and without rejection.
public struct RenewalProcess<Clock: OperationalClock>: Sendable {
  /// The clock in whose operational time the gaps are measured.
  public let clock: Clock
  /// The distribution of the gaps, in operational time; draws must not be negative.
  public let gap: any Distribution
  /// Operational time of the latest arrival, or of the start.
  public private(set) var operationalTime: Double

  /// A process whose first gap begins at the clock time `start`.
  public init(clock: Clock, gap: any Distribution, start: Double = 0) {
    self.clock = clock
    self.gap = gap
    operationalTime = clock.cumulative(at: start)
  }

  /// The clock time of the next arrival; infinity when there is none.
  public mutating func next(_ stream: RandomStream) -> Double {
    operationalTime += gap.sample(stream)
    return clock.time(atCumulative: operationalTime)
  }
}

/// Arrivals of a Poisson process with a rate that may vary over time.
public struct PoissonProcess<Clock: OperationalClock>: Sendable {
  /// The clock with the rate of the arrivals.
  public let clock: Clock
  /// Operational time of the latest arrival, or of the start.
  public private(set) var operationalTime: Double

  /// A process from the clock time `start` on.
  public init(clock: Clock, start: Double = 0) {
    self.clock = clock
    operationalTime = clock.cumulative(at: start)
  }

  /// The clock time of the next arrival, from one uniform; infinity when there is none.
  public mutating func next(_ stream: RandomStream) -> Double {
    operationalTime += stream.exponential(mean: 1)
    return clock.time(atCumulative: operationalTime)
  }
}

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

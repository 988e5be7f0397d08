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

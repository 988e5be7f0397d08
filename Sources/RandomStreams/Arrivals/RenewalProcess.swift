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

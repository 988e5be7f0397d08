import RandomStreams
import Testing

@Suite("Operational clocks and arrivals")
struct ArrivalTests {
  private let hourly = [1.0, 0.5, 0, 0, 0.5, 2, 4, 6, 5, 4, 4, 5, 6, 5, 4, 4, 5, 6, 8, 9, 9, 7, 4, 2]

  private func stream() -> RandomStream {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 11, replication: 0, device: 0, purpose: .test))
    return stream
  }

  @Test("operational time and clock time invert each other, day after day")
  func roundTrip() throws {
    let clocks: [any OperationalClock] = [
      try PiecewiseConstantRate(rates: hourly, period: 24),
      try PiecewiseLinearRate(knots: [0, 6, 12, 24], rates: [1, 0, 4, 1], repeats: true),
      try ConstantRate(0.25),
    ]
    for clock in clocks {
      for step in 0..<1000 {
        let operational = Double(step) * 0.731
        let time = clock.time(atCumulative: operational)
        #expect(abs(clock.cumulative(at: time) - operational) < 1e-9)
      }
      var latest = 0.0
      for step in 0..<500 {
        let cumulative = clock.cumulative(at: Double(step) * 0.37)
        #expect(cumulative >= latest)
        latest = cumulative
      }
    }
  }

  @Test("a repeating profile continues with whole periods and has the rates of its segments")
  func periodic() throws {
    let clock = try PiecewiseConstantRate(breaks: [0, 6, 24], rates: [0, 2], repeats: true)
    #expect(clock.total == 36)
    #expect(clock.span == 24)
    #expect(clock.cumulative(at: 24 * 3 + 7) == 3 * 36 + 2)
    #expect(clock.time(atCumulative: 3 * 36 + 2) == 24 * 3 + 7)
    #expect(clock.cumulative(at: -1) == -2)
    #expect(clock.rate(at: 3) == 0)
    #expect(clock.rate(at: 24 * 9 + 6) == 2)
    #expect(try clock.normalized().total == 24)
  }

  @Test("without repetition there is nothing before the first and after the last break")
  func once() throws {
    let clock = try PiecewiseConstantRate(breaks: [1, 2, 4], rates: [3, 1])
    #expect(clock.cumulative(at: 0) == 0)
    #expect(clock.cumulative(at: 9) == 5)
    #expect(clock.time(atCumulative: 5.1) == .infinity)
    #expect(clock.rate(at: 0.9) == 0)
    #expect(clock.rate(at: 4) == 0)
    #expect(clock.rate(at: 2) == 1)
    let linear = try PiecewiseLinearRate(knots: [0, 2], rates: [0, 1])
    #expect(linear.time(atCumulative: 1.1) == .infinity)
    #expect(linear.time(atCumulative: 0.25) == 1)
    #expect(linear.rate(at: 1.5) == 0.75)
  }

  @Test("Poisson arrivals have the profile's counts, hour by hour")
  func poissonCounts() throws {
    let clock = try PiecewiseConstantRate(rates: hourly, period: 24)
    var process = PoissonProcess(clock: clock)
    let stream = stream()
    let days = 400
    var counts = [Int](repeating: 0, count: 24)
    while case let time = process.next(stream), time < Double(24 * days) {
      counts[Int(time) % 24] += 1
    }
    for (hour, rate) in hourly.enumerated() {
      let expected = rate * Double(days)
      #expect(abs(Double(counts[hour]) - expected) <= GoodnessOfFit.z * expected.squareRoot())
    }
  }

  @Test("gaps of arrivals, taken back to operational time, follow the gap law")
  func timeRescaling() throws {
    let clock = try PiecewiseLinearRate(knots: [0, 6, 12, 24], rates: [1, 0.1, 4, 1], repeats: true)
    let gap = try Weibull(mean: 1, shape: 0.52)
    var process = RenewalProcess(clock: clock, gap: gap, start: 5)
    let stream = stream()
    var latest = clock.cumulative(at: 5)
    var gaps: [Double] = []
    for _ in 0..<20_000 {
      let operational = clock.cumulative(at: process.next(stream))
      gaps.append(operational - latest)
      latest = operational
    }
    let critical = GoodnessOfFit.kolmogorovCritical(count: 1000, alpha: GoodnessOfFit.alpha)
    for batch in 0..<20 {
      #expect(GoodnessOfFit.kolmogorov(Array(gaps[batch * 1000..<(batch + 1) * 1000]), gap) < critical)
    }
  }

  @Test("a start inside a cycle leaves earlier arrivals out")
  func start() throws {
    var process = PoissonProcess(clock: try ConstantRate(2), start: 100)
    #expect(process.next(stream()) > 100)
    var never = PoissonProcess(clock: try ConstantRate(0))
    #expect(never.next(stream()) == .infinity)
  }

  @Test("profiles that make no sense are refused")
  func refused() {
    func message(_ make: () throws -> Void) -> String {
      do {
        try make()
        return "accepted"
      } catch { return "\(error)" }
    }
    #expect(
      message { _ = try PiecewiseConstantRate(breaks: [0, 1], rates: [1, 2]) }
        == "piecewise constant rate: breaks: found 2 breaks, expected 3, one more than rates")
    #expect(
      message { _ = try PiecewiseConstantRate(breaks: [0, 2, 1], rates: [1, 2]) }
        == "piecewise constant rate: breaks: found [0, 2, 1], expected increasing numbers")
    #expect(
      message { _ = try PiecewiseConstantRate(rates: [], period: 24) }
        == "piecewise constant rate: rates: found [], expected numbers of at least 0 with a positive sum")
    #expect(
      message { _ = try PiecewiseLinearRate(knots: [0], rates: [1]) }
        == "piecewise linear rate: rates: found 1 rates, expected 2, one for each of at least two knots")
  }
}

@Suite("Circular means")
struct CircularMeanTests {
  @Test("values around midnight average to midnight")
  func midnight() throws {
    let mean = try #require(CircularMean(of: [1, 23, 23.5, 0.5, 4, 22], period: 24))
    #expect(abs(mean.direction - 0.264333) < 1e-6)
    let late = try #require(CircularMean(of: [23, 22], period: 24))
    #expect(abs(late.direction - 22.5) < 1e-12)
    let even = try #require(CircularMean(of: [23.5, 0.5], period: 24))
    #expect(min(even.direction, 24 - even.direction) < 1e-12)
    #expect(even.direction < 24)
    #expect(CircularMean(of: [], period: 24) == nil)
  }
}

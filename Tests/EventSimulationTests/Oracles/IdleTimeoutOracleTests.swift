import EventSimulation
import Foundation
import RandomStreams
import TestSupport
import Testing

/// A part that idles at power 1 after each use and is switched off by a time-out; a start costs `restart`.
private struct IdlingPart: SimulationModel {
  enum Event { case use, timeout }
  let restart: TimeSpan
  /// The time-out of the next idle time.
  let timeout: () -> TimeSpan
  var gaps: ArraySlice<TimeSpan>
  var pending: EventHandle?
  var isOn = true
  var last = Instant.zero
  /// Energy over idle times, in the time that the idle part could run on it.
  var cost = TimeSpan.zero

  func code(of event: Event) -> UInt64 { event == .use ? 1 : 2 }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    switch event {
    case .use:
      if isOn { cost += now - last } else { cost += restart }
      if let pending { calendar.cancel(pending) }
      isOn = true
      last = now
      pending = calendar.schedule(.timeout, at: now + timeout(), .expiry)
      if let gap = gaps.popFirst() { calendar.schedule(.use, at: now + gap, .userAction) }
    case .timeout:
      cost += now - last
      isOn = false
      pending = nil
    }
  }

  /// Cost of a part that meets these idle times.
  static func cost(restart: TimeSpan, gaps: [TimeSpan], timeout: @escaping () -> TimeSpan) -> TimeSpan {
    var model = IdlingPart(restart: restart, timeout: timeout, gaps: gaps[...])
    var calendar = EventCalendar<Event>()
    calendar.schedule(.use, at: .zero, .userAction)
    var loop = EventLoop()
    let end = gaps.reduce(TimeSpan.zero, +)
    // At the last use the part is on or not; a time-out later than it is not reached.
    _ = loop.run(&model, calendar: &calendar, until: .zero + end)
    return model.cost
  }

  /// Least cost of anyone who knows the idle times.
  static func leastCost(restart: TimeSpan, gaps: [TimeSpan]) -> TimeSpan {
    gaps.reduce(TimeSpan.zero) { $0 + min($1, restart) }
  }
}

/// Oracle 18: Karlin, Manasse, McGeoch and Owicki, "Competitive randomized algorithms for nonuniform problems", 1994.
@Suite("Oracle 18: time-outs of idle parts")
struct IdleTimeoutOracleTests {
  private let restart = TimeSpan.seconds(12.5)

  private func ratio(_ gaps: [TimeSpan], timeout: TimeSpan) -> Double {
    IdlingPart.cost(restart: restart, gaps: gaps) { timeout }
      / IdlingPart.leastCost(restart: restart, gaps: gaps)
  }

  @Test(
    "the break-even time-out costs at most twice the least, on sequences of every kind", arguments: 0..<60)
  func breakEven(index: Int) {
    let stream = BatchEstimate.stream(500 + index)
    let scale = pow(10, stream.uniform(in: -1...3))
    let gaps = (0..<500).map { _ -> TimeSpan in
      switch index % 4 {
      case 0: .seconds(stream.exponential(mean: scale))
      case 1: .seconds(stream.lognormal(zeta: log(scale), sigma: 2))
      case 2: .seconds(stream.uniform(in: 0...2 * scale))
      // Close to the time-out, where most is at stake.
      default: restart + .microseconds(Int64(stream.integer(below: 5)) - 2)
      }
    }
    let found = ratio(gaps, timeout: restart)
    holds(found >= 1 && found <= 2)
  }

  @Test(
    "an adversary who comes back right after the time-out reaches the ratio 2; one who comes at it pays 1")
  func adversary() {
    #expect(ratio([TimeSpan](repeating: restart + .tick, count: 100), timeout: restart) == 2)
    #expect(ratio([TimeSpan](repeating: restart, count: 100), timeout: restart) == 1)
  }

  @Test(
    "every other fixed time-out loses more than 2 against its adversary", arguments: [0.1, 0.5, 0.9, 1.1, 3])
  func others(share: Double) {
    let timeout = TimeSpan.seconds(12.5 * share)
    let found = ratio([TimeSpan](repeating: timeout + .tick, count: 100), timeout: timeout)
    #expect(found > 2.05)
    #expect(abs(found - (share < 1 ? 1 + 1 / share : 1 + share)) < 1e-4)
  }

  @Test(
    "the randomized time-out with density e^t / (e − 1) costs e / (e − 1) = 1.58198 against any idle time",
    arguments: [0.2, 0.7, 1, 4])
  func randomized(share: Double) {
    let stream = BatchEstimate.stream(600)
    let gap = TimeSpan.seconds(12.5 * share)
    let count = 200_000
    let gaps = [TimeSpan](repeating: gap, count: count)
    let cost = IdlingPart.cost(restart: restart, gaps: gaps) {
      .seconds(12.5 * log(1 + (M_E - 1) * stream.uniform()))
    }
    let found = cost / IdlingPart.leastCost(restart: restart, gaps: gaps)
    // The cost of one idle time lies between 0 and 2, or between 0 and 1 + 1 / share where that is short.
    let band = 6 * (1 + 1 / min(1, share)) / 2 / Double(count).squareRoot()
    #expect(abs(found - 1.58198) < band)
  }
}

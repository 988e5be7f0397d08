import EventSimulation
import RandomStreams
import Testing

/// A long-run ratio of two growing totals (area over time, delays over customers), with its standard error from
/// batches of one run, which are nearly independent where they are long.
struct BatchEstimate {
  /// A total of a model so far, and what it is measured against.
  typealias Totals = (total: Double, per: Double)

  let value: Double
  let error: Double

  /// Whether the estimate agrees with a closed form that is known to a rounding, and is sharp enough to tell.
  func agrees(with expected: Double, rounding: Double = 0, sharpness: Double = 0.015) -> Bool {
    abs(value - expected) < 6 * error + rounding && 6 * error < sharpness * expected + rounding
  }

  /// Runs a model for equal stretches of time, of which the first warms it up, and reads its totals after each.
  static func run<Model: SimulationModel>(
    _ model: inout Model, _ calendar: inout EventCalendar<Model.Event>, batches: Int = 100,
    length: Double, read: (inout Model, Instant) -> [Totals]
  ) -> [BatchEstimate] {
    var loop = EventLoop()
    var readings: [[Totals]] = []
    for batch in 0...batches {
      let end = Instant.seconds(length * Double(batch + 1))
      #expect(loop.run(&model, calendar: &calendar, until: end) == .horizonReached)
      readings.append(read(&model, end))
    }
    return readings[0].indices.map { measure in
      let steps = zip(readings.dropFirst(), readings).map { after, before in
        (
          total: after[measure].total - before[measure].total, per: after[measure].per - before[measure].per
        )
      }
      let (total, per) = (steps.reduce(0) { $0 + $1.total }, steps.reduce(0) { $0 + $1.per })
      let ratio = total / per
      let scatter = steps.reduce(0) { sum, step in
        let residual = step.total - ratio * step.per
        return sum + residual * residual
      }
      let n = Double(batches)
      return BatchEstimate(value: ratio, error: (scatter / (n * (n - 1))).squareRoot() * n / per)
    }
  }

  /// A stream of the tests of closed forms.
  static func stream(_ index: Int, seed: UInt64 = 77) -> RandomStream {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: seed, replication: 0, device: index, purpose: .test))
    return stream
  }
}

/// How times between events vary.
enum TimeLaw {
  case exponential, constant

  func sample(_ stream: RandomStream, mean: Double) -> TimeSpan {
    switch self {
    case .exponential: .seconds(stream.exponential(mean: mean))
    case .constant: .seconds(mean)
    }
  }
}

/// The age of the newest update that has arrived, integrated over time.
struct AgeMeter {
  private var generated = Instant.zero
  private var last = Instant.zero
  private(set) var area = 0.0

  mutating func advance(to now: Instant) {
    let (from, to) = ((last - generated).seconds, (now - generated).seconds)
    area += (to - from) * (to + from) / 2
    last = now
  }

  /// An update that describes the world as of an instant arrives.
  mutating func deliver(_ update: Instant, at now: Instant) {
    advance(to: now)
    generated = max(generated, update)
  }
}

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
    let steps = growth(of: &model, &calendar, batches: batches, length: length, read: read)
    return steps[0].indices.map { measure in ratio(of: steps.map { $0[measure] }) }
  }

  /// Runs a model as `run` does, and corrects its first ratio by its second one, whose long-run value is known: a control variate.
  static func controlled<Model: SimulationModel>(
    _ model: inout Model, _ calendar: inout EventCalendar<Model.Event>, batches: Int, length: Double,
    exact: Double, read: (inout Model, Instant) -> [Totals]
  ) -> BatchEstimate {
    let steps = growth(of: &model, &calendar, batches: batches, length: length, read: read)
    let values = steps.map { $0[0].total / $0[0].per }
    let controls = steps.map { $0[1].total / $0[1].per }
    let n = Double(batches)
    let (value, control) = (values.reduce(0, +) / n, controls.reduce(0, +) / n)
    let joint = zip(values, controls).reduce(0) { $0 + ($1.0 - value) * ($1.1 - control) }
    let slope = joint / controls.reduce(0) { $0 + ($1 - control) * ($1 - control) }
    let scatter = zip(values, controls).reduce(0) { sum, batch in
      let residual = batch.0 - value - slope * (batch.1 - control)
      return sum + residual * residual
    }
    return BatchEstimate(
      value: value - slope * (control - exact), error: (scatter / (n * (n - 2))).squareRoot())
  }

  /// The growth of each total in each stretch of time after the first one.
  private static func growth<Model: SimulationModel>(
    of model: inout Model, _ calendar: inout EventCalendar<Model.Event>, batches: Int, length: Double,
    read: (inout Model, Instant) -> [Totals]
  ) -> [[Totals]] {
    var loop = EventLoop()
    var readings: [[Totals]] = []
    for batch in 0...batches {
      let end = Instant.seconds(length * Double(batch + 1))
      #expect(loop.run(&model, calendar: &calendar, until: end) == .horizonReached)
      readings.append(read(&model, end))
    }
    return zip(readings.dropFirst(), readings).map { after, before in
      zip(after, before).map { (total: $0.total - $1.total, per: $0.per - $1.per) }
    }
  }

  private static func ratio(of steps: [Totals]) -> BatchEstimate {
    let (total, per) = (steps.reduce(0) { $0 + $1.total }, steps.reduce(0) { $0 + $1.per })
    let ratio = total / per
    let scatter = steps.reduce(0) { sum, step in
      let residual = step.total - ratio * step.per
      return sum + residual * residual
    }
    let n = Double(steps.count)
    return BatchEstimate(value: ratio, error: (scatter / (n * (n - 1))).squareRoot() * n / per)
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

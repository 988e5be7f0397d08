import EventSimulation
import RandomStreams
import TestSupport
import Testing

/// Requests that wake a device: the first opens a window, and all that came run at its end.
private struct CoalescingAlarm: SimulationModel {
  enum Event: Equatable {
    case request(source: Int)
    case wake
  }
  enum Source {
    case poisson(rate: Double)
    case periodic(TimeSpan)
  }
  let sources: [Source]
  let window: TimeSpan
  let stream: RandomStream
  var pending: [Instant] = []
  var requests = 0.0
  var wakes = 0.0
  var delays = 0.0

  func code(of event: Event) -> UInt64 {
    switch event {
    case .wake: 0
    case .request(let source): UInt64(source + 1)
    }
  }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    switch event {
    case .request(let source):
      if pending.isEmpty { calendar.schedule(.wake, at: now + window, .decision) }
      pending.append(now)
      let gap: TimeSpan =
        switch sources[source] {
        case .poisson(let rate): .seconds(stream.exponential(mean: 1 / rate))
        case .periodic(let period): period
        }
      calendar.schedule(.request(source: source), at: now + gap, .arrival)
    case .wake:
      wakes += 1
      requests += Double(pending.count)
      delays += pending.reduce(0) { $0 + (now - $1).seconds }
      pending = []
    }
  }
}

@Suite("Oracle 14: wake-ups gathered in windows")
struct CoalescingOracleTests {
  @Test(
    "Poisson requests: wake rate λ / (1 + λW), mean delay (W + λW²/2) / (1 + λW)",
    arguments: [(1.0, 2.0), (0.2, 5), (3, 0.5)])
  func poisson(rate: Double, window: Double) {
    var model = CoalescingAlarm(
      sources: [.poisson(rate: rate)], window: .seconds(window), stream: BatchEstimate.stream(400))
    var calendar = EventCalendar<CoalescingAlarm.Event>()
    calendar.schedule(.request(source: 0), at: .zero, .arrival)
    let found = BatchEstimate.run(&model, &calendar, length: 5000 / rate) { model, now in
      [(model.wakes, now.seconds), (model.delays, model.requests)]
    }
    let share = 1 + rate * window
    holds(found[0].agrees(with: rate / share))
    holds(found[1].agrees(with: (window + rate * window * window / 2) / share))
  }

  @Test(
    "periods of 15, 20, 30 and 60 min wake 6 times an hour if aligned, 10 times if not",
    arguments: [true, false])
  func periodic(isAligned: Bool) {
    let periods = [15, 20, 30, 60]
    var model = CoalescingAlarm(
      sources: periods.map { .periodic(.minutes($0)) }, window: .zero, stream: BatchEstimate.stream(401))
    var calendar = EventCalendar<CoalescingAlarm.Event>()
    for source in periods.indices {
      calendar.schedule(
        .request(source: source), at: .zero + .minutes(isAligned ? 0 : source), .arrival)
    }
    var loop = EventLoop()
    let hours = 100
    // The wake-up of the hour that begins at the horizon is not part of it.
    let horizon = Instant.zero + .hours(hours) - .tick
    #expect(loop.run(&model, calendar: &calendar, until: horizon) == .horizonReached)
    #expect(model.wakes == Double((isAligned ? 6 : 10) * hours))
    holds(model.requests == Double(10 * hours) && model.delays == 0)
  }
}

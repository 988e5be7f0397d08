import EventSimulation
import RandomStreams
import TestSupport
import Testing

/// A server with exponential times that sleeps when nothing is left, and the rule by which it wakes.
private struct SleepingServer: SimulationModel {
  enum Event { case arrival, departure, wake }
  enum Waking {
    /// It looks up after every interval of this length: maintenance windows.
    case every(TimeSpan)
    /// It is woken when that many wait.
    case when(Int)
  }
  let waking: Waking
  let rate: Double
  let stream: RandomStream
  var waiting: [Instant] = []
  var isServing = false
  var isAsleep = true
  var waits = 0.0
  var starts = 0.0
  var wakes = 0.0

  func code(of event: Event) -> UInt64 {
    switch event {
    case .arrival: 1
    case .departure: 2
    case .wake: 3
    }
  }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    switch event {
    case .arrival:
      waiting.append(now)
      calendar.schedule(.arrival, at: now + .seconds(stream.exponential(mean: 1 / rate)), .arrival)
      if case .when(let count) = waking, isAsleep, waiting.count >= count {
        calendar.schedule(.wake, at: now, .decision)
      }
    case .departure:
      isServing = false
      if waiting.isEmpty { sleep(now, &calendar) } else { serve(now, &calendar) }
    case .wake:
      guard !waiting.isEmpty else { return sleep(now, &calendar) }
      isAsleep = false
      wakes += 1
      serve(now, &calendar)
    }
  }

  private mutating func sleep(_ now: Instant, _ calendar: inout EventCalendar<Event>) {
    isAsleep = true
    if case .every(let interval) = waking { calendar.schedule(.wake, at: now + interval, .decision) }
  }

  private mutating func serve(_ now: Instant, _ calendar: inout EventCalendar<Event>) {
    waits += (now - waiting.removeFirst()).seconds
    starts += 1
    isServing = true
    calendar.schedule(.departure, at: now + .seconds(stream.exponential(mean: 1)), .completion)
  }

  /// Mean wait before service, and wake-ups per unit of time, at arrival rate 0.5 and service rate 1.
  static func run(_ waking: Waking, _ index: Int) -> (wait: BatchEstimate, wakes: BatchEstimate) {
    var model = SleepingServer(waking: waking, rate: 0.5, stream: BatchEstimate.stream(300 + index))
    var calendar = EventCalendar<Event>()
    calendar.schedule(.arrival, at: .zero, .arrival)
    if case .every(let interval) = waking { calendar.schedule(.wake, at: .zero + interval, .decision) }
    let found = BatchEstimate.run(&model, &calendar, length: 12_000) { model, now in
      [(model.waits, model.starts), (model.wakes, now.seconds)]
    }
    return (found[0], found[1])
  }
}

/// Oracles 16 and 17: Levy and Yechiali, "Utilization of idle time in an M/G/1 queueing system", 1975; Yadin and
/// Naor, "Queueing systems with a removable service station", 1963.
@Suite("Oracles 16 and 17: servers that sleep")
struct SleepingServerOracleTests {
  @Test("oracle 16: maintenance windows every 4 add half a window to the wait: 3")
  func windows() {
    holds(SleepingServer.run(.every(.seconds(4)), 1).wait.agrees(with: 3, sharpness: 0.03))
  }

  @Test(
    "oracle 17: waking when N wait costs (N − 1) / 2λ of waiting and saves wake-ups",
    arguments: [(1, 1, 0.25), (4, 4, 0.0625), (8, 8, 0.03125)])
  func threshold(count: Int, wait: Double, wakes: Double) {
    let found = SleepingServer.run(.when(count), 1 + count)
    holds(found.wait.agrees(with: wait, sharpness: 0.05))
    holds(found.wakes.agrees(with: wakes, sharpness: 0.02))
  }
}

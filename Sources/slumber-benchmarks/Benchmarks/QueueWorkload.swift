import CReferenceKernels
import EventSimulation
import RandomStreams

/// M/M/1: Poisson arrivals at 0.8/s, exponential service at 1/s, one server, first in first out.
enum QueueWorkload {
  private static let customers = 1_000_000

  static var workload: BenchmarkWorkload {
    BenchmarkWorkload(name: "M/M/1", unit: "events/s", rounds: 5) {
      [
        Variant("C") {
          let result = reference_queue(Int64(customers), BenchmarkStreams.start(0), BenchmarkStreams.start(1))
          return outcome(time: result.time, totalWait: result.total_wait, events: Int(result.events))
        },
        Variant("Swift event loop") {
          var model = QueueModel(customers: customers)
          var calendar = EventCalendar<QueueModel.Event>()
          model.start(&calendar)
          var loop = EventLoop()
          _ = loop.run(&model, calendar: &calendar, until: .distantFuture)
          return outcome(
            time: calendar.now.microseconds, totalWait: model.totalWait.microseconds, events: loop.eventCount)
        },
      ]
    }
  }

  private static func outcome(time: Int64, totalWait: Int64, events: Int) -> Outcome {
    let meanWait = TimeSpan(microseconds: totalWait).seconds / Double(customers)
    // The long-run mean is 4 s; the standard error of a million customers is 0.0445 s, the band six of them.
    let agrees = abs(meanWait - 4) < 0.267
    return Outcome(
      work: Double(events), events: events,
      checks: [
        "time": "\(Instant(microseconds: time))", "total wait": "\(TimeSpan(microseconds: totalWait))",
        "mean wait": agrees ? "4 s within its error" : "\(meanWait) s, expected 4 s",
      ])
  }
}

private struct QueueModel: SimulationModel {
  enum Event: UInt8 { case arrival, departure }

  let customers: Int
  let arrivals = BenchmarkStreams.stream(0)
  let services = BenchmarkStreams.stream(1)
  var waiting = InstantQueue()
  var busy = false
  var arrived = 0
  var totalWait = TimeSpan.zero

  func start(_ calendar: inout EventCalendar<Event>) {
    calendar.schedule(.arrival, at: .zero + .seconds(arrivals.exponential(mean: 1.25)), .arrival)
  }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    switch event {
    case .arrival:
      arrived += 1
      if arrived < customers {
        calendar.schedule(.arrival, at: now + .seconds(arrivals.exponential(mean: 1.25)), .arrival)
      }
      if busy {
        waiting.append(now)
      } else {
        busy = true
        calendar.schedule(.departure, at: now + .seconds(services.exponential(mean: 1)), .arrival)
      }
    case .departure:
      guard let arrival = waiting.popFirst() else {
        busy = false
        break
      }
      totalWait += now - arrival
      calendar.schedule(.departure, at: now + .seconds(services.exponential(mean: 1)), .arrival)
    }
  }

  func code(of event: Event) -> UInt64 { UInt64(event.rawValue) }
}

/// A first-in-first-out queue in a ring that grows.
private struct InstantQueue {
  private var ring = [Instant](repeating: .zero, count: 64)
  private var head = 0, tail = 0

  mutating func append(_ instant: Instant) {
    if tail - head == ring.count {
      let kept = (head..<tail).map { ring[$0 & (ring.count - 1)] }
      ring = kept + [Instant](repeating: .zero, count: kept.count)
      (head, tail) = (0, kept.count)
    }
    ring[tail & (ring.count - 1)] = instant
    tail += 1
  }

  mutating func popFirst() -> Instant? {
    guard head < tail else { return nil }
    defer { head += 1 }
    return ring[head & (ring.count - 1)]
  }
}

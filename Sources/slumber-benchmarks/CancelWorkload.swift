import CReferenceKernels
import EventSimulation

/// CANCEL: entities with an activity timer, and a timeout which every activity moves and which seldom fires.
enum CancelWorkload {
  private static let entities = 10_000
  private static let events = 1_000_000

  static var workload: BenchmarkWorkload {
    BenchmarkWorkload(name: "CANCEL", unit: "events/s") {
      let table = IntervalTable()
      return [
        Variant("C, with places") {
          let result = reference_cancel(Int64(entities), Int64(events), table.microseconds)
          return outcome(
            time: result.time, timeouts: result.timeouts, mostPending: result.most_pending)
        },
        Variant("Swift calendar") { run(CancelModel(table, entities, cancels: false)) },
        Variant("Swift event loop with hash") {
          runLoop(CancelModel(table, entities, cancels: false))
        },
        Variant("Swift, cancel and schedule") { run(CancelModel(table, entities, cancels: true)) },
      ]
    }
  }

  private static func run(_ initial: consuming CancelModel) -> Outcome {
    var model = initial
    var calendar = EventCalendar<CancelModel.Event>(minimumCapacity: 2 * entities)
    model.start(&calendar)
    for _ in 0..<events {
      guard let (time, _, event) = calendar.popNext() else { break }
      model.handle(event, at: time, calendar: &calendar)
    }
    return outcome(model, now: calendar.now)
  }

  private static func runLoop(_ initial: consuming CancelModel) -> Outcome {
    var model = initial
    var calendar = EventCalendar<CancelModel.Event>(minimumCapacity: 2 * entities)
    model.start(&calendar)
    var loop = EventLoop(eventLimit: events)
    _ = loop.run(&model, calendar: &calendar, until: .distantFuture)
    return outcome(model, now: calendar.now)
  }

  private static func outcome(_ model: CancelModel, now: Instant) -> Outcome {
    outcome(
      time: now.microseconds, timeouts: Int64(model.timeouts),
      mostPending: Int64(model.mostPending))
  }

  private static func outcome(time: Int64, timeouts: Int64, mostPending: Int64) -> Outcome {
    Outcome(
      work: Double(events), events: events,
      checks: [
        "time": "\(Instant(microseconds: time))", "timeouts fired": "\(timeouts)",
        "most events pending": "\(mostPending)",
      ])
  }
}

private struct CancelModel: SimulationModel {
  /// The activity of entity e is e, its timeout is e + the number of entities, as in the C kernel.
  typealias Event = Int32
  static let timeout = TimeSpan.seconds(5)

  let table: IntervalTable
  /// Whether timeouts are cancelled and made anew instead of moved.
  let cancels: Bool
  let entities: Int32
  var timers: [EventHandle]
  var next = 0
  var timeouts = 0
  var mostPending = 0

  init(_ table: IntervalTable, _ entities: Int, cancels: Bool) {
    self.table = table
    self.cancels = cancels
    self.entities = Int32(entities)
    timers = Array(repeating: .none, count: entities)
  }

  mutating func start(_ calendar: inout EventCalendar<Event>) {
    for entity in 0..<entities {
      calendar.schedule(entity, at: .zero + table[next], .arrival)
      next += 1
      timers[Int(entity)] = calendar.schedule(
        entities + entity, at: .zero + Self.timeout, .arrival)
    }
  }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    if event < entities {
      let timer = timers[Int(event)]
      calendar.schedule(event, at: now + table[next], .arrival)
      next += 1
      let due = now + Self.timeout
      if cancels || !calendar.reschedule(timer, at: due) {
        calendar.cancel(timer)
        timers[Int(event)] = calendar.schedule(entities + event, at: due, .arrival)
      }
    } else {
      timeouts += 1
    }
    mostPending = max(mostPending, calendar.count)
  }

  func code(of event: Event) -> UInt64 { UInt64(UInt32(bitPattern: event)) }
}

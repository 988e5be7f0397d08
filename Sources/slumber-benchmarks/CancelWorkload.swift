import CReferenceKernels
import EventSimulation

/// CANCEL: entities with an activity timer, and a timeout which every activity moves and which seldom fires.
enum CancelWorkload {
  private static let entities = 10_000
  private static let events = 1_000_000

  static var workload: Workload {
    Workload(name: "CANCEL", unit: "events/s") {
      let table = IntervalTable()
      return [
        Variant("C") {
          let result = reference_cancel(Int64(entities), Int64(events), table.microseconds)
          return outcome(
            time: result.time, timeouts: result.timeouts, mostPending: result.most_pending)
        },
        Variant("Swift, reschedule") { run(CancelModel(table, entities, cancels: false)) },
        Variant("Swift, cancel and schedule") { run(CancelModel(table, entities, cancels: true)) },
      ]
    }
  }

  private static func run(_ initial: consuming CancelModel) -> Outcome {
    var model = initial
    var calendar = EventCalendar<CancelModel.Event>(minimumCapacity: 2 * entities)
    model.start(&calendar)
    var loop = EventLoop(eventLimit: events)
    _ = loop.run(&model, calendar: &calendar, until: .distantFuture)
    return outcome(
      time: calendar.now.microseconds, timeouts: Int64(model.timeouts),
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
  enum Event {
    case activity(Int32)
    case timeout(Int32)
  }
  static let timeout = TimeSpan.seconds(5)

  let table: IntervalTable
  /// Whether timeouts are cancelled and made anew instead of moved.
  let cancels: Bool
  var timers: [EventHandle]
  var next = 0
  var timeouts = 0
  var mostPending = 0

  init(_ table: IntervalTable, _ entities: Int, cancels: Bool) {
    self.table = table
    self.cancels = cancels
    timers = Array(repeating: .none, count: entities)
  }

  mutating func start(_ calendar: inout EventCalendar<Event>) {
    for entity in timers.indices {
      calendar.schedule(.activity(Int32(entity)), at: .zero + table[next], .arrival)
      next += 1
      timers[entity] = calendar.schedule(
        .timeout(Int32(entity)), at: .zero + Self.timeout, .arrival)
    }
  }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    switch event {
    case .activity(let entity):
      let timer = timers[Int(entity)]
      calendar.schedule(event, at: now + table[next], .arrival)
      next += 1
      if !cancels, calendar.reschedule(timer, at: now + Self.timeout) { break }
      calendar.cancel(timer)
      timers[Int(entity)] = calendar.schedule(.timeout(entity), at: now + Self.timeout, .arrival)
    case .timeout:
      timeouts += 1
    }
    mostPending = max(mostPending, calendar.count)
  }

  func code(of event: Event) -> UInt64 {
    switch event {
    case .activity(let entity): UInt64(UInt32(bitPattern: entity)) << 1
    case .timeout(let entity): UInt64(UInt32(bitPattern: entity)) << 1 | 1
    }
  }
}

import CReferenceKernels
import EventSimulation

/// HOLD(N): take the least of N pending events and schedule it again a random interval later.
///
/// The reference keeps the place of every event, as a calendar must whose events can be moved and canceled; C without
/// places stands beside it.
enum HoldWorkload {
  static func workload(pending: Int) -> BenchmarkWorkload {
    BenchmarkWorkload(name: "HOLD(\(pending))", unit: "events/s", reference: 1) {
      let table = IntervalTable()
      let holds = 1_000_000
      func outcome(_ time: Int64) -> Outcome {
        Outcome(work: Double(holds), events: holds, checks: ["time": "\(Instant(microseconds: time))"])
      }
      return [
        Variant("C") { outcome(reference_hold(Int64(pending), Int64(holds), table.microseconds)) },
        Variant("C, with places") {
          outcome(reference_hold_indexed(Int64(pending), Int64(holds), table.microseconds))
        },
        Variant("Swift calendar") { outcome(run(pending, holds, table)) },
        Variant("Swift event loop with hash") { outcome(run(pending, holds, table, inLoop: true)) },
      ]
    }
  }

  private static func run(
    _ pending: Int, _ holds: Int, _ table: IntervalTable, inLoop: Bool = false
  ) -> Int64 {
    var calendar = EventCalendar<Int32>(minimumCapacity: pending)
    var model = HoldModel(table: table)
    for event in 0..<Int32(pending) { model.handle(event, at: .zero, calendar: &calendar) }
    handle(holds, &model, &calendar, inLoop: inLoop)
    return calendar.now.microseconds
  }
}

/// Handles so many events, by the calendar alone or by the event loop with its hash. Inlined, so that the calendar is a variable of
/// its caller, as in C.
@inline(__always) private func handle<Model: SimulationModel>(
  _ events: Int, _ model: inout Model, _ calendar: inout EventCalendar<Model.Event>, inLoop: Bool
) {
  if inLoop {
    var loop = EventLoop(eventLimit: events)
    _ = loop.run(&model, calendar: &calendar, until: .distantFuture)
  } else {
    for _ in 0..<events {
      guard let (time, _, event) = calendar.popNext() else { break }
      model.handle(event, at: time, calendar: &calendar)
    }
  }
}

private struct HoldModel: SimulationModel {
  let table: IntervalTable
  var next = 0

  mutating func handle(_ event: Int32, at now: Instant, calendar: inout EventCalendar<Int32>) {
    calendar.schedule(event, at: now + table[next], .arrival)
    next += 1
  }

  func code(of event: Int32) -> UInt64 { UInt64(UInt32(bitPattern: event)) }
}

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
          return outcome(time: result.time, timeouts: result.timeouts, mostPending: result.most_pending)
        },
        Variant("Swift calendar") { run(table, cancels: false) },
        Variant("Swift event loop with hash") { run(table, cancels: false, inLoop: true) },
        Variant("Swift, cancel and schedule") { run(table, cancels: true) },
      ]
    }
  }

  private static func run(_ table: IntervalTable, cancels: Bool, inLoop: Bool = false) -> Outcome {
    var model = CancelModel(table, entities, cancels: cancels)
    var calendar = EventCalendar<CancelModel.Event>(minimumCapacity: 2 * entities)
    model.start(&calendar)
    handle(events, &model, &calendar, inLoop: inLoop)
    return outcome(
      time: calendar.now.microseconds, timeouts: Int64(model.timeouts), mostPending: Int64(model.mostPending))
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
  /// Whether timeouts are canceled and made anew instead of moved.
  let cancels: Bool
  let entities: Int32
  var timers: [EventHandle]
  var next = 0, timeouts = 0, mostPending = 0

  init(_ table: IntervalTable, _ entities: Int, cancels: Bool) {
    (self.table, self.cancels) = (table, cancels)
    self.entities = Int32(entities)
    timers = Array(repeating: .none, count: entities)
  }

  mutating func start(_ calendar: inout EventCalendar<Event>) {
    for entity in 0..<entities {
      calendar.schedule(entity, at: .zero + table[next], .arrival)
      next += 1
      timers[Int(entity)] = calendar.schedule(entities + entity, at: .zero + Self.timeout, .arrival)
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

/// The table of exponential intervals that HOLD and CANCEL read in a circle.
struct IntervalTable {
  let microseconds: [Int64]

  init() {
    var table = [Int64](repeating: 0, count: REFERENCE_TABLE_LENGTH)
    reference_fill_table(&table)
    microseconds = table
  }

  subscript(index: Int) -> TimeSpan { .microseconds(microseconds[index & 16383]) }
}

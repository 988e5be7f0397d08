import CReferenceKernels
import EventSimulation

/// HOLD(N): take the least of N pending events and schedule it again a random interval later.
///
/// The reference keeps the place of every event, as a calendar must whose events can be moved and cancelled; C without
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
        Variant("C") {
          outcome(reference_hold(Int64(pending), Int64(holds), table.microseconds))
        },
        Variant("C, with places") {
          outcome(reference_hold_indexed(Int64(pending), Int64(holds), table.microseconds))
        },
        Variant("Swift calendar") { outcome(holdCalendar(pending, holds, table)) },
        Variant("Swift event loop with hash") { outcome(holdLoop(pending, holds, table)) },
      ]
    }
  }

  private static func holdCalendar(_ pending: Int, _ holds: Int, _ table: IntervalTable) -> Int64 {
    var calendar = EventCalendar<Int32>(minimumCapacity: pending)
    var next = 0
    for event in 0..<pending {
      calendar.schedule(Int32(event), at: .zero + table[next], .arrival)
      next += 1
    }
    for _ in 0..<holds {
      guard let (time, _, event) = calendar.popNext() else { break }
      calendar.schedule(event, at: time + table[next], .arrival)
      next += 1
    }
    return calendar.now.microseconds
  }

  private static func holdLoop(_ pending: Int, _ holds: Int, _ table: IntervalTable) -> Int64 {
    var calendar = EventCalendar<Int32>(minimumCapacity: pending)
    var model = HoldModel(table: table)
    for event in 0..<pending {
      calendar.schedule(Int32(event), at: .zero + table[model.next], .arrival)
      model.next += 1
    }
    var loop = EventLoop(eventLimit: holds)
    _ = loop.run(&model, calendar: &calendar, until: .distantFuture)
    return calendar.now.microseconds
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

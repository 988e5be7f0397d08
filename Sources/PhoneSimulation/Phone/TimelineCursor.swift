import EventSimulation
import Workload

/// The place in the exogenous timeline up to which it has been handled.
struct TimelineCursor {
  let rows: ExogenousTimeline
  /// That of the next event.
  private var row = 0

  init(_ timeline: ExogenousTimeline) { rows = timeline }

  /// The next event that changes something by itself; nil if there is none. Events before it are passed over.
  @inline(__always)
  mutating func skipToNext() -> (time: Instant, priority: EventPriority)? {
    guard let next = rows.nextActive(from: row) else { return nil }
    row = next.row
    return (next.time, next.priority)
  }

  /// Takes the event that ``skipToNext()`` has found. Returns its row.
  @inline(__always)
  mutating func take() -> Int {
    defer { row += 1 }
    return row
  }

  /// The app of the event of a row; nil for the device.
  @inline(__always)
  func app(of row: Int) -> AppIndex? { rows.app(of: row).map { AppIndex($0) } }

  /// When the charger is next disconnected; nil for never.
  var nextUnplug: Instant? { rows.events[row...].first { $0.type == .unplug }?.time }
}

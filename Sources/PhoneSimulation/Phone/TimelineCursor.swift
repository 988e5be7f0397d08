import EventSimulation
import Workload

/// The place in the exogenous timeline up to which it has been handled.
struct TimelineCursor {
  private let timeline: ExogenousTimeline
  /// The row of the next event.
  private var row = 0

  init(_ timeline: ExogenousTimeline) { self.timeline = timeline }

  /// The next event that changes something by itself; nil if there is none. Events before it are passed over.
  @inline(__always)
  mutating func skipToNext() -> (time: Instant, priority: EventPriority)? {
    guard let next = timeline.nextActive(from: row) else { return nil }
    row = next.row
    return (next.time, next.priority)
  }

  /// Takes the event that ``skipToNext()`` has found.
  @inline(__always)
  mutating func take() -> TimelineEvent.Kind {
    defer { row += 1 }
    return timeline.kind(of: row)
  }

  /// When the charger is next disconnected; nil for never.
  var nextUnplug: Instant? { timeline.events[row...].first { $0.type == .unplug }?.time }
}

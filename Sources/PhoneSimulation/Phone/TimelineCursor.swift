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
  ///
  /// - Returns: Its row.
  @inline(__always)
  mutating func take() -> Int {
    defer { row += 1 }
    return row
  }

  /// The type of the event of a row, and its app; nil for the device.
  @inline(__always)
  func type(of row: Int) -> TimelineEventType { timeline.type(of: row) }
  @inline(__always)
  func app(of row: Int) -> AppIndex? { timeline.app(of: row).map { AppIndex($0) } }

  /// The intensity of a session that begins.
  @inline(__always)
  func intensity(of row: Int) -> Double { timeline.intensity(of: row) }

  /// The two numbers of an event that has two.
  @inline(__always)
  func numbers(of row: Int) -> (Double, Double) { timeline.numbers(of: row) }

  /// The event of a row.
  @inline(__always)
  func kind(of row: Int) -> TimelineEvent.Kind { timeline.kind(of: row) }

  /// When the charger is next disconnected; nil for never.
  var nextUnplug: Instant? { timeline.events[row...].first { $0.type == .unplug }?.time }
}

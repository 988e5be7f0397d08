import EventSimulation

/// The time for which a phone settles once it is plugged and has been idle for long enough: rule GATE-10.
struct Settling {
  /// From the beginning of the present occasion, which may lie ahead, to the end of its time; empty without one.
  private(set) var span = Instant.zero..<Instant.zero
  /// The day of the last occasion that has begun, and its number on that day.
  private var last = (day: -1, number: 0)
  private var timer = PhoneTimer()

  /// The number on its day of an occasion that begins next.
  func number(on day: Int) -> Int { last.day == day ? last.number + 1 : 0 }

  mutating func begin(_ span: Range<Instant>, until horizon: Instant, _ calendar: inout PhoneCalendar) {
    self.span = span
    let end = span.upperBound <= horizon ? span.upperBound : .distantFuture
    timer.move(PhoneEvent(.decision), to: end, .decision, &calendar)
  }

  /// The phone is in use or unplugged: the occasion is over, whether it has begun or not.
  mutating func end(at now: Instant, _ calendar: inout PhoneCalendar) {
    guard !span.isEmpty else { return }
    let begun = span.lowerBound
    if begun <= now { last = (begun.day, number(on: begun.day)) }
    span = .zero..<Instant.zero
    timer.cancel(&calendar)
  }
}

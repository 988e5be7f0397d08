import Basics
import EventSimulation
import Workload

/// Times for readers: two units are enough.
package enum TimeWords {
  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static let units: [(name: String, span: TimeSpan)] = [
    ("d", .day), ("h", .hour), ("min", .minute), ("s", .second),
  ]

  /// `2 d 3 h`, `3 h 20 min`, `4 min 5 s`, `2.5 s`.
  package static func span(_ span: TimeSpan) -> String {
    let microseconds = span.microseconds
    for (unit, next) in zip(units, units.dropFirst()) where span >= unit.span {
      let (whole, part) = microseconds.quotientAndRemainder(dividingBy: unit.span.microseconds)
      let rest = part / next.span.microseconds
      return rest > 0 ? "\(whole) \(unit.name) \(rest) \(next.name)" : "\(whole) \(unit.name)"
    }
    if microseconds == 0 { return "0 s" }
    if microseconds < 1000 { return "\(microseconds) µs" }
    let tenths = (Double(microseconds) / 1e5).rounded() / 10
    return tenths >= 0.1 ? "\(tenths) s" : "\(microseconds / 1000) ms"
  }

  /// The whole span in its largest unit that divides it: `36 h`, `90 min`, `0.25 s`.
  package static func exact(_ span: TimeSpan) -> String {
    for (name, unit) in units where span.microseconds % unit.microseconds == 0 {
      return "\(span.microseconds / unit.microseconds) \(name)"
    }
    return "\(span) s"
  }

  /// `3 d 08:01:30`.
  package static func instant(_ instant: Instant) -> String {
    "\(instant.day) d \(timeOfDay(instant.timeOfDay))"
  }

  /// `15 min`, or `03:00:00` for a time of day.
  package static func earliestBegin(_ earliestBegin: EarliestBegin) -> String {
    switch earliestBegin {
    case .after(let delay): span(delay)
    case .at(let time): timeOfDay(time)
    case .window(let from, let to): "\(instant(from)) to \(instant(to))"
    }
  }

  private static func timeOfDay(_ time: TimeSpan) -> String {
    let seconds = time.microseconds / 1_000_000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.text(digits: 2) }.joined(separator: ":")
  }

  package static func percent(_ part: TimeSpan, of whole: TimeSpan) -> String {
    guard whole > .zero else { return "" }
    let tenths = (Double(part.microseconds) / Double(whole.microseconds) * 1000).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths)) %" : "\(tenths) %"
  }
}

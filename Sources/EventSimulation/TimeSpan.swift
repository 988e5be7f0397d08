/// A length of virtual time in whole microseconds.
public struct TimeSpan: Comparable, Hashable, Sendable, BitwiseCopyable {
  /// The length in microseconds; may be negative.
  public var microseconds: Int64

  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

  /// A span of length 0.
  @inlinable public static var zero: TimeSpan { TimeSpan(microseconds: 0) }
  /// The smallest positive span: one tick of the clock.
  @inlinable public static var tick: TimeSpan { TimeSpan(microseconds: 1) }
  /// One second.
  @inlinable public static var second: TimeSpan { TimeSpan(microseconds: 1_000_000) }
  /// 60 seconds.
  @inlinable public static var minute: TimeSpan { TimeSpan(microseconds: 60_000_000) }
  /// 3,600 seconds.
  @inlinable public static var hour: TimeSpan { TimeSpan(microseconds: 3_600_000_000) }
  /// 86,400 seconds: all simulated days are equally long.
  @inlinable public static var day: TimeSpan { TimeSpan(microseconds: 86_400_000_000) }

  /// A number of microseconds, exactly.
  @inlinable public static func microseconds(_ count: Int64) -> TimeSpan { TimeSpan(microseconds: count) }
  /// A number of milliseconds, exactly. Traps beyond 64 bits.
  @inlinable public static func milliseconds(_ count: Int64) -> TimeSpan {
    TimeSpan(microseconds: count * 1000)
  }
  /// A number of seconds, exactly. Traps beyond 64 bits.
  @inlinable public static func seconds(_ count: Int) -> TimeSpan { .second * Int64(count) }
  /// A number of minutes, exactly. Traps beyond 64 bits.
  @inlinable public static func minutes(_ count: Int) -> TimeSpan { .minute * Int64(count) }
  /// A number of hours, exactly. Traps beyond 64 bits.
  @inlinable public static func hours(_ count: Int) -> TimeSpan { .hour * Int64(count) }
  /// A number of days of 24 hours, exactly. Traps beyond 64 bits.
  @inlinable public static func days(_ count: Int) -> TimeSpan { .day * Int64(count) }

  /// `seconds`, rounded to the nearest microsecond; a number beyond ``greatestSeconds`` becomes that many, either way.
  @inlinable public static func seconds(_ seconds: Double) -> TimeSpan {
    TimeSpan(microseconds: Int64(nearest: max(-greatestSeconds, min(greatestSeconds, seconds)) * 1e6))
  }
  /// 10¹¹ s, 3,169 years: far after every horizon, and 92 of them can be added in 64 bits.
  @inlinable public static var greatestSeconds: Double { 1e11 }
  /// `minutes`, rounded and limited as `seconds(_:)` does.
  @inlinable public static func minutes(_ minutes: Double) -> TimeSpan { .seconds(minutes * 60) }
  /// `hours`, rounded and limited as `seconds(_:)` does.
  @inlinable public static func hours(_ hours: Double) -> TimeSpan { .seconds(hours * 3600) }
  /// `days` of 24 hours, rounded and limited as `seconds(_:)` does.
  @inlinable public static func days(_ days: Double) -> TimeSpan { .seconds(days * 86_400) }

  /// The length in seconds, as a rounded floating-point number.
  @inlinable public var seconds: Double { Double(microseconds) / 1e6 }
  /// The length in hours, as a rounded floating-point number.
  @inlinable public var hours: Double { Double(microseconds) / 3.6e9 }
  /// The length in days of 24 hours, as a rounded floating-point number.
  @inlinable public var days: Double { Double(microseconds) / 8.64e10 }

  @inlinable public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }
  /// The sum of two spans. Traps beyond 64 bits.
  @inlinable public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds + b.microseconds)
  }
  /// The difference of two spans, which may be negative. Traps beyond 64 bits.
  @inlinable public static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds - b.microseconds)
  }
  /// A multiple of the span. Traps beyond 64 bits.
  @inlinable public static func * (a: TimeSpan, b: Int64) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds * b)
  }
  /// A fraction of the span, rounded towards zero to whole microseconds. Traps where `b` is 0.
  @inlinable public static func / (a: TimeSpan, b: Int64) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds / b)
  }
  /// The ratio of two spans.
  @inlinable public static func / (a: TimeSpan, b: TimeSpan) -> Double {
    Double(a.microseconds) / Double(b.microseconds)
  }
  /// Adds a span. Traps beyond 64 bits.
  @inlinable public static func += (a: inout TimeSpan, b: TimeSpan) { a = a + b }
  /// Subtracts a span. Traps beyond 64 bits.
  @inlinable public static func -= (a: inout TimeSpan, b: TimeSpan) { a = a - b }
  /// The span with the other sign.
  @inlinable public static prefix func - (a: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: -a.microseconds)
  }
}

extension TimeSpan: CustomStringConvertible {
  /// Seconds, exact, without trailing zeros: `0.000001`, `-2.5`, `86400`.
  public var description: String {
    let magnitude = microseconds.magnitude
    let sign = microseconds < 0 ? "-" : ""
    let (whole, fraction) = magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    guard fraction != 0 else { return "\(sign)\(whole)" }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

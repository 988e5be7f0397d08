/// A point on the virtual clock, in whole microseconds.
///
/// Zero is local midnight of a device's day 0, which is a Monday. Instants and ``TimeSpan`` are different
/// types, so that adding two instants does not compile.
public struct Instant: Comparable, Hashable, Sendable, BitwiseCopyable {
  /// Microseconds since local midnight of day 0.
  public var microseconds: Int64

  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Local midnight of day 0.
  @inlinable public static var zero: Instant { Instant(microseconds: 0) }

  /// An instant after every event of a simulation.
  @inlinable public static var distantFuture: Instant { Instant(microseconds: .max) }

  /// Midnight of `day` plus `timeOfDay`.
  @inlinable public static func day(_ day: Int, _ timeOfDay: TimeSpan = .zero) -> Instant {
    Instant(microseconds: Int64(day) * TimeSpan.day.microseconds + timeOfDay.microseconds)
  }

  /// The instant `seconds` after the origin, rounded to the nearest microsecond.
  @inlinable public static func seconds(_ seconds: Double) -> Instant {
    Instant.zero + TimeSpan.seconds(seconds)
  }

  /// Seconds since the origin, as a rounded floating-point number.
  @inlinable public var seconds: Double { Double(microseconds) / 1e6 }

  /// The local day the instant lies in; day 0 starts at the origin.
  @inlinable public var day: Int {
    let length = TimeSpan.day.microseconds
    return Int(microseconds >= 0 ? microseconds / length : (microseconds - length + 1) / length)
  }

  /// Time since the last local midnight.
  @inlinable public var timeOfDay: TimeSpan { self - .day(day) }

  /// Day of the week, 0 for Monday to 6 for Sunday.
  @inlinable public var weekday: Int { ((day % 7) + 7) % 7 }

  /// Whether the instant lies on a Saturday or Sunday.
  @inlinable public var isWeekend: Bool { weekday >= 5 }

  /// The instant rounded to the nearest whole millisecond, as exogenous events are.
  @inlinable public var roundedToMillisecond: Instant {
    let quotient = (microseconds + (microseconds >= 0 ? 500 : -500)) / 1000
    return Instant(microseconds: quotient * 1000)
  }

  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
  /// The instant `b` after `a`. Traps beyond 64 bits.
  @inlinable public static func + (a: Instant, b: TimeSpan) -> Instant {
    Instant(microseconds: a.microseconds + b.microseconds)
  }
  /// The instant `b` before `a`. Traps beyond 64 bits.
  @inlinable public static func - (a: Instant, b: TimeSpan) -> Instant {
    Instant(microseconds: a.microseconds - b.microseconds)
  }
  /// The time from `b` to `a`; negative where `a` is earlier. Traps beyond 64 bits.
  @inlinable public static func - (a: Instant, b: Instant) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds - b.microseconds)
  }
  /// Moves the instant by a span. Traps beyond 64 bits.
  @inlinable public static func += (a: inout Instant, b: TimeSpan) { a = a + b }
}

extension Instant: CustomStringConvertible {
  /// Seconds since the origin, exact, without trailing zeros: `28800.5`.
  public var description: String { TimeSpan(microseconds: microseconds).description }
}

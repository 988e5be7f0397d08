import EventSimulation
import Workload

/// A time span of every day, such as 23:00 to 07:00; an end at or before the start lies on the next day.
public struct DailyInterval: Sendable, Hashable {
  /// Time of day of the start.
  public var start: TimeSpan
  /// Time of day of the end.
  public var end: TimeSpan
  /// Days of the week on which it starts, 0 for Monday; nil for every day.
  public var days: [Int]?

  public init(_ start: TimeSpan, _ end: TimeSpan, on days: [Int]? = nil) {
    self.start = start
    self.end = end
    self.days = days
  }

  /// How long it lasts; a whole day if start and end are equal.
  public var length: TimeSpan { end > start ? end - start : end + .day - start }

  /// The interval that starts on `day`; nil on a day of the week that has none.
  func occurrence(on day: Int, _ context: DrawContext) -> (start: Instant, end: Instant)? {
    guard days?.contains(context.weekday(day)) ?? true else { return nil }
    let begin = Instant.day(day, start)
    return (begin, begin + length)
  }
}

/// Charging at the same time every day.
public struct DailyCharge: Sendable, Hashable {
  /// The time of day at which the phone is on the charger.
  public var interval: DailyInterval
  /// The charger that is connected.
  public var charger: ChargerKind
  /// Whether the screen is on all the while, so that the phone is never idle on the charger.
  public var screenOn: Bool

  public init(_ interval: DailyInterval, charger: ChargerKind = .wired20W, screenOn: Bool = false) {
    self.interval = interval
    self.charger = charger
    self.screenOn = screenOn
  }
}

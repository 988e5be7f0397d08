import EventSimulation
import PhoneSimulation

/// Runs and waiting of an app by local hour of day, after warm-up.
public struct HourHistogram: Sendable, Hashable {
  /// Runs that started in each hour, from 0 to 23.
  public var runs = Array(repeating: 0, count: 24)
  /// Waiting in each hour, summed over series.
  public var waiting = Array(repeating: TimeSpan.zero, count: 24)

  /// - Parameter start: What lies before this instant is left out.
  public init(_ histories: [ItemHistory], from start: Instant) {
    for history in histories {
      if let launched = history.launched, launched >= start { runs[Self.hour(launched)] += 1 }
    }
    for wait in WaitTotals.elapsed(histories, from: start) {
      var time = wait.from
      while time < wait.to {
        let hour = Self.hour(time)
        let next = min(wait.to, .day(time.day, .hours(hour + 1)))
        waiting[hour] += next - time
        time = next
      }
    }
  }

  private static func hour(_ time: Instant) -> Int {
    Int(time.timeOfDay.microseconds / TimeSpan.hour.microseconds)
  }
}

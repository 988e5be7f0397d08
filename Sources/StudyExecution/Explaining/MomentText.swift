import EventSimulation
import Workload

/// Instants of a device for readers: weekday, day since the start, hour and minute.
struct MomentText {
  let plan: DevicePlan

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// `Sun 27 d 08:37`.
  func callAsFunction(_ instant: Instant) -> String {
    let minutes = instant.timeOfDay.microseconds / TimeSpan.minute.microseconds
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let weekday = Self.weekdays[plan.weekday(of: instant.day)]
    return "\(weekday) \(instant.day) d \(two(minutes / 60)):\(two(minutes % 60))"
  }
}

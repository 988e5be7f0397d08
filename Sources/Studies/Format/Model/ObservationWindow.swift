import EventSimulation
import Workload

/// The time in which phones were observed: some days from a beginning, and of each day some hours.
package struct ObservationWindow: Sendable, Hashable {
  /// The end of the warm-up, the start of the run, or the app's latest open that leaves room for the days.
  package enum Beginning: String, Sendable, Hashable, CaseIterable {
    case start, installation, openedLast
  }
  package var days: Double
  package var beginning = Beginning.start
  /// The observed hours of each local day; nil for the whole day.
  package var hours: HoursOfDay?
  /// The study's app whose open begins the window.
  package var app: Int?

  /// The observed stretches of time on one device, in order.
  ///
  /// - Parameters:
  ///   - opens: The opens of ``app`` in order.
  ///   - warmUpEnd: The end of the warm-up of the run, which ends at `end`.
  /// - Returns: Nothing if the device has no open from which the window fits into the run.
  func stretches(opens: [Instant], warmUpEnd: Instant, end: Instant) -> [Range<Instant>] {
    let length = TimeSpan.days(days)
    let latest = end - length
    let from: Instant? =
      switch beginning {
      case .start: warmUpEnd
      case .installation: .zero
      case .openedLast: opens.last { $0 <= latest }
      }
    guard let from, from < end else { return [] }
    let whole = from..<min(end, from + length)
    guard let hours else { return [whole] }
    return (whole.lowerBound.day - 1...whole.upperBound.day).compactMap { day in
      guard day >= 0 else { return nil }
      let opening = Instant.day(day, .hours(hours.from))
      let stretch = (opening..<opening + .hours(hours.length)).clamped(to: whole)
      return stretch.isEmpty ? nil : stretch
    }
  }
}

import EventSimulation
import ModelParameters

/// A predictor of opens without habits of single apps: the share of an app in all opens of the device, times
/// the opens of the device in an hour of the day.
///
/// It knows the last 14 ended local days that count. Today does not count before it has ended.
public struct OpenShares: Sendable {
  private static let dayCount = 14

  private struct Day {
    var byApp: [Int]
    var byHour = Array(repeating: 0, count: 24)
  }

  private let prior: Double
  /// The look-ahead in hours.
  private let lookahead: Double
  private var today: Day
  /// The ended days that count, oldest first, and their sums.
  private var days: [Day] = []
  private var sums: Day
  private var total = 0

  public init(_ parameters: ParameterSet, appCount: Int) {
    prior = parameters.number("usage.prior")
    lookahead = parameters.span("usage.lookahead").hours
    today = Day(byApp: Array(repeating: 0, count: appCount))
    sums = today
  }

  public mutating func noteOpen(_ app: Int, at now: Instant) {
    today.byApp[app] += 1
    today.byHour[now.hourOfDay] += 1
  }

  /// Ends a local day.
  ///
  /// - Parameter counts: False for a day that the device was mostly powered off; it takes no place among the 14.
  public mutating func endDay(counts: Bool) {
    if counts {
      add(today, times: 1)
      days.append(today)
      if days.count > Self.dayCount { add(days.removeFirst(), times: -1) }
    }
    today = Day(byApp: Array(repeating: 0, count: today.byApp.count))
  }

  private mutating func add(_ day: Day, times factor: Int) {
    for app in day.byApp.indices { sums.byApp[app] += factor * day.byApp[app] }
    for hour in day.byHour.indices { sums.byHour[hour] += factor * day.byHour[hour] }
    total += factor * day.byHour.reduce(0, +)
  }

  /// The number of opens of an app on the days that it knows.
  public func count(_ app: Int) -> Int { sums.byApp[app] }

  /// The expected number of opens of an app in a look-ahead from an instant on, at most 1. The whole
  /// look-ahead counts as part of the hour in which it starts. Without an ended day it is `usage.prior`.
  public func likelihood(_ app: Int, at now: Instant) -> Double {
    guard !days.isEmpty else { return prior }
    guard total > 0 else { return 0 }
    let share = Double(sums.byApp[app]) / Double(total)
    return min(1, share * Double(sums.byHour[now.hourOfDay]) / Double(days.count) * lookahead)
  }
}

extension Instant {
  fileprivate var hourOfDay: Int { Int(timeOfDay.microseconds / TimeSpan.hour.microseconds) }
}

import BackgroundExecution
import EventSimulation

/// How the user uses the apps: visits, and what the predictor has learned of them.
struct AppUsage: ~Copyable {
  struct Visits {
    /// Visits so far: the ordinal of the next one's draws.
    var count = 0
    /// When the user could last begin to use the app.
    var start: Instant = .zero
  }

  private var visits: AppColumn<Visits>
  /// The predictions, which the policy may read too.
  let learned: LearnedUsage

  /// - Parameters:
  ///   - count: Number of all apps.
  ///   - studied: Those of the study, as many as the predictor has.
  init(count: Int, studied: [AppIndex], _ predictor: UsagePredictor) {
    visits = AppColumn(repeating: Visits(), count: count)
    learned = LearnedUsage(count: count, studied: studied, predictor)
  }

  /// The user opens the app.
  mutating func opened(_ app: AppIndex, at now: Instant) { learned.opened(app, at: now) }

  /// The user can use the app from now on.
  mutating func beginVisit(_ app: AppIndex, at now: Instant) { visits[app].start = now }

  /// The app has survived its open, which counts as a visit.
  mutating func countVisit(_ app: AppIndex) { visits[app].count += 1 }

  /// The ordinal of the present visit's draws.
  func ordinal(_ app: AppIndex) -> Int { visits[app].count }

  /// When the user could last begin to use the app.
  func visitStart(_ app: AppIndex) -> Instant { visits[app].start }

  /// Ends a local day; a day on which the device was mostly off does not count.
  mutating func endDay(isWeekend: Bool, counts: Bool) {
    learned.endDay(isWeekend: isWeekend, counts: counts)
  }

  /// The predicted number of opens between two times of day.
  func expectedOpens(_ app: AppIndex, from: TimeSpan, to: TimeSpan, isWeekend: Bool) -> Double {
    learned.expectedOpens(app, from: from, to: to, isWeekend: isWeekend)
  }
}

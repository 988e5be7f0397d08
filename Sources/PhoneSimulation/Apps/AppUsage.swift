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
  private var predictors: AppColumn<UsagePredictor>
  private var window: LookaheadWindow
  private var windowStart = Instant.distantFuture

  init(count: Int, _ predictor: UsagePredictor) {
    visits = AppColumn(repeating: Visits(), count: count)
    predictors = AppColumn(repeating: predictor, count: count)
    window = predictor.lookaheadWindow
  }

  /// The user opens the app.
  mutating func opened(_ app: AppIndex, at now: Instant) { predictors[app].noteLaunch(at: now) }

  /// The user can use the app from now on.
  mutating func beginVisit(_ app: AppIndex, at now: Instant) { visits[app].start = now }

  /// The app has survived its open, which counts as a visit.
  mutating func countVisit(_ app: AppIndex) { visits[app].count += 1 }

  /// The ordinal of the present visit's draws.
  func ordinal(_ app: AppIndex) -> Int { visits[app].count }

  /// When the user could last begin to use the app.
  func visitStart(_ app: AppIndex) -> Instant { visits[app].start }

  /// Ends a local day; a day on which the device was mostly off does not count.
  mutating func endDay(_ app: AppIndex, isWeekend: Bool, counts: Bool) {
    predictors[app].endDay(isWeekend: isWeekend, counts: counts)
  }

  /// The window to which the predictions of an instant look ahead.
  @inline(__always)
  mutating func lookAhead(from now: Instant) -> LookaheadWindow {
    if windowStart != now {
      windowStart = now
      window.move(to: now)
    }
    return window
  }

  /// How likely the user opens the app soon: USE-1.
  ///
  /// - Parameter window: That of ``lookAhead(from:)``.
  @inline(__always)
  func likelihood(_ app: AppIndex, in window: LookaheadWindow) -> Double {
    predictors[app].likelihood(in: window)
  }

  /// The predicted number of opens between two times of day.
  func expectedOpens(_ app: AppIndex, from: TimeSpan, to: TimeSpan, isWeekend: Bool) -> Double {
    predictors[app].expectedOpens(from: from, to: to, isWeekend: isWeekend)
  }
}

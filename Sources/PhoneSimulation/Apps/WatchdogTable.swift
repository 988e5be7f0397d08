import BackgroundExecution
import EventSimulation

/// The watchdogs over the processes: rules LIFE-2, LIFE-4 and LIFE-5.
struct WatchdogTable: ~Copyable {
  typealias Calendar = EventCalendar<PhoneEvent>

  struct Row {
    var monitor = ProcessorMonitor()
    var callbackTimer = PhoneTimer()
    var launchTimer = PhoneTimer()
    var processorTimer = PhoneTimer()
    /// Whether `didEnterBackground` has not returned.
    var isEnteringBackground = false
    /// Whether a launch by the user has not finished.
    var isLaunching = false
  }

  private var rows: AppColumn<Row>

  init(count: Int) { rows = AppColumn(repeating: Row(), count: count) }

  // MARK: Entering the background

  /// Whether `didEnterBackground` has not returned; it keeps the process from suspension.
  func isEnteringBackground(_ app: AppIndex) -> Bool { rows[app].isEnteringBackground }

  /// LIFE-2: `didEnterBackground` begins.
  ///
  /// - Parameters:
  ///   - time: How long the app takes.
  ///   - limit: How long the system waits for it.
  mutating func enterBackground(
    _ app: AppIndex, taking time: TimeSpan, limit: TimeSpan, at now: Instant, _ calendar: inout Calendar
  ) {
    rows[app].isEnteringBackground = true
    if time <= limit {
      rows[app].callbackTimer.move(.watch(.enteredBackground, app), to: now + time, .completion, &calendar)
    } else {
      rows[app].callbackTimer.move(.watch(.enterBackgroundLimit, app), to: now + limit, .expiry, &calendar)
    }
  }

  /// DBG-3: a callback that may go on past its limit returns at an instant.
  mutating func letCallbackReturn(_ app: AppIndex, at time: Instant, _ calendar: inout Calendar) {
    rows[app].callbackTimer.move(.watch(.enteredBackground, app), to: time, .completion, &calendar)
  }

  mutating func callbackLimitFired(_ app: AppIndex) { rows[app].callbackTimer.fired() }

  /// The callback has returned, or the system no longer waits for it.
  ///
  /// - Returns: Whether it had begun.
  mutating func endCallback(_ app: AppIndex, _ calendar: inout Calendar) -> Bool {
    guard rows[app].isEnteringBackground else { return false }
    rows[app].isEnteringBackground = false
    rows[app].callbackTimer.cancel(&calendar)
    return true
  }

  // MARK: Launches by the user

  /// LIFE-4: a launch by the user begins.
  ///
  /// - Parameters:
  ///   - time: How long it takes.
  ///   - limit: How long the system waits for it.
  mutating func launch(
    _ app: AppIndex, taking time: TimeSpan, limit: TimeSpan, at now: Instant, _ calendar: inout Calendar
  ) {
    rows[app].isLaunching = true
    if time <= limit {
      rows[app].launchTimer.move(.watch(.launched, app), to: now + time, .completion, &calendar)
    } else {
      rows[app].launchTimer.move(.watch(.launchLimit, app), to: now + limit, .expiry, &calendar)
    }
  }

  /// DBG-3: a launch that may go on past its limit ends at an instant.
  mutating func letLaunchEnd(_ app: AppIndex, at time: Instant, _ calendar: inout Calendar) {
    rows[app].launchTimer.move(.watch(.launched, app), to: time, .completion, &calendar)
  }

  mutating func launchLimitFired(_ app: AppIndex) { rows[app].launchTimer.fired() }

  /// The launch has come to its end.
  mutating func launchFinished(_ app: AppIndex) {
    rows[app].launchTimer.fired()
    rows[app].isLaunching = false
  }

  /// The user has left before the end of the launch, or the process has ended.
  mutating func endLaunch(_ app: AppIndex, _ calendar: inout Calendar) {
    guard rows[app].isLaunching else { return }
    rows[app].isLaunching = false
    rows[app].launchTimer.cancel(&calendar)
  }

  // MARK: Processor time

  /// Whether the app was last known to have a demand for the processor.
  @inline(__always)
  func hasDemand(_ app: AppIndex) -> Bool { rows[app].monitor.rate > 0 }

  /// LIFE-5: the processor demand of an app outside the foreground is measured; the timer moves to where the demand
  /// reaches the limit.
  ///
  /// - Parameters:
  ///   - rate: Present demand in millionths of a core.
  ///   - left: Work that is left at this demand, in microseconds times millionths of a core.
  mutating func setDemand(
    _ app: AppIndex, rate: Int64, left: Int64, limit: TimeSpan, window: TimeSpan, at now: Instant,
    _ calendar: inout Calendar
  ) {
    guard rate != rows[app].monitor.rate || rate > 0 else { return }
    rows[app].monitor.setRate(rate, window: window, at: now)
    var time = Instant.distantFuture
    // The rest may not be enough to reach the limit; then no timer is needed.
    let most = limit.microseconds * ProcessorMonitor.fullRate
    if rate > 0, rows[app].monitor.used(window: window, at: now) + left > most {
      time = rows[app].monitor.reaches(limit, window: window, from: now) ?? .distantFuture
    }
    rows[app].processorTimer.move(.watch(.processorLimit, app), to: time, .expiry, &calendar)
  }

  mutating func processorLimitFired(_ app: AppIndex) { rows[app].processorTimer.fired() }

  /// The process has ended: its processor time is forgotten.
  mutating func forgetDemand(_ app: AppIndex, _ calendar: inout Calendar) {
    rows[app].monitor.reset()
    rows[app].processorTimer.cancel(&calendar)
  }
}

import BackgroundExecution
import EventSimulation

/// The watchdogs over the processes: rules LIFE-2, LIFE-4 and LIFE-5.
struct WatchdogTable: ~Copyable {
  /// The callbacks that the system waits for, for a time: `didEnterBackground`, and a launch by the user.
  enum Callback: Int {
    case enteringBackground, launch

    fileprivate var end: PhoneEvent.Kind { self == .launch ? .launched : .enteredBackground }
    fileprivate var limit: PhoneEvent.Kind { self == .launch ? .launchLimit : .enterBackgroundLimit }
  }

  struct Row {
    var monitor = ProcessorMonitor()
    /// By callback, whether it has begun and not returned, and when it does or meets its limit.
    var callbacks = InlineArray<2, (isRunning: Bool, timer: PhoneTimer)>(repeating: (false, PhoneTimer()))
    var processorTimer = PhoneTimer()
  }

  private var rows: AppColumn<Row>

  init(count: Int) { rows = AppColumn(repeating: Row(), count: count) }

  func isRunning(_ app: AppIndex, _ callback: Callback) -> Bool {
    rows[app].callbacks[callback.rawValue].isRunning
  }

  /// LIFE-2, LIFE-4: a callback begins, for which the system waits up to a limit.
  mutating func begin(
    _ app: AppIndex, _ callback: Callback, taking time: TimeSpan, limit: TimeSpan, at now: Instant,
    _ calendar: inout PhoneCalendar
  ) {
    rows[app].callbacks[callback.rawValue].isRunning = true
    if time <= limit {
      prolong(app, callback, until: now + time, &calendar)
    } else {
      rows[app].callbacks[callback.rawValue].timer.move(
        PhoneEvent(callback.limit, app), to: now + limit, .expiry, &calendar)
    }
  }

  /// The callback returns at an instant; one that a debugger lets go on (DBG-3) past its limit.
  mutating func prolong(
    _ app: AppIndex, _ callback: Callback, until time: Instant, _ calendar: inout PhoneCalendar
  ) {
    rows[app].callbacks[callback.rawValue].timer.move(
      PhoneEvent(callback.end, app), to: time, .completion, &calendar)
  }

  @discardableResult
  mutating func end(_ app: AppIndex, _ callback: Callback, _ calendar: inout PhoneCalendar) -> Bool {
    guard isRunning(app, callback) else { return false }
    rows[app].callbacks[callback.rawValue].isRunning = false
    rows[app].callbacks[callback.rawValue].timer.cancel(&calendar)
    return true
  }

  @inline(__always) func hasDemand(_ app: AppIndex) -> Bool { rows[app].monitor.rate > 0 }

  /// LIFE-5: measures the CPU demand of an app outside the foreground; the timer moves to the instant at which the demand
  /// reaches the limit. The rate is in millionths of a core, the remaining demand in microseconds at that rate.
  mutating func setDemand(
    _ app: AppIndex, rate: Int64, left: Int64, limit: TimeSpan, window: TimeSpan, at now: Instant,
    _ calendar: inout PhoneCalendar
  ) {
    guard rate != rows[app].monitor.rate || rate > 0 else { return }
    rows[app].monitor.setRate(rate, window: window, at: now)
    var time = Instant.distantFuture
    // The rest may not be enough to reach the limit; then no timer is needed.
    let most = limit.microseconds * ProcessorMonitor.fullRate
    if rate > 0, rows[app].monitor.used(window: window, at: now) + left > most {
      time = rows[app].monitor.reaches(limit, window: window, from: now) ?? .distantFuture
    }
    rows[app].processorTimer.move(PhoneEvent(.processorLimit, app), to: time, .expiry, &calendar)
  }

  mutating func forgetDemand(_ app: AppIndex, _ calendar: inout PhoneCalendar) {
    rows[app].monitor.reset()
    rows[app].processorTimer.cancel(&calendar)
  }
}

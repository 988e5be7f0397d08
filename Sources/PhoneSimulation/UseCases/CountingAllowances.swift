import AppLifecycle
import BackgroundExecution
import EventSimulation

/// The time for which a process may go on in the background: EXT-2, EXT-3 and EXT-6.
extension Phone {
  /// Starts, moves or stops the clock of the allowance. It counts while nothing but assertions keeps the
  /// process running in the background; a run or a mode in between makes it start anew.
  mutating func updateAllowance(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let open = extraTime.openAssertions(app)
    let own = open + (watchdogs.isEnteringBackground(app) ? 1 : 0)
    let counts =
      open > 0 && processes[app] == .background && processes.activeRuns(app) == 0
      && processes.backgroundHolds(app) == own
    extraTime.count(
      app, counts, allowance: allowance, lead: configuration.platform.assertionHandlerLead, at: now, &c)
  }

  func remainingAllowance(_ app: AppIndex, at now: Instant) -> TimeSpan {
    extraTime.remaining(app, of: allowance, at: now)
  }

  /// EXT-2, EXT-3 and EXT-6: how long a process may go on after it has entered the background.
  private var allowance: TimeSpan {
    if configuration.platform.osVersion < 13 { return Self.oldAllowance }
    return conditions.isUnderMemoryPressure
      ? configuration.platform.assertionPressureAllowance : configuration.platform.assertionAllowance
  }

  /// Three minutes before version 13.
  private static var oldAllowance: TimeSpan { .minutes(3) }
}

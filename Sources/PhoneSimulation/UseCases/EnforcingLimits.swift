import AppLifecycle
import BackgroundExecution
import EventSimulation
import Workload

/// The end of a process that has taken more than it may, unless a debugger keeps it alive (DBG-3).
extension Phone {
  /// A watchdog ends a process, unless a debugger keeps it alive (DBG-3).
  ///
  /// - Returns: Whether the process has ended.
  @discardableResult
  mutating func strike(
    _ app: AppIndex, _ reason: TerminationReason, _ cause: TerminationCause? = nil, at now: Instant,
    _ c: inout Calendar
  ) -> Bool {
    if suppressesKill(app, at: now) { return false }
    terminate(app, reason, cause: cause, at: now, &c)
    return true
  }

  /// DBG-3: a debugger keeps watchdogs and the end of a grace from killing the process; the kill that would
  /// have been is written instead.
  private mutating func suppressesKill(_ app: AppIndex, at now: Instant) -> Bool {
    guard configuration.platform.isDebuggerAttached else { return false }
    note(.warned, app: app, nil, .killSuppressed, at: now)
    return true
  }

  /// API-3: a late or second registration kills the process at the end of a cold launch. An app with
  /// continued tasks only may register when the user acts (API-4).
  mutating func strikesRegistration(_ app: AppIndex, at now: Instant, _ c: inout Calendar) -> Bool {
    if specification(app)?.hasContinuedTasksOnly == true { return false }
    switch specification(app)?.quality.registration {
    case .late: terminate(app, .lateRegistration, at: now, &c)
    case .twice: terminate(app, .duplicateRegistration, at: now, &c)
    default: return false
    }
    return true
  }

  // MARK: Runs

  mutating func reachLimit(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    runs.limitFired(slot)
    if runs[slot].item.mechanism == .mode {
      endModeRun(slot, at: now, &c)
      return
    }
    expire(slot, .timeLimit, at: now, &c)
  }

  /// The time of an event is over: a call must have been reported; other work succeeded if it was done.
  private mutating func endModeRun(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let run = runs[slot]
    guard run.phase == .working else { return }
    if run.item.modeEvent == .voip, specification(run.item.app)?.quality.reportsCall == false {
      modes.missCall(run.item.app)
      terminate(run.item.app, .callNotReported, at: now, &c)
    } else {
      complete(slot, success: !run.workTimer.isSet && !run.isStalled, at: now, &c)
    }
  }

  mutating func runOutOfGrace(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    let mechanism = runs[index].item.mechanism
    guard runs[index].phase == .expired || mechanism == .push || mechanism == .wake else { return }
    runs.limitFired(slot)
    let app = runs[index].item.app
    if suppressesKill(app, at: now) {
      // With the debugger the process stays, and the task is marked unsuccessful.
      complete(slot, success: false, at: now, &c)
      return
    }
    if mechanism == .wake {
      terminate(app, .transferCompletionLate, at: now, &c)
      return
    }
    let cause: TerminationCause = runs[index].isIgnoring ? .expiryIgnored : .missingCompletion
    terminate(app, .completionTimeout, cause: cause, at: now, &c)
    // CONT-10: what the user has started costs no budget, however it ends.
    if mechanism.debitsBudgets { penalise(app, at: now) }
  }

  // MARK: Extra time

  /// EXT-5.
  mutating func endAllowance(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    extraTime.endFired(app)
    guard extraTime.openAssertions(app) > 0 else { return }
    let cause: TerminationCause =
      extraTime.assertionIsWorking(app) ? .expiryIgnored : .missingCompletion
    if strike(app, .assertionExpired, cause, at: now, &c) { return }
    // DBG-3: without the kill, the extra time is over all the same.
    for i in extraTime.indices(app) { endAssertion(i, of: app, at: now, &c) }
    forgetGoneLeftovers(app, at: now)
  }
}

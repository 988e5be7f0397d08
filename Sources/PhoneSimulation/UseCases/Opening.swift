import AppLifecycle
import EventSimulation
import SchedulingPolicies
import Workload

/// The user opens an app.
extension Phone {
  /// The user opens an app.
  mutating func open(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    // A locked phone opens nothing: the script or a reboot has cut the session short.
    guard !powerState.isOff, !screen.isLocked, screen.frontApp != app else { return }
    if screen.frontApp != nil { leaveFront(at: now, passesDisplay: false, &c) }
    let index = app
    let isCold = processes[app] == .notRunning
    observeOpen(app, at: now)
    stopWatchingCallback(app, &c)
    cancelSuspension(app, at: now, &c)
    let launches = isCold && launchesSlowly(app, at: now, &c)
    setProcess(app, launches ? .foregroundInactive : .foregroundActive, at: now)
    screen.bringToFront(app)
    requestDecision(ofPending: app, at: now, &c)
    processes.enterSwitcher(app)
    setForceQuit(app, false, by: "user", at: now)
    usage.opened(app, at: now)
    appGates.opened(app)
    tellPolicy(.opened(app: app.rawValue), at: now, &c)
    beginModes(app, at: now, &c)
    updateAllowance(app, at: now, &c)
    if !launches, !finishUserLaunch(app, isCold: isCold, at: now, &c) { return }
    usage.countVisit(app)
    observe(.visit(app: Int(app.rawValue)), at: now)
    drawFrontPower(app, at: now)
    if apps[index].isHeavy {
      heavyAppInFront(at: now, &c)
      beginMemoryPressure(.heavyApp, at: now, &c)
    }
    evictOverLimit(at: now, &c)
  }

  /// Does what an app does once its user can use it.
  ///
  /// - Returns: Whether the process has survived it.
  @discardableResult
  mutating func finishUserLaunch(
    _ app: AppIndex, isCold: Bool, at now: Instant, _ c: inout Calendar
  ) -> Bool {
    watchProcessor(app, at: now, &c)
    guard specification(app) != nil else { return true }
    if isCold, strikesRegistration(app, at: now, &c) { return false }
    resumeLeftovers(app, at: now, &c)
    deliverHeldPushes(app, .foreground, at: now, &c)
    openSessions(app, at: now, &c)
    startForegroundFetch(app, at: now, &c)
    submitMissingRequests(app, at: now, &c)
    planContinuedTasks(app, at: now, &c)
    return true
  }

  /// The state at the start: a phone in use has its screen on, is unlocked, and may have an app in front. It
  /// counts as no session and no open.
  mutating func beginInUse(at now: Instant, _ c: inout Calendar) {
    guard !plan.initial.isLocked, !powerState.isOff else { return }
    lightScreen(at: now)
    tellPolicy(.screenOn, at: now, &c)
    _ = screen.unlock(at: now)
    note(.lockChanged, nil, .unlocked, at: now, [.text(.old, LogWord.locked.name)])
    tellPolicy(.unlocked, at: now, &c)
    guard let front = plan.initial.frontApp, apps.indices.contains(AppIndex(front)) else { return }
    let app = AppIndex(front)
    setProcess(app, .foregroundActive, at: now)
    screen.bringToFront(app)
    processes.enterSwitcher(app)
    tellPolicy(.opened(app: app.rawValue), at: now, &c)
    drawFrontPower(app, at: now)
    if apps[app].isHeavy { beginMemoryPressure(.heavyApp, at: now, &c) }
  }

  // MARK: Continued tasks

  /// The user's acts of a visit: each continued task that the study ties to opens.
  private mutating func planContinuedTasks(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app) else { return }
    usage.beginVisit(app, at: now)
    for task in specification.taskTraits.indices {
      guard let delay = specification.taskTraits[task].startsAfterOpen else { continue }
      c.schedule(.userStart(app, task: UInt8(truncatingIfNeeded: task)), at: now + delay, .userAction)
    }
  }

  /// The user starts a task during a visit; an act of a visit that was broken off does not happen in the next one.
  mutating func userStarts(_ app: AppIndex, _ task: Int, at now: Instant, _ c: inout Calendar) {
    let delay = specification(app)?.tasks[task].continued.startsAfterOpen ?? .zero
    if screen.frontApp == app, usage.visitStart(app) + delay == now { submitTask(app, task, at: now, &c) }
  }
}

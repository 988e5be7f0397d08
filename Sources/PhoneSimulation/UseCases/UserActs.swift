import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// The user takes the phone, opens apps, changes settings, and puts it down.
extension Phone {
  mutating func screenOn(intensity: Double = 1, at now: Instant, _ c: inout Calendar) {
    guard !screen.isOn else { return }
    if isObserved(now) {
      journal.counts[.sessions] += 1
      if powerState.isOff { journal.counts[.sessionsLost] += 1 }
    }
    guard !powerState.isOff else { return }
    lightScreen(intensity: intensity, at: now)
    followSettling(at: now, &c)
    tellPolicy(.screenOn, at: now, &c)
    // PROC-2: looking at the screen is using the device, also without an unlock.
    expireProcessing(.deviceInUse, at: now, &c)
    requestDecision(at: now, &c)
  }

  mutating func unlock(at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, screen.isLocked else { return }
    updateOpportunity(at: now)
    let lockedTime = screen.unlock(at: now)
    followSettling(at: now, &c)
    note(.lockChanged, nil, .unlocked, at: now, [.text(.old, LogWord.locked.name)])
    // Once after a boot: each change of the state has gates read again.
    if !powerState.hasBeenUnlocked { powerState.unlock() }
    moveTransfers(at: now, &c)
    deliverWaitingEvents(at: now, &c)
    tellPolicy(.unlocked, at: now, &c)
    if lockedTime >= platform.herdPause { beginHerdHold(at: now, &c) }
    expireProcessing(.deviceInUse, at: now, &c)
    offerLowPowerMode(at: now, &c)
    requestDecision(at: now, &c)
  }

  mutating func lock(at now: Instant, _ c: inout Calendar) {
    guard !screen.isLocked, !powerState.isOff else { return }
    leaveFront(at: now, &c)
    screen.lock(at: now)
    note(.lockChanged, nil, .locked, at: now, [.text(.old, LogWord.unlocked.name)])
    becomeIdleIfUnused(at: now, &c)
    requestDecision(at: now, &c)
  }

  mutating func screenOff(at now: Instant, _ c: inout Calendar) {
    guard screen.isOn else { return }
    // First, so that it is not billed to whoever would be in front next.
    if let claim = screen.endDisplay() { power.end(claim, at: now) }
    leaveFront(at: now, &c)
    guard let session = screen.turnOff() else { return }
    if let hold = session.hold { power.releaseAwake(hold, at: now) }
    observe(.screenOff, at: now)
    note(.screenChanged, nil, .off, at: now, [.text(.old, LogWord.on.name)])
    journal.endScreenOn(since: session.start, at: now)
    tellPolicy(.screenOff, at: now, &c)
    becomeIdleIfUnused(at: now, &c)
    requestDecision(at: now, &c)
  }

  private mutating func becomeIdleIfUnused(at now: Instant, _ c: inout Calendar) {
    updateOpportunity(at: now)
    guard screen.becomeIdle(at: now) else { return }
    scheduleDecision(at: now + platform.idleDelay, &c)
    followSettling(at: now, &c)
  }

  mutating func open(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    // A locked phone opens nothing: the script or a reboot has cut the session short.
    guard !powerState.isOff, !screen.isLocked, screen.frontApp != app else { return }
    // Should its process end at once, that is another leave, after which nobody follows.
    if screen.frontApp != nil { leaveFront(at: now, isFollowed: true, &c) }
    let isCold = processes[app] == .notRunning
    observeOpen(app, at: now)
    stopWatchingCallback(app, &c)
    cancelSuspension(app, at: now, &c)
    let launches = isCold && takesTime(app, for: .launch, at: now, &c)
    setProcess(app, launches ? .foregroundInactive : .foregroundActive, at: now)
    screen.bringToFront(app)
    requestDecision(ofPending: app, at: now, &c)
    processes.enterSwitcher(app)
    setForceQuit(app, false, by: "user", at: now)
    usage.learned.opened(app, at: now)
    appGates.opened(app, at: now, platform)
    tellPolicy(.opened(app: app.rawValue), at: now, &c)
    beginModes(app, at: now, &c)
    updateAllowance(app, at: now, &c)
    if !launches, !finishUserLaunch(app, isCold: isCold, at: now, &c) { return }
    usage.countVisit(app)
    observe(.visit(app: Int(app.rawValue)), at: now)
    drawFrontPower(app, at: now)
    if apps[app].isHeavy {
      heavyAppInFront(at: now, &c)
      beginMemoryPressure(.heavyApp, at: now, &c)
    }
    evictOverLimit(at: now, &c)
  }

  /// USE-8: the user opens an app whose notification has come, and otherwise the app that was drawn.
  mutating func openAfterNotification(_ event: TimelineEvent.Kind, at now: Instant, _ c: inout Calendar) {
    guard case .notificationOpen(let app, let other) = event else { return }
    let hasNotice = usage.hasNotice(AppIndex(app), since: now - Self.noticeLife)
    open(AppIndex(hasNotice ? app : other), at: now, &c)
  }

  /// The longest time from a notification to an open because of it: the longest recorded delay, and a glance.
  private static let noticeLife = TimeSpan.minutes(10)

  /// Does what an app does once its user can use it. Returns whether the process has survived it.
  @discardableResult mutating func finishUserLaunch(
    _ app: AppIndex, isCold: Bool, at now: Instant, _ c: inout Calendar
  ) -> Bool {
    watchProcessor(app, at: now, &c)
    guard specification(app) != nil else { return true }
    if isCold, terminatesForRegistration(app, at: now, &c) { return false }
    resumeUnfinishedWork(app, at: now, &c)
    resumeCode(app, at: now, &c)
    if isCold { code.post(.launched, to: app) }
    code.post(.opened, to: app)
    deliverHeldPushes(app, .foreground, at: now, &c)
    takeWaitingEvents(app, at: now, &c)
    transfers[resumeDelay: app].clear()
    tellUntoldBatches(app, at: now, &c)
    createTransfers(app, on: .open, at: now, &c)
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
    followSettling(at: now, &c)
    tellPolicy(.screenOn, at: now, &c)
    _ = screen.unlock(at: now)
    note(.lockChanged, nil, .unlocked, at: now, [.text(.old, LogWord.locked.name)])
    tellPolicy(.unlocked, at: now, &c)
    guard let front = plan.initial.frontApp, apps.indices.contains(AppIndex(front)) else { return }
    let app = AppIndex(front)
    setProcess(app, .foregroundActive, at: now)
    screen.bringToFront(app)
    processes.enterSwitcher(app)
    code.post(.launched, to: app)
    code.post(.opened, to: app)
    tellPolicy(.opened(app: app.rawValue), at: now, &c)
    drawFrontPower(app, at: now)
    if apps[app].isHeavy { beginMemoryPressure(.heavyApp, at: now, &c) }
  }

  private mutating func planContinuedTasks(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app) else { return }
    usage.beginVisit(app, at: now)
    for task in specification.taskTraits.indices {
      guard let delay = specification.taskTraits[task].startsAfterOpen else { continue }
      c.schedule(
        PhoneEvent(.userStart, app, detail: UInt8(truncatingIfNeeded: task)), at: now + delay, .userAction)
    }
  }

  /// The user starts a task during a visit; an act of a visit that was broken off does not happen in the next one.
  mutating func userStarts(_ app: AppIndex, _ task: Int, at now: Instant, _ c: inout Calendar) {
    let delay = specification(app)?.tasks[task].continued.startsAfterOpen ?? .zero
    if screen.frontApp == app, usage.visitStart(app) + delay == now { submitTask(app, task, at: now, &c) }
  }

  // MARK: Settings

  mutating func change(
    _ setting: SettingName, _ app: AppIndex?, to value: Double, at now: Instant, _ c: inout Calendar
  ) {
    let old = self.value(of: setting, app: app)
    switch setting {
    case .backgroundRefresh:
      let isSwitchedOff = conditions.changeBackgroundRefresh(
        to: Int(SettingName.state(value)), isRestricted: value > 2)
      if isSwitchedOff { refreshSwitchedOff(nil, at: now) }
    case .appRefresh:
      guard let app else { return }
      let isSwitchedOff = appGates.setRefreshSwitch(app, isOn: value == 1, isRestricted: value > 1)
      reach.markChanged(app)
      if isSwitchedOff { refreshSwitchedOff(app, at: now) }
    case .lowPowerMode: setLowPowerMode(value > 0 ? .manual : .off, at: now, &c)
    case .busy: conditions.changeBusy(to: value > 0)
    case .cpuLoad: conditions.changeProcessorLoad(to: value)
    case .memoryPressure:
      if value > 0 {
        beginMemoryPressure(.script, at: now, &c)
      } else {
        endMemoryPressure(.script, at: now, &c)
      }
    case .thermal:
      changeThermal(to: ThermalState(rawValue: SettingName.state(value)) ?? .nominal, at: now, &c)
    }
    if let word = LogWord(setting) {
      note(
        .settingChanged, app: app, nil, word, value: value, at: now, [.number(.old, old), .text(.by, "user")])
      if setting == .backgroundRefresh || setting == .appRefresh {
        if journal.log.keepsRecords { journal.log.attach([.text(.status, refreshStatus(app).rawValue)]) }
      }
    }
    // GATE-3: neither the pressure on memory nor the load of the processor, nor a setting that keeps its value.
    if setting != .memoryPressure, setting != .cpuLoad, self.value(of: setting, app: app) != old {
      requestDecision(at: now, &c)
    }
  }

  func value(of setting: SettingName, app: AppIndex?) -> Double {
    switch setting {
    case .backgroundRefresh: conditions.isRefreshRestricted ? 3 : Double(conditions.backgroundRefresh)
    case .appRefresh:
      app.map { appGates.isRefreshRestricted($0) ? 2 : appGates.refreshSwitch($0) ? 1 : 0 } ?? 0
    case .lowPowerMode: conditions.isLowPowerMode ? 1 : 0
    case .busy: conditions.isBusy ? 1 : 0
    case .cpuLoad: conditions.processorLoad
    case .memoryPressure: 0
    case .thermal: Double(conditions.thermal.rawValue)
    }
  }

  // MARK: Low Power Mode by hand, by the prompt, and its end on the charger: PWR-3 and PWR-4

  mutating func setLowPowerMode(_ mode: LowPowerMode, at now: Instant, _ c: inout Calendar) {
    guard let old = conditions.changeLowPowerMode(to: mode) else { return }
    note(
      .settingChanged, nil, .lowPowerMode, value: mode == .off ? 0 : 1, at: now,
      [
        .number(.old, old == .off ? 0 : 1),
        .text(.by, mode == .manual || old == .manual ? "user" : mode == .prompted ? "prompt" : "charging"),
      ])
    reroute(at: now, &c)
    if (old == .off) != (mode == .off) { requestDecision(at: now, &c) }
  }

  /// PWR-3: asked at most once after each unplugging, at an unlocked session at or below the level.
  mutating func offerLowPowerMode(at now: Instant, _ c: inout Calendar) {
    guard !charging.isPlugged, !conditions.isLowPowerMode, !charging.hasPrompted,
      power.readStateOfCharge(at: now) <= platform.promptLevel
    else { return }
    charging.prompt()
    stream.seek(event: address(.lowPowerModePrompt, index: now.day))
    if stream.bernoulli(platform.promptAcceptance) { setLowPowerMode(.prompted, at: now, &c) }
  }

  /// PWR-4: what the prompt switched on ends on the charger at the auto-off level.
  mutating func endPromptedLowPowerMode(at now: Instant, _ c: inout Calendar) {
    if conditions.lowPowerMode == .prompted, charging.isPlugged { setLowPowerMode(.off, at: now, &c) }
  }
}

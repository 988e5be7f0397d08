import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// What the user does with the screen: sessions, opens, notifications.
extension Phone {
  private static let glancePayer = EnergyPayer(app: -1, cause: .user)

  mutating func screenOn(at now: Instant, _ c: inout Calendar) {
    guard !screen.isOn else { return }
    journal.count(.session(isLost: powerState.isOff), at: now)
    guard !powerState.isOff else { return }
    lightScreen(at: now)
    tellPolicy(.screenOn, at: now, &c)
    // PROC-2: looking at the screen is using the device, also without an unlock.
    expireProcessing(.deviceInUse, at: now, &c)
    requestDecision(at: now, &c)
  }

  /// The screen goes on, and its power with it.
  mutating func lightScreen(at now: Instant) {
    updateOpportunity(at: now)
    screen.turnOn(at: now)
    note(.screenChanged, nil, .on, at: now, [.text(.old, LogWord.off.name)])
    screen.draw(hold: holdAwake(Self.glancePayer, account: nil, at: now))
    if drawsSessionPower { drawDisplay(Self.glancePayer, at: now) }
  }

  mutating func screenOff(at now: Instant, _ c: inout Calendar) {
    guard screen.isOn else { return }
    leaveFront(at: now, &c)
    guard let session = screen.turnOff() else { return }
    if let claim = session.display { power.end(claim, at: now) }
    if let hold = session.hold { power.releaseAwake(hold, at: now) }
    note(.screenChanged, nil, .off, at: now, [.text(.old, LogWord.on.name)])
    journal.count(.screenOn(since: session.start), at: now)
    tellPolicy(.screenOff, at: now, &c)
    becomeIdleIfUnused(at: now, &c)
    requestDecision(at: now, &c)
  }

  mutating func unlock(at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, screen.isLocked else { return }
    updateOpportunity(at: now)
    let lockedTime = screen.unlock(at: now)
    note(.lockChanged, nil, .unlocked, at: now, [.text(.old, LogWord.locked.name)])
    powerState.unlock()
    moveTransfers(at: now, &c)
    tellPolicy(.unlocked, at: now, &c)
    if lockedTime >= configuration.platform.herdPause { beginHerdHold(at: now, &c) }
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

  /// Idle begins when the device is locked with the screen off.
  private mutating func becomeIdleIfUnused(at now: Instant, _ c: inout Calendar) {
    updateOpportunity(at: now)
    guard screen.becomeIdle(at: now) else { return }
    scheduleDecision(at: now + configuration.platform.idleDelay, &c)
  }

  private func isNight(_ now: Instant) -> Bool {
    now.timeOfDay >= configuration.nightStart || now.timeOfDay < configuration.nightEnd
  }

  /// Sessions of a phone whose power comes from a trace's readings are in those readings already.
  var drawsSessionPower: Bool { !plan.powerFromReadings }

  // MARK: Start

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

  // MARK: Opens

  /// The user opens an app.
  mutating func open(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    // A locked phone opens nothing: the script or a reboot has cut the session short.
    guard !powerState.isOff, !screen.isLocked, screen.frontApp != app else { return }
    if screen.frontApp != nil { leaveFront(at: now, &c) }
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
    drawFrontPower(app, at: now)
    if apps[index].isHeavy {
      heavyAppInFront(at: now, &c)
      beginMemoryPressure(.heavyApp, at: now, &c)
    }
    evictOverLimit(at: now, &c)
  }

  /// The power of the app in front: its load, its bytes, and the display that it is billed for.
  private mutating func drawFrontPower(_ app: AppIndex, at now: Instant) {
    guard drawsSessionPower else { return }
    let payer = EnergyPayer(app: app, cause: .user)
    rebillDisplay(to: payer, at: now)
    let factor = conditions.isLowPowerMode ? configuration.savedForeground : 1
    let load = power.begin(
      .processor, payer: payer, microwatts: Int64(Double(configuration.foregroundLoad) * factor), at: now)
    screen.draw(load: load)
    if let path = radioPath {
      screen.draw(stream: power.beginStreaming(payer: payer, path: path, at: now))
    }
  }

  /// What an app does once its user can use it.
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

  /// The display is billed to whoever is in front.
  private mutating func rebillDisplay(to payer: EnergyPayer, at now: Instant) {
    guard let claim = screen.takeDisplay() else { return }
    power.end(claim, at: now)
    drawDisplay(payer, at: now)
  }

  private mutating func drawDisplay(_ payer: EnergyPayer, at now: Instant) {
    let base = isNight(now) ? configuration.nightBrightness : configuration.dayBrightness
    let brightness = conditions.isLowPowerMode ? base * configuration.savedBrightness : base
    let claim = power.begin(
      .display, payer: payer,
      microwatts: configuration.device.displayMicrowatts(brightness: brightness), at: now)
    screen.draw(display: claim)
  }

  /// The app in front goes to the background, if there is one; if its process ends, it does nothing there.
  mutating func leaveFront(at now: Instant, isEnding: Bool = false, _ c: inout Calendar) {
    guard let front = screen.leaveFront() else { return }
    let app = front.app
    if let claim = front.load { power.end(claim, at: now) }
    if let stream = front.stream { power.endStreaming(stream, at: now) }
    rebillDisplay(to: Self.glancePayer, at: now)
    appGates.left(app, at: now)
    note(.userLeft, app: app, at: now)
    tellPolicy(.left(app: app.rawValue), at: now, &c)
    endMemoryPressure(.heavyApp, at: now, &c)
    stopWatchingLaunch(app, &c)
    if processes[app].isForeground, !isEnding {
      note(.callback, app: app, nil, .willResignActive, at: now)
      setProcess(app, .background, at: now)
      note(.callback, app: app, nil, .didEnterBackground, at: now)
      rearm(app, at: now, &c)
      beginExitWork(app, at: now, &c)
      watchProcessor(app, at: now, &c)
      if !entersBackgroundSlowly(app, at: now, &c) { note(.callback, app: app, nil, .snapshot, at: now) }
      if !processes.isKeptRunning(app) {
        processes.keepAwake(app, holdAwake(EnergyPayer(app: app, cause: .user), account: nil, at: now))
        scheduleSuspension(app, at: now, &c)
      }
      if !isEnding { createTransfers(app, on: .exit, at: now, &c) }
    }
    requestDecision(ofPending: app, at: now, &c)
  }

  /// The radio that the present path uses.
  var radioPath: RadioPath? {
    network.radioPath(avoids5G: conditions.isLowPowerMode && configuration.device.lowPowerDisables5G)
  }

  /// Foreground traffic follows the path.
  mutating func rerouteStreaming(at now: Instant) {
    guard let (app, stream) = screen.takeStream() else { return }
    power.endStreaming(stream, at: now)
    if let path = radioPath {
      let payer = EnergyPayer(app: app, cause: .user)
      screen.draw(stream: power.beginStreaming(payer: payer, path: path, at: now))
    }
  }

  // MARK: Notifications

  /// A visible notification: one wake, its bytes, and the lock screen where the screen is off.
  mutating func notify(at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, network.isOnline, drawsSessionPower else { return }
    let payer = EnergyPayer(app: -1, cause: .notification)
    lightLockScreen(payer, at: now, &c)
    moveBytes(configuration.notificationPayload, payer: payer, at: now)
  }

  /// Where the screen is off, a notification lights it for a while; who lights it first is billed.
  mutating func lightLockScreen(_ payer: EnergyPayer, at now: Instant, _ c: inout Calendar) {
    guard !screen.isOn, drawsSessionPower else { return }
    if !screen.isGlowing {
      let hold = holdAwake(payer, account: nil, at: now)
      let display = power.begin(.display, payer: payer, microwatts: configuration.lockScreen, at: now)
      screen.beginGlow(LockScreenGlow(display: display, hold: hold))
    }
    screen.endGlow(at: now + configuration.glow, &c)
  }

  /// Moves a few bytes at once: the transfer is over within the same instant but leaves its tail.
  mutating func moveBytes(_ bytes: Int64, payer: EnergyPayer, at now: Instant) {
    guard let path = radioPath else { return }
    power.spendTransfer(payer: payer, path: path, bytesDown: bytes, at: now)
  }

  mutating func notificationEnds(at now: Instant) {
    guard let glow = screen.glowEnded() else { return }
    power.end(glow.display, at: now)
    power.releaseAwake(glow.hold, at: now)
  }

  // MARK: Waking

  /// Keeps the platform awake; whoever wakes it from deep idle pays for the wake-up.
  mutating func holdAwake(_ payer: EnergyPayer, account: AccountID?, at now: Instant) -> HolderID {
    if power.awakeHolders == 0 {
      journal.count(.wakeUp, at: now)
      power.spend(
        .processor, payer: payer, nanojoules: configuration.wakeEnergy, account: account, at: now)
    }
    return power.holdAwake(payer: payer, account: account, at: now)
  }
}

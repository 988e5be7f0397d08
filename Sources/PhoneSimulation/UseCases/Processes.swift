import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// Processes: their state, their modes, their callbacks and the processor time that is watched.
extension Phone {
  // MARK: State, suspension and the flag of the app switcher: LIFE-1, LIFE-3, QUIT-1

  /// Every transition is written and must be legal.
  mutating func setProcess(_ app: AppIndex, _ state: ProcessState, at now: Instant) {
    let present = processes[app]
    guard present != state, !(state == .background && present.isForeground && screen.frontApp == app) else {
      return
    }
    let old = processes.move(app, to: state)
    if present.isForeground != state.isForeground, appGates.setForeground(app, state.isForeground) {
      reach.markChanged(app)
    }
    note(.stateChanged, app: app, nil, LogWord(state), at: now, [.text(.from, old.name)])
  }

  mutating func awaitSuspension(
    _ app: AppIndex, billedTo cause: EnergyCause, at now: Instant, _ c: inout Calendar
  ) {
    guard !processes.isKeptRunning(app) else { return }
    processes.keepAwake(app, holdAwake(EnergyPayer(app: app, cause: cause), account: nil, at: now))
    scheduleSuspension(app, at: now, &c)
  }

  mutating func scheduleSuspension(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    processes.scheduleSuspension(app, at: now + platform.suspendDelay, &c)
  }

  mutating func cancelSuspension(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    processes.cancelSuspension(app, &c)
    releaseSuspensionHold(app, at: now)
  }

  @inline(__always) mutating func releaseSuspensionHold(_ app: AppIndex, at now: Instant) {
    if let holder = processes.takeSuspensionHold(app) { power.releaseAwake(holder, at: now) }
    settleEndedTails(at: now)
  }

  mutating func setForceQuit(_ app: AppIndex, _ flag: Bool, by: String, at now: Instant) {
    let old = appGates.setForceQuit(app, flag)
    reach.markChanged(app)
    guard old != flag else { return }
    note(
      .settingChanged, app: app, nil, .forceQuitFlag, value: flag ? 1 : 0, at: now,
      [.number(.old, old ? 1 : 0), .text(.by, by)])
  }

  // MARK: Callbacks of the life cycle

  /// LIFE-2: `didEnterBackground` runs as long as the app takes, up to the limit. Returns whether it still does.
  mutating func entersBackgroundSlowly(_ app: AppIndex, at now: Instant, _ c: inout Calendar) -> Bool {
    guard takesTime(app, for: .enteringBackground, at: now, &c) else { return false }
    processes.addBackgroundHold(app)
    if !processes.hasSuspensionHold(app) {
      processes.keepAwake(app, holdAwake(EnergyPayer(app: app, cause: .user), account: nil, at: now))
    }
    return true
  }

  mutating func returnFromEnteringBackground(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    stopWatchingCallback(app, &c)
    note(.callback, app: app, nil, .snapshot, at: now)
    if processes.isKeptRunning(app) {
      cancelSuspension(app, at: now, &c)
    } else {
      scheduleSuspension(app, at: now, &c)
    }
  }

  mutating func stopWatchingCallback(_ app: AppIndex, _ c: inout Calendar) {
    if watchdogs.end(app, .enteringBackground, &c) { processes.removeBackgroundHold(app) }
  }

  /// LIFE-2, LIFE-4: a callback, or a launch by the user, that takes its time. Returns whether it is still going on.
  mutating func takesTime(
    _ app: AppIndex, for callback: WatchdogTable.Callback, at now: Instant, _ c: inout Calendar
  ) -> Bool {
    let (time, limit) = length(of: callback, app)
    guard time > .zero else { return false }
    watchdogs.begin(app, callback, taking: time, limit: limit, at: now, &c)
    return true
  }

  /// DBG-3: a callback that a debugger lets go on past its limit returns when the app is done.
  mutating func letGoOn(
    _ callback: WatchdogTable.Callback, _ app: AppIndex, at now: Instant, _ c: inout Calendar
  ) {
    let (time, limit) = length(of: callback, app)
    watchdogs.prolong(app, callback, until: now + (time - limit), &c)
  }

  private func length(of callback: WatchdogTable.Callback, _ app: AppIndex) -> (
    time: TimeSpan, limit: TimeSpan
  ) {
    switch callback {
    case .enteringBackground:
      (specification(app)?.quality.enterBackgroundTime ?? .zero, platform.enterBackgroundLimit)
    case .launch: (specification(app)?.quality.launchTime ?? .zero, platform.launchWatchdog)
    }
  }

  // MARK: Processor time

  /// LIFE-5: follows the processor demand of an app outside the foreground. The start of the process itself
  /// is the system's work and does not count. PROC-6: during an exempt run, such as a continued task, nothing is watched,
  /// and the window starts empty after the last.
  mutating func watchProcessor(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let demand = processorDemand(app, at: now) else { return watchdogs.forgetDemand(app, &c) }
    watchdogs.setDemand(
      app, rate: demand.rate, left: demand.left, limit: platform.processorMonitorLimit,
      window: platform.processorMonitorWindow, at: now, &c)
  }

  @inline(__always) mutating func watchExemption(of slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let isContinued = runs[slot].item.mechanism == .continued && !platform.monitorsContinued
    if isContinued || runs[slot].item.requiresExternalPower {
      watchProcessor(runs[slot].item.app, at: now, &c)
    }
  }

  @inline(__always) private func processorDemand(_ app: AppIndex, at now: Instant) -> ProcessorDemand? {
    guard processes[app] == .background else { return ProcessorDemand() }
    guard
      var demand = runs.processorDemand(of: app, monitorsContinued: platform.monitorsContinued, at: now)
    else { return nil }
    if !code.isEmpty { code.add(to: &demand, of: app, at: now) }
    for i in backgroundTime.indices(app) {
      guard backgroundTime[app, i].processor != nil else { continue }
      demand.add(backgroundTime[app, i].work.share, until: backgroundTime[app, i].processorEnd, at: now)
    }
    return demand
  }

  // MARK: Audio and standard location: MODE-1 and MODE-2

  /// MODE-1 and MODE-2: what the user wants begins where the app runs already, and else when the user opens
  /// it; neither mode ever launches it. A mode that the bundle does not declare keeps nothing running.
  mutating func beginModes(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard modes.wantsAny(app), processes[app].isExecuting, let declared = specification(app)?.declaredModes
    else { return }
    let payer = EnergyPayer(app: app, cause: .mode)
    if modes.isMissing(app, .audio), declared.contains(.audio) {
      // Playback needs the platform for moments only; its power has them in it.
      let claim = power.begin(.system, payer: payer, microwatts: configuration.audioPower, at: now)
      modes.begin(app, .audio, (claim, nil))
      processes.addBackgroundHold(app)
      cancelSuspension(app, at: now, &c)
    }
    if modes.isMissing(app, .location), declared.contains(.location) {
      let hold = holdAwake(payer, account: nil, at: now)
      let claim = power.begin(.system, payer: payer, microwatts: configuration.receiverPower, at: now)
      modes.begin(app, .location, (claim, hold))
      processes.addBackgroundHold(app)
      cancelSuspension(app, at: now, &c)
    }
  }

  mutating func want(
    _ mode: ModeTable.Running, _ app: AppIndex, _ isWanted: Bool, at now: Instant, _ c: inout Calendar
  ) {
    modes.setWanted(app, mode, isWanted)
    if isWanted { beginModes(app, at: now, &c) } else { endUnwantedModes(app, at: now, &c) }
  }

  /// Ends what the user no longer wants; LIFE-3 applies to a process that nothing else keeps running.
  mutating func endUnwantedModes(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let before = processes.backgroundHolds(app)
    if !modes.wants(app, .audio) { end(.audio, app, at: now) }
    if !modes.wants(app, .location) { end(.location, app, at: now) }
    if processes.backgroundHolds(app) < before, processes[app] == .background {
      awaitSuspension(app, billedTo: .mode, at: now, &c)
    }
  }

  mutating func end(_ mode: ModeTable.Running, _ app: AppIndex, at now: Instant) {
    guard let use = modes.end(app, mode) else { return }
    power.end(use.claim, at: now)
    if let hold = use.hold { power.releaseAwake(hold, at: now) }
    processes.removeBackgroundHold(app)
  }
}

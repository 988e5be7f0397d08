import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Process states, suspension, memory pressure, and involuntary ends: chapters LIFE and QUIT.
extension Phone {
  mutating func handleApp(_ event: PhoneEvent.App, _ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .suspend: suspend(app, at: now, &c)
    case .memoryPressure:
      scheduleMemoryPressure(app, after: now, &c)
      if processes[app] == .suspended { terminate(app, .memoryPressure, at: now, &c) }
    case .foregroundFetchEnd: endForegroundFetch(app, at: now)
    }
  }

  /// Every transition is written and must be legal.
  mutating func setProcess(_ app: AppIndex, _ state: ProcessState, at now: Instant) {
    let present = processes[app]
    guard present != state, !(state == .background && present.isForeground && screen.frontApp == app) else {
      return
    }
    let old = processes.move(app, to: state)
    appGates.setForeground(app, state.isForeground)
    note(.stateChanged, app: app, nil, LogWord(state), at: now, [.text(.from, old.name)])
  }

  mutating func scheduleSuspension(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    processes.scheduleSuspension(app, at: now + configuration.platform.suspendDelay, &c)
  }

  /// Something keeps the process running again.
  mutating func cancelSuspension(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    processes.cancelSuspension(app, &c)
    releaseLinger(app, at: now)
  }

  private mutating func releaseLinger(_ app: AppIndex, at now: Instant) {
    if let holder = processes.takeSuspensionHold(app) { power.releaseAwake(holder, at: now) }
    settleEndedTails(at: now)
  }

  private mutating func suspend(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    processes.suspensionFired(app)
    let lastRun = processes.lastRun(app).map { runs[$0].item.number }
    releaseLinger(app, at: now)
    guard processes[app] == .background, !processes.isKeptRunning(app) else { return }
    if specification(app)?.quality.holdsLock == true, strike(app, .lockHeld, at: now, &c) { return }
    setProcess(app, .suspended, at: now)
    note(.suspended, app: app, at: now, lastRun.map { [.integer(.afterRun, $0.rawValue)] } ?? [])
    pauseLeftovers(app, at: now, &c)
  }

  // MARK: Involuntary ends

  /// The process ends and its runs with it; held pushes are lost, requests and flags stay.
  mutating func terminate(
    _ app: AppIndex, _ reason: TerminationReason, cause: TerminationCause? = nil, at now: Instant,
    _ c: inout Calendar
  ) {
    guard processes[app] != .notRunning else { return }
    let word = LogWord(reason)
    let ended: [LogField] = journal.keepsRecords ? [.text(.runs, runNumbers(of: app))] : []
    note(.terminated, app: app, nil, word, at: now, Self.causeField(cause) + ended)
    if screen.frontApp == app { leaveFront(at: now, isEnding: true, &c) }
    cancelSuspension(app, at: now, &c)
    calmWatchdogs(app, at: now, &c)
    endModes(app, at: now)
    setProcess(app, .notRunning, at: now)
    loseLeftovers(app, word, at: now, &c)
    for slot in runs.slots
    where runs[slot].item.app == app && runs[slot].phase != .ended && runs[slot].phase != .lingering {
      kill(slot, word, cause, at: now, &c)
    }
    if reason != .forceQuit {
      dropHeldPushes(app, .processKilled, at: now)
    } else if configuration.platform.appSwitcher != .off {
      dropHeldPushes(app, .forceQuit, at: now)
    }
    requestDecision(at: now, &c)
  }

  private static func causeField(_ cause: TerminationCause?) -> [LogField] {
    cause.map { [.text(.cause, $0.rawValue)] } ?? []
  }

  /// The items of the runs that end with a process.
  private func runNumbers(of app: AppIndex) -> String {
    runs.slots.filter { runs[$0].item.app == app && runs[$0].phase != .ended && runs[$0].phase != .lingering }
      .map { "\(runs[$0].item.number.rawValue)" }.joined(separator: " ")
  }

  mutating func kill(
    _ slot: RunSlot, _ reason: LogWord, _ cause: TerminationCause?, at now: Instant, _ c: inout Calendar
  ) {
    let index = slot
    let item = runs[index].item
    keepProgress(index, at: now)
    stopWork(slot, at: now, &c)
    if item.mechanism == .push, runs[index].phase == .launching {
      journal.pushLaunchEnds(item.app)
      drop(
        item.app, item.number, sent: item.sent, reason == .forceQuit ? .forceQuit : .processKilled, at: now)
    }
    if item.modeEvent == .voip, runs[index].phase == .launching {
      dropCall(item, reason == .forceQuit ? .forceQuit : .processKilled, at: now)
    }
    // CONT-9: removal from the switcher cancels a continued task.
    let isCancelled =
      reason == .forceQuit && item.mechanism == .continued && configuration.platform.appSwitcher != .off
    let word = isCancelled ? LogWord.appRemoved : reason
    journal.record(
      .killed(isCancelled ? .cancelled : .terminated, word), item, at: now, Self.causeField(cause))
    runs[index].outcome = isCancelled ? .cancelled : .killed
    runs[index].reason = word
    runEnds(slot, success: false, at: now)
    if let holder = runs[index].holder { power.releaseAwake(holder, at: now) }
    runs[index].holder = nil
    settleEndedTails(at: now)
  }

  mutating func endAllProcesses(_ reason: TerminationReason, at now: Instant, _ c: inout Calendar) {
    for app in apps.indices where processes[app] != .notRunning {
      terminate(app, reason, at: now, &c)
    }
    for slot in requests.slots where requests[slot].mechanism == .push {
      dropHeld(slot, .processKilled, at: now)
    }
    endExtensions(at: now, &c)
  }

  /// QUIT-1: removal from the app switcher, of one app or of all that are in it.
  mutating func forceQuit(_ app: AppIndex?, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    let victims = app.map { [$0] } ?? processes.inSwitcher
    for victim in victims {
      note(.forceQuit, app: victim, at: now)
      terminate(victim, .forceQuit, at: now, &c)
      setForceQuit(victim, true, by: "user", at: now)
      processes.leaveSwitcher(victim)
      // A factor that is off takes the process and what runs in it, and nothing else (GATE-1).
      guard configuration.platform.appSwitcher != .off else { continue }
      cancelContinued(victim, at: now)
      dropHeldPushes(victim, .forceQuit, at: now)
      cancelTransfers(victim, at: now, &c)
      for slot in requests.slots(of: victim) where requests[slot].open <= now {
        censorDelay(of: slot, at: now)
      }
    }
    requestDecision(at: now, &c)
  }

  /// The flag of the app switcher, and with it that for pushes.
  mutating func setForceQuit(_ app: AppIndex, _ flag: Bool, by: String, at now: Instant) {
    let old = appGates.setForceQuit(app, flag)
    guard old != flag else { return }
    note(
      .settingChanged, app: app, nil, .forceQuitFlag, value: flag ? 1 : 0, at: now,
      [.number(.old, old ? 1 : 0), .text(.by, by)])
  }

  // MARK: Memory

  /// LIFE-6: chances come from outside as a Poisson process, so that every policy meets the same ones.
  mutating func scheduleMemoryPressure(_ app: AppIndex, after now: Instant, _ c: inout Calendar) {
    let hazard = configuration.platform.jetsamHazardPerHour
    guard hazard > 0 else { return }
    stream.seek(event: address(.memoryPressure, app: app, index: processes.takeMemoryPressureChance(app)))
    let next = now + .hours(stream.exponential(mean: 1 / hazard))
    if next <= plan.end { c.schedule(.app(.memoryPressure, app), at: next, .environment) }
  }

  /// A heavy app in front may cost each suspended process its place.
  mutating func heavyAppInFront(at now: Instant, _ c: inout Calendar) {
    guard let front = screen.frontApp else { return }
    let ordinal = usage.ordinal(front)
    for app in apps.indices where processes[app] == .suspended {
      stream.seek(event: address(.memoryPressure, app: app, index: 1 << 24 + ordinal))
      if stream.bernoulli(configuration.platform.jetsamHeavyProbability) {
        terminate(app, .memoryPressure, at: now, &c)
      }
    }
  }

  /// At most so many processes stay in memory.
  mutating func evictOverLimit(at now: Instant, _ c: inout Calendar) {
    while let victim = processes.surplus { terminate(victim, .memoryPressure, at: now, &c) }
  }
}

extension LogWord {
  init(_ state: ProcessState) {
    switch state {
    case .notRunning: self = .notRunning
    case .foregroundInactive: self = .foregroundInactive
    case .foregroundActive: self = .foregroundActive
    case .background: self = .background
    case .suspended: self = .suspended
    }
  }

  init(_ reason: TerminationReason) {
    switch reason {
    case .completionTimeout: self = .completionTimeout
    case .memoryPressure: self = .memoryPressure
    case .lateRegistration: self = .lateRegistration
    case .duplicateRegistration: self = .duplicateRegistration
    case .noHandler: self = .noHandler
    case .crash: self = .crash
    case .forceQuit: self = .forceQuit
    case .reboot: self = .reboot
    case .powerOff: self = .powerOff
    case .assertionExpired: self = .assertionExpired
    case .transferCompletionLate: self = .transferCompletionLate
    case .enterBackgroundTimeout: self = .enterBackgroundTimeout
    case .launchTimeout: self = .launchTimeout
    case .cpuMonitor: self = .cpuMonitor
    case .lockHeld: self = .lockHeld
    case .callNotReported: self = .callNotReported
    case .resourcePressure: self = .resourcePressure
    }
  }
}

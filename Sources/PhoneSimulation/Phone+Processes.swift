import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Process states, suspension, memory pressure, and involuntary ends: chapters LIFE and QUIT.
extension Phone {
  mutating func handleApp(_ event: PhoneEvent.App, _ app: Int32, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .suspend: suspend(app, at: now, &c)
    case .memoryPressure:
      scheduleMemoryPressure(app, after: now, &c)
      if apps[Int(app)].process == .suspended { terminate(app, .memoryPressure, at: now, &c) }
    case .foregroundFetchEnd: endForegroundFetch(app, at: now)
    }
  }

  /// Every transition is written and must be legal.
  mutating func setProcess(_ app: Int32, _ state: ProcessState, at now: Instant) {
    let old = apps[Int(app)].process
    guard old != state, !(state == .background && old.isForeground && frontApp == app) else { return }
    precondition(old.canBecome(state), "no process goes from \(old) to \(state)")
    apps[Int(app)].process = state
    note(.stateChanged, app: app, nil, LogWord(state), at: now, [.text(.from, old.name)])
    if state == .notRunning {
      residents.remove(app)
    } else if state != .suspended {
      residents.touch(app)
    }
  }

  mutating func scheduleSuspension(_ app: Int32, at now: Instant, _ c: inout Calendar) {
    Self.moveTimer(
      &apps[Int(app)].suspension, .app(.suspend, app), to: now + configuration.platform.suspendDelay, .expiry,
      &c)
  }

  /// Something keeps the process running again.
  mutating func cancelSuspension(_ app: Int32, at now: Instant, _ c: inout Calendar) {
    if let timer = apps[Int(app)].suspension { _ = c.cancel(timer) }
    apps[Int(app)].suspension = nil
    releaseLinger(app, at: now)
  }

  private mutating func releaseLinger(_ app: Int32, at now: Instant) {
    if let holder = apps[Int(app)].linger { power.releaseAwake(holder, at: now) }
    apps[Int(app)].linger = nil
    apps[Int(app)].lingerRun = -1
    settleEndedTails(at: now)
  }

  private mutating func suspend(_ app: Int32, at now: Instant, _ c: inout Calendar) {
    apps[Int(app)].suspension = nil
    let run = apps[Int(app)].lingerRun
    let lastRun = run >= 0 ? runs[Int(run)].item.number : 0
    releaseLinger(app, at: now)
    guard apps[Int(app)].process == .background, !apps[Int(app)].isKeptRunning else { return }
    if specification(app)?.quality.holdsLock == true, strike(app, .lockHeld, at: now, &c) { return }
    setProcess(app, .suspended, at: now)
    note(.suspended, app: app, at: now, lastRun > 0 ? [.integer(.afterRun, lastRun)] : [])
    pauseLeftovers(app, at: now, &c)
  }

  // MARK: Involuntary ends

  /// The process ends and its runs with it; held pushes are lost, requests and flags stay.
  mutating func terminate(
    _ app: Int32, _ reason: TerminationReason, cause: TerminationCause? = nil, at now: Instant,
    _ c: inout Calendar
  ) {
    guard apps[Int(app)].process != .notRunning else { return }
    let word = LogWord(reason)
    let ended: [LogField] = log.keepsRecords ? [.text(.runs, runNumbers(of: app))] : []
    note(.terminated, app: app, nil, word, at: now, Self.causeField(cause) + ended)
    if frontApp == app { leaveFront(at: now, isEnding: true, &c) }
    cancelSuspension(app, at: now, &c)
    calmWatchdogs(app, at: now, &c)
    apps[Int(app)].launchEnd = nil
    endModes(app, at: now)
    apps[Int(app)].believedPending = []
    setProcess(app, .notRunning, at: now)
    loseLeftovers(app, word, at: now, &c)
    for slot in runs.indices
    where runs[slot].item.app == app && runs[slot].phase != .ended && runs[slot].phase != .lingering {
      kill(Int32(slot), word, cause, at: now, &c)
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
  private func runNumbers(of app: Int32) -> String {
    runs.filter { $0.item.app == app && $0.phase != .ended && $0.phase != .lingering }
      .map { "\($0.item.number)" }.joined(separator: " ")
  }

  mutating func kill(
    _ slot: Int32, _ reason: LogWord, _ cause: TerminationCause?, at now: Instant, _ c: inout Calendar
  ) {
    let index = Int(slot)
    let item = runs[index].item
    let mechanism = Int(item.mechanism.rawValue)
    keepProgress(index, at: now)
    stopWork(slot, at: now, &c)
    if item.mechanism == .push, runs[index].phase == .launching {
      apps[Int(item.app)].tally[mechanism].launching -= 1
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
    note(
      isCancelled ? .cancelled : .terminated, app: item.app, item.mechanism, word, item: item.number,
      identifier: item.identifier, at: now, Self.causeField(cause))
    if item.isObserved { apps[Int(item.app)].result.mechanisms[mechanism].killed += 1 }
    runs[index].outcome = isCancelled ? "cancelled" : "killed"
    runs[index].reason = word.name
    runEnds(slot, success: false, at: now)
    if let holder = runs[index].holder { power.releaseAwake(holder, at: now) }
    runs[index].holder = nil
    settleEndedTails(at: now)
  }

  mutating func endAllProcesses(_ reason: TerminationReason, at now: Instant, _ c: inout Calendar) {
    for app in apps.indices where apps[app].process != .notRunning {
      terminate(Int32(app), reason, at: now, &c)
    }
    while let index = pending.firstIndex(where: { $0.mechanism == .push }) {
      dropHeld(at: index, .processKilled, at: now)
    }
    endExtensions(at: now, &c)
  }

  /// QUIT-1: removal from the app switcher, of one app or of all that are in it.
  mutating func forceQuit(_ app: Int32, at now: Instant, _ c: inout Calendar) {
    guard !isOff else { return }
    let victims = app >= 0 ? [Int(app)] : apps.indices.filter { apps[$0].isInSwitcher }
    for victim in victims {
      note(.forceQuit, app: Int32(victim), at: now)
      terminate(Int32(victim), .forceQuit, at: now, &c)
      setForceQuit(Int32(victim), true, by: "user", at: now)
      apps[victim].isInSwitcher = false
      // A factor that is off takes the process and what runs in it, and nothing else (GATE-1).
      guard configuration.platform.appSwitcher != .off else { continue }
      cancelContinued(Int32(victim), at: now)
      dropHeldPushes(Int32(victim), .forceQuit, at: now)
      cancelTransfers(Int32(victim), at: now, &c)
      for index in pending.indices where pending[index].app == Int32(victim) {
        if pending[index].open <= now { censorDelay(ofPending: index, at: now) }
      }
    }
    requestDecision(at: now, &c)
  }

  /// The flag of the app switcher, and with it that for pushes.
  mutating func setForceQuit(_ app: Int32, _ flag: Bool, by: String, at now: Instant) {
    let old = apps[Int(app)].isForceQuit
    apps[Int(app)].isForceQuit = flag
    apps[Int(app)].isForceQuitForPushes = flag
    guard old != flag else { return }
    note(
      .settingChanged, app: app, nil, .forceQuitFlag, value: flag ? 1 : 0, at: now,
      [.number(.old, old ? 1 : 0), .text(.by, by)])
  }

  // MARK: Memory

  /// LIFE-6: chances come from outside as a Poisson process, so that every policy meets the same ones.
  mutating func scheduleMemoryPressure(_ app: Int32, after now: Instant, _ c: inout Calendar) {
    let hazard = configuration.platform.jetsamHazardPerHour
    guard hazard > 0 else { return }
    stream.seek(event: address(.memoryPressure, app: app, index: apps[Int(app)].memoryPressureChances))
    apps[Int(app)].memoryPressureChances += 1
    let next = now + .hours(stream.exponential(mean: 1 / hazard))
    if next <= plan.end { c.schedule(.app(.memoryPressure, app), at: next, .environment) }
  }

  /// A heavy app in front may cost each suspended process its place.
  mutating func heavyAppInFront(at now: Instant, _ c: inout Calendar) {
    let front = frontApp
    let ordinal = apps[Int(front)].openOrdinal
    for app in apps.indices where apps[app].process == .suspended {
      stream.seek(event: address(.memoryPressure, app: Int32(app), index: 1 << 24 + ordinal))
      if stream.bernoulli(configuration.platform.jetsamHeavyProbability) {
        terminate(Int32(app), .memoryPressure, at: now, &c)
      }
    }
  }

  /// At most so many processes stay in memory.
  mutating func evictOverLimit(at now: Instant, _ c: inout Calendar) {
    while let victim = residents.victim(where: { apps[Int($0)].process == .suspended }) {
      terminate(victim, .memoryPressure, at: now, &c)
    }
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

import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// The app in front leaves it, and the end of a process with all that it has: chapters LIFE and QUIT.
extension Phone {
  /// The process ends and its runs with it; held pushes are lost, requests and flags stay.
  mutating func terminate(
    _ app: AppIndex, _ reason: LogWord, cause: TerminationCause? = nil, at now: Instant, _ c: inout Calendar
  ) {
    guard processes[app] != .notRunning else { return }
    note(.terminated, app: app, nil, reason, at: now, Self.causeField(cause))
    if journal.log.keepsRecords {
      let numbers = runs.openSlots(of: app).map { "\(runs[$0].item.number.rawValue)" }
      journal.log.attach([.text(.runs, numbers.joined(separator: " "))])
    }
    if screen.frontApp == app { leaveFront(at: now, isEnding: true, &c) }
    cancelSuspension(app, at: now, &c)
    stopWatchingCallback(app, &c)
    watchdogs.end(app, .launch, &c)
    endCode(app, reason, at: now, &c)
    watchdogs.forgetDemand(app, &c)
    end(.audio, app, at: now)
    end(.location, app, at: now)
    setProcess(app, .notRunning, at: now)
    loseUnfinishedWork(app, reason, at: now, &c)
    let slots = runs.openSlots(of: app)
    for slot in slots where runs[slot].isOpen { kill(slot, reason, cause, at: now, &c) }
    if reason != .forceQuit {
      dropHeldPushes(app, .processKilled, at: now)
    } else if platform.appSwitcher != .off {
      dropHeldPushes(app, .forceQuit, at: now)
    }
    // GATE-3: the end of a run is a decision point, and the end of a process is none.
    if !slots.isEmpty { requestDecision(at: now, &c) }
  }

  private mutating func kill(
    _ slot: RunSlot, _ reason: LogWord, _ cause: TerminationCause?, at now: Instant, _ c: inout Calendar
  ) {
    let item = runs[slot].item
    keepProgress(slot, at: now)
    stopWork(slot, at: now, &c)
    if item.mechanism == .push, runs[slot].phase == .launching {
      journal.items.endPushLaunch(item.app)
      drop(
        item.app, item.number, sent: item.sent, reason == .forceQuit ? .forceQuit : .processKilled, at: now)
    }
    if item.wakeSource == .voip, runs[slot].phase == .launching, let push = item.call.flatMap({ server[$0] })
    {
      drop(push, reason == .forceQuit ? .forceQuit : .processKilled, at: now)
    }
    // CONT-9: removal from the switcher cancels a continued task.
    let isCancelled = reason == .forceQuit && item.mechanism == .continued && platform.appSwitcher != .off
    let word = isCancelled ? LogWord.appRemoved : reason
    journal.record(
      .killed(isCancelled ? .canceled : .terminated, word), item, at: now, Self.causeField(cause))
    runs[slot].conclude(isCancelled ? .canceled : .killed, word)
    runEnds(slot, success: false, at: now, &c)
    if let holder = runs[slot].takeHolder() { power.releaseAwake(holder, at: now) }
    settleEndedTails(at: now)
  }

  private static func causeField(_ cause: TerminationCause?) -> [LogField] {
    cause.map { [.text(.cause, $0.rawValue)] } ?? []
  }

  mutating func endAllProcesses(_ reason: LogWord, at now: Instant, _ c: inout Calendar) {
    for app in apps.indices where processes[app] != .notRunning { terminate(app, reason, at: now, &c) }
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
      guard platform.appSwitcher != .off else { continue }
      // CONT-9: with the app its queued tasks go, without any callback; those that run end with its process.
      for slot in requests.slots(of: victim) where requests[slot].mechanism == .continued {
        cancel(slot, .appRemoved, at: now)
      }
      dropHeldPushes(victim, .forceQuit, at: now)
      cancelTransfers(victim, at: now, &c)
      for slot in requests.slots(of: victim)
      where requests[slot].open <= now && platform.heedsForceQuit(requests[slot].mechanism) {
        cutOffWait(of: slot, .forceQuit, at: now)
      }
    }
    requestDecision(at: now, &c)
  }

  // MARK: Limits, unless a debugger keeps the process alive: DBG-3

  /// A watchdog ends a process, unless a debugger keeps it alive (DBG-3). Returns whether the process has ended.
  @discardableResult mutating func terminateByWatchdog(
    _ app: AppIndex, _ reason: LogWord, _ cause: TerminationCause? = nil, at now: Instant, _ c: inout Calendar
  ) -> Bool {
    if suppressesKill(app, at: now) { return false }
    terminate(app, reason, cause: cause, at: now, &c)
    return true
  }

  /// DBG-3: a debugger keeps watchdogs and the end of a grace from killing the process; the kill that would
  /// have been is written instead.
  private mutating func suppressesKill(_ app: AppIndex, at now: Instant) -> Bool {
    guard platform.isDebuggerAttached else { return false }
    note(.warned, app: app, nil, .killSuppressed, at: now)
    return true
  }

  /// API-3: a late or second registration kills the process at the end of a cold launch. An app with
  /// continued tasks only may register when the user acts (API-4).
  mutating func terminatesForRegistration(_ app: AppIndex, at now: Instant, _ c: inout Calendar) -> Bool {
    if specification(app)?.hasContinuedTasksOnly == true { return false }
    switch specification(app)?.quality.registration {
    case .late: terminate(app, .lateRegistration, at: now, &c)
    case .twice: terminate(app, .duplicateRegistration, at: now, &c)
    default: return false
    }
    return true
  }

  /// The time of an event is over. A call must have been reported, and other sources may need a completion; else the work
  /// succeeded if it was done.
  mutating func reachLimit(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard runs[slot].item.mechanism == .mode else { return expire(slot, .timeLimit, at: now, &c) }
    let run = runs[slot]
    guard run.phase == .working, let source = run.item.wakeSource else { return }
    if source == .voip, specification(run.item.app)?.quality.reportsCall == false {
      wakes.missCall(run.item.app)
      return terminate(run.item.app, .callNotReported, at: now, &c)
    }
    let app = run.item.app
    if WakeRule.of(source).awaitsCompletion, let number = run.item.eventSource {
      wakes.close(app, number, since: run.item.submitted, retry: platform.healthRetry, at: now)
    }
    let isDone = !run.workTimer.isSet && !run.isStalled && !run.work.fails
    complete(slot, success: isDone && !WakeRule.of(source).awaitsCompletion, at: now, &c)
  }

  mutating func runOutOfGrace(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let mechanism = runs[slot].item.mechanism
    guard runs[slot].phase == .expired || mechanism == .push || mechanism == .wake else { return }
    let app = runs[slot].item.app
    if suppressesKill(app, at: now) {
      // With the debugger the process stays, and the task is marked unsuccessful.
      complete(slot, success: false, at: now, &c)
      return
    }
    if mechanism == .wake { return terminate(app, .transferCompletionLate, at: now, &c) }
    let isIgnoring = code.contains(app) ? code.isWorking(app) : runs[slot].isIgnoring
    let cause: TerminationCause = isIgnoring ? .expiryIgnored : .missingCompletion
    terminate(app, .completionTimeout, cause: cause, at: now, &c)
    // CONT-10: what the user has started costs no budget, however it ends.
    if mechanism.debitsBudgets { penalize(app, at: now) }
  }

  /// EXT-5.
  mutating func endAllowance(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard backgroundTime.openAssertions(app) > 0 else { return }
    let isWorking = code.contains(app) ? code.isWorking(app) : backgroundTime.assertionIsWorking(app)
    let cause: TerminationCause = isWorking ? .expiryIgnored : .missingCompletion
    if terminateByWatchdog(app, .assertionExpired, cause, at: now, &c) { return }
    // DBG-3: without the kill, the extra time is over all the same.
    for i in backgroundTime.indices(app) { endAssertion(i, of: app, at: now, &c) }
    forgetGoneWork(app, at: now)
  }

  // MARK: Memory pressure, as a state of the device and by chance: LIFE-6

  mutating func evictOverLimit(at now: Instant, _ c: inout Calendar) {
    while let victim = processes.surplus { terminate(victim, .memoryPressure, at: now, &c) }
  }

  mutating func heavyAppInFront(at now: Instant, _ c: inout Calendar) {
    guard let front = screen.frontApp else { return }
    let ordinal = usage.ordinal(front)
    for app in apps.indices where processes[app] == .suspended {
      stream.seek(event: address(.memoryPressure, app: app, index: 1 << 24 + ordinal))
      if stream.bernoulli(platform.jetsamHeavyProbability) { terminate(app, .memoryPressure, at: now, &c) }
    }
  }

  /// Pressure begins for a reason. Set by script or hazard it removes every suspended process; a heavy app in
  /// front takes each only with its probability.
  mutating func beginMemoryPressure(_ source: MemoryPressure, at now: Instant, _ c: inout Calendar) {
    if conditions.beginMemoryPressure(source) { memoryPressureChanged(at: now, &c) }
    guard source != .heavyApp else { return }
    for app in apps.indices where processes[app] == .suspended {
      terminate(app, .memoryPressure, at: now, &c)
    }
  }

  mutating func schedulePressureEpisode(after now: Instant, _ c: inout Calendar) {
    let hazard = configuration.pressureHazard
    guard hazard > 0 else { return }
    stream.seek(event: address(.memoryPressure, index: conditions.takePressureEpisode()))
    let next = now + .hours(stream.exponential(mean: 1 / hazard))
    if next <= plan.end { c.schedule(PhoneEvent(.pressureBegin, number: -1), at: next, .environment) }
  }

  mutating func pressureEpisodeBegins(at now: Instant, _ c: inout Calendar) {
    beginMemoryPressure(.hazard, at: now, &c)
    let end = now + configuration.pressureLength
    c.schedule(PhoneEvent(.pressureEnd, number: -1), at: end, .environment)
    schedulePressureEpisode(after: end, &c)
  }

  /// LIFE-6: chances come from outside as a Poisson process, so that every policy meets the same ones.
  mutating func scheduleMemoryPressure(_ app: AppIndex, after now: Instant, _ c: inout Calendar) {
    let hazard = platform.jetsamHazardPerHour
    guard hazard > 0 else { return }
    stream.seek(event: address(.memoryPressure, app: app, index: processes.takeMemoryPressureChance(app)))
    let next = now + .hours(stream.exponential(mean: 1 / hazard))
    if next <= plan.end { c.schedule(PhoneEvent(.memoryPressure, app), at: next, .environment) }
  }

  // MARK: Suspension: LIFE-3 and LIFE-8

  @inline(__always) mutating func suspend(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    processes.suspensionFired(app)
    let lastRun = processes.lastRun(app).map { runs[$0].item.number }
    releaseSuspensionHold(app, at: now)
    guard processes[app] == .background, !processes.isKeptRunning(app) else { return }
    if specification(app)?.quality.holdsLock == true, terminateByWatchdog(app, .lockHeld, at: now, &c) {
      return
    }
    setProcess(app, .suspended, at: now)
    note(.suspended, app: app, at: now, lastRun.map { [.integer(.afterRun, $0.rawValue)] } ?? [])
    pauseUnfinishedWork(app, at: now, &c)
    suspendCode(app, at: now, &c)
  }

  // MARK: Leaving the front: LIFE-2

  /// The app in front goes to the background, if there is one; if its process ends, it does nothing there. An app that follows
  /// at once has the display billed to it.
  mutating func leaveFront(
    at now: Instant, isEnding: Bool = false, isFollowed: Bool = false, _ c: inout Calendar
  ) {
    guard let front = screen.leaveFront() else { return }
    let app = front.app
    if let claim = front.load { power.end(claim, at: now) }
    if let stream = front.stream { power.endStreaming(stream, at: now) }
    if !isFollowed { rebillDisplay(to: Self.glancePayer, at: now) }
    appGates.left(app, at: now)
    note(.userLeft, app: app, at: now)
    tellPolicy(.left(app: app.rawValue), at: now, &c)
    endMemoryPressure(.heavyApp, at: now, &c)
    watchdogs.end(app, .launch, &c)
    if processes[app].isForeground, !isEnding {
      note(.callback, app: app, nil, .willResignActive, at: now)
      setProcess(app, .background, at: now)
      note(.callback, app: app, nil, .didEnterBackground, at: now)
      code.post(.enteredBackground, to: app)
      rearm(app, at: now, &c)
      beginExitWork(app, at: now, &c)
      watchProcessor(app, at: now, &c)
      if !entersBackgroundSlowly(app, at: now, &c) { note(.callback, app: app, nil, .snapshot, at: now) }
      awaitSuspension(app, billedTo: .user, at: now, &c)
      createTransfers(app, on: .background, at: now, &c)
    }
    requestDecision(ofPending: app, at: now, &c)
  }
}

enum TerminationCause: String {
  /// The work was over or stopped, but no completion was reported.
  case missingCompletion
  /// The work went on although the system had asked to stop it.
  case expiryIgnored
}

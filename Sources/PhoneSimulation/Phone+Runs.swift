import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// The work of a run, and its end: completion, expiry, kill.
extension Phone {
  /// Processor and bytes go in parallel, then the app waits for its servers.
  mutating func startWork(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    let work = runs[index].work
    runs.beginWork(slot, at: now)
    if work.cpu > .zero {
      let claim = power.begin(
        .processor, payer: runs[index].payer, microwatts: processorPower(work),
        account: runs[index].account, at: now)
      runs.beginProcessor(slot, claim, at: now, &c)
      watchProcessor(runs[index].item.app, at: now, &c)
    }
    startTransfer(slot, at: now, &c)
    runs.scheduleWorkEnd(slot, at: now, &c)
  }

  /// Starts to move what is left; without a path the bytes stall.
  private mutating func startTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    guard runs[index].pendingUp + runs[index].pendingDown > 0 else { return }
    guard let path = radioPath else {
      runs.beginStall(slot, at: now)
      return
    }
    let start = power.startTransfer(
      payer: runs[index].payer, path: path, bytesUp: runs[index].pendingUp,
      bytesDown: runs[index].pendingDown, account: runs[index].account, at: now)
    runs.beginTransfer(
      slot, start.id, isCellular: path != .wifi, duration: start.duration, at: now, &c)
  }

  mutating func endProcessor(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    if let claim = runs.endProcessor(slot) { power.end(claim, at: now) }
    watchProcessor(runs[slot].item.app, at: now, &c)
  }

  mutating func endTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard let transfer = runs.finishTransfer(slot, at: now) else { return }
    power.finishTransfer(transfer, at: now)
    settleEndedTails(at: now)
  }

  /// Stops moving bytes; what has moved is attributed to the path on which it moved.
  private mutating func interruptTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard let transfer = runs.breakOffTransfer(slot, at: now, &c) else { return }
    let left = power.interruptTransfer(transfer, at: now)
    runs.keepPending(slot, up: left.bytesUpLeft, down: left.bytesDownLeft)
  }

  /// The path has changed: every transfer under way goes on over the new one, or stalls.
  mutating func rerouteTransfers(at now: Instant, _ c: inout Calendar) {
    for slot in runs.slots where runs[slot].isAtWork {
      guard runs[slot].transfer != nil || runs[slot].isStalled else { continue }
      interruptTransfer(slot, at: now, &c)
      startTransfer(slot, at: now, &c)
      runs.scheduleWorkEnd(slot, at: now, &c)
    }
    moveTransfers(at: now, &c)
    settleEndedTails(at: now)
  }

  /// The work is over: it succeeded unless it failed or its bytes could not move.
  mutating func endWork(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    runs.workEndFired(slot)
    // Nobody waits for a completion call: the process keeps the time that the event gave it.
    if runs[index].item.mechanism == .mode { return }
    runs.endWork(slot, at: now)
    guard let specification = specification(runs[index].item.app) else { return }
    let success = !runs[index].work.fails && !runs[index].isStalled
    let reports =
      runs[index].item.mechanism == .wake
      ? specification.quality.callsWakeCompletion
      : specification.completions.contains(success ? .success : .failure)
    if reports { complete(slot, success: success, at: now, &c) }
  }

  /// Processing runs expire when the user takes the phone or unplugs it: PROC-2, PROC-3.
  mutating func expireProcessing(_ cause: LogWord, at now: Instant, _ c: inout Calendar) {
    for slot in runs.slots
    where runs[slot].item.mechanism.isProcessing && runs[slot].phase == .working {
      if cause == .unplugged, !runs[slot].item.requiresExternalPower { continue }
      expire(slot, cause, at: now, &c)
    }
  }

  mutating func reachLimit(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    runs.limitFired(slot)
    if runs[slot].item.mechanism == .mode {
      endModeRun(slot, at: now, &c)
      return
    }
    expire(slot, .timeLimit, at: now, &c)
  }

  /// REF-3 and BAD-3 to BAD-5: the system asks the run to stop.
  mutating func expire(_ slot: RunSlot, _ cause: LogWord, at now: Instant, _ c: inout Calendar) {
    let index = slot
    guard runs[index].phase == .working else { return }
    let item = runs[index].item
    guard let quality = specification(item.app)?.quality else { return }
    let isHandled = quality.learnsOfExpiry
    journal.record(.expired(cause), item, at: now, [.text(.handler, isHandled ? "set" : "none")])
    runs.expire(slot, cause, &c)
    guard isHandled else {
      keepProgress(index, at: now)
      complete(slot, success: false, at: now, &c)
      return
    }
    let grace = configuration.platform.expiryGrace
    guard let reaction = quality.expiryReaction, reaction <= grace else {
      // The work goes on; what ends within the grace may still complete.
      runs.ignoreExpiry(slot)
      runs.setLimit(slot, .grace, at: now + grace, .expiry, &c)
      return
    }
    // The handler stops the work at once, and reports it after its reaction if it reports at all.
    keepProgress(index, at: now)
    stopWork(slot, at: now, &c)
    let reports = quality.completions.contains(.expiry)
    runs.setLimit(
      slot, reports ? .reaction : .grace, at: now + (reports ? reaction : grace),
      reports ? .completion : .expiry, &c)
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

  /// Ends claims, transfers and timers of a run's work.
  mutating func stopWork(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    interruptTransfer(slot, at: now, &c)
    if let claim = runs.stopWork(slot, &c) { power.end(claim, at: now) }
    watchProcessor(runs[slot].item.app, at: now, &c)
    settleEndedTails(at: now)
  }

  /// The app reports the completion of a run.
  mutating func complete(_ slot: RunSlot, success: Bool, at now: Instant, _ c: inout Calendar) {
    let index = slot
    guard runs[index].phase == .working || runs[index].phase == .expired else { return }
    let item = runs[index].item
    let app = item.app
    let handledByApp = specification(item.app)?.learnsOfExpiry ?? true
    let wasExpired = runs[index].phase == .expired
    let fetched = runs[index].transferEnd ?? now
    if !success { keepProgress(index, at: now) }
    let hasNothingToDo =
      runs[index].work.length == .zero && runs[index].work.bytesUp + runs[index].work.bytesDown == 0
    let done =
      success && !runs[index].isEarly || hasNothingToDo
      ? 1 : runs[index].doneShare ?? workDone(slot, at: now)
    stopWork(slot, at: now, &c)
    let bytes = runs[index].bytesWifi + runs[index].bytesCellular
    if item.mechanism == .refresh, bytes > configuration.platform.transferGuidelineBytes {
      note(
        .warned, app: item.app, item.mechanism, .oversize, item: item.number, value: Double(bytes), at: now)
    }
    let own =
      journal.keepsRecords ? completedFields(slot, success: success, workDone: done, at: now) : []
    journal.record(
      .completed(success: success), item, value: (now - (runs[index].handlerStarted ?? now)).seconds, at: now,
      own)
    runs.conclude(slot, success ? .completed : .failed)
    if success {
      if let task = item.task { history.dropCarriedWork(app, task: task) }
      if !runs[index].isEarly, fetches(item) {
        contentArrives(item.app, asOf: fetched, isBackground: true, at: now)
      }
    }
    runEnds(slot, success: success, at: now)
    let resubmission = specification(item.app)?.quality.resubmits
    let resubmits =
      resubmission == .atEnd && (handledByApp || !wasExpired) || resubmission == .onSuccess && success
    if let task = item.task, resubmits, item.mechanism != .continued {
      submitTask(item.app, task, at: now, &c)
    }
    if success { createTransfers(after: item, at: now, &c) }
    afterRun(slot, at: now, &c)
    requestDecision(at: now, &c)
  }

  private func completedFields(
    _ slot: RunSlot, success: Bool, workDone: Double, at now: Instant
  ) -> [LogField] {
    let run = runs[slot]
    return [
      .number(.workDone, workDone), .flag(.success, success),
      .span(.duration, now - (run.handlerStarted ?? now)), .integer(.bytesWifi, run.bytesWifi),
      .integer(.bytesCellular, run.bytesCellular),
      .integer(.energy, power.accountEnergy(run.account, at: now).total),
    ]
  }

  func fetches(_ item: WorkItem) -> Bool {
    guard let app = specification(item.app), !app.quality.doesNoWork else { return false }
    if item.mechanism == .push { return app.pushTraits?.fetches ?? false }
    return item.task.map { app.taskTraits[$0].fetches } ?? false
  }

  /// What every terminal event does: debits, the policy's outcome, the tally.
  mutating func runEnds(_ slot: RunSlot, success: Bool, at now: Instant) {
    let index = slot
    let app = runs[index].item.app
    runs.end(slot, at: now)
    processes.endRun(app)
    appGates.markChanged(app)
    let energy = power.readAccountEnergy(runs[index].account, at: now)
    debit(slot, ofEnergy: energy.onBattery, at: now)
    decisions.runEnded(
      RunOutcome(
        item: runs[index].item.number.rawValue, app: app.rawValue, mechanism: runs[index].item.mechanism,
        ended: now, succeeded: success,
        energyNanojoules: energy.total, batteryNanojoules: energy.onBattery, wasPlugged: charging.isPlugged))
  }

  /// Without anything left to do, the process stays awake until it is suspended, on the run's account.
  mutating func afterRun(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    let app = runs[index].item.app
    if extraTime.openAssertions(app) > 0 { updateAllowance(app, at: now, &c) }
    if !processes.isKeptRunning(app), processes[app] == .background {
      processes.keepAwake(app, runs.takeHolder(slot), ofRun: slot)
      scheduleSuspension(app, at: now, &c)
    } else {
      if let holder = runs.takeHolder(slot) { power.releaseAwake(holder, at: now) }
      settleEndedTails(at: now)
    }
  }
}

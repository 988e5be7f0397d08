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
    runs[index].processorEnd = now + work.processorLength
    if work.cpu > .zero {
      runs[index].processor = power.begin(
        .processor, payer: runs[index].payer, microwatts: processorPower(work),
        account: runs[index].account, at: now)
      runs[index].processorTimer = c.schedule(
        .run(.processorEnd, slot: slot), at: now + work.processorLength, .completion)
      watchProcessor(runs[index].item.app, at: now, &c)
    }
    runs[index].pendingUp = work.bytesUp
    runs[index].pendingDown = work.bytesDown
    startTransfer(slot, at: now, &c)
    scheduleWorkEnd(slot, at: now, &c)
  }

  /// Starts to move what is left; without a path the bytes stall.
  private mutating func startTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    guard runs[index].pendingUp + runs[index].pendingDown > 0 else { return }
    guard let path = radioPath else {
      runs[index].beginStall(at: now)
      return
    }
    let start = power.startTransfer(
      payer: runs[index].payer, path: path, bytesUp: runs[index].pendingUp,
      bytesDown: runs[index].pendingDown, account: runs[index].account, at: now)
    runs[index].transfer = start.id
    runs[index].beginStretch(start.duration, at: now)
    runs[index].transferPathIsCellular = path != .wifi
    runs[index].transferEnd = now + start.duration
    runs[index].transferTimer = c.schedule(
      .run(.transferEnd, slot: slot), at: now + start.duration, .completion)
  }

  /// `wall time = max(cpu, bytes) + wait`. A stalled run keeps the end it had, and fails there; a processing run
  /// has none until its path is back (PROC-5).
  private mutating func scheduleWorkEnd(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    if runs[index].isStalled {
      guard !runs[index].item.mechanism.isProcessing else {
        Self.moveTimer(
          &runs[index].workTimer, .run(.workEnd, slot: slot), to: .distantFuture, .completion, &c)
        return
      }
      if runs[index].workTimer != nil { return }
    }
    let busyEnd = max(runs[index].processorEnd ?? now, runs[index].transferEnd ?? now)
    let end = max(now, busyEnd + runs[index].work.wait)
    if let timer = runs[index].workTimer, c.reschedule(timer, at: end) { return }
    runs[index].workTimer = c.schedule(.run(.workEnd, slot: slot), at: end, .completion)
  }

  mutating func endProcessor(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    runs[index].processorTimer = nil
    if let claim = runs[index].processor { power.end(claim, at: now) }
    runs[index].processor = nil
    watchProcessor(runs[index].item.app, at: now, &c)
  }

  mutating func endTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    runs[index].transferTimer = nil
    guard let transfer = runs[index].transfer else { return }
    runs[index].transfer = nil
    runs[index].transferEnd = now
    runs[index].endStretch(at: now)
    power.finishTransfer(transfer, at: now)
    book(runs[index].pendingUp + runs[index].pendingDown, slot: index)
    runs[index].pendingUp = 0
    runs[index].pendingDown = 0
    settleEndedTails(at: now)
  }

  private mutating func book(_ bytes: Int64, slot index: RunSlot) {
    if runs[index].transferPathIsCellular {
      runs[index].bytesCellular += bytes
    } else {
      runs[index].bytesWifi += bytes
    }
  }

  /// Stops moving bytes; what has moved is attributed to the path on which it moved.
  private mutating func interruptTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    guard let transfer = runs[index].transfer else { return }
    if let timer = runs[index].transferTimer { _ = c.cancel(timer) }
    runs[index].transferTimer = nil
    runs[index].transfer = nil
    runs[index].endStretch(at: now)
    let left = power.interruptTransfer(transfer, at: now)
    let moved = runs[index].pendingUp + runs[index].pendingDown - left.bytesUpLeft - left.bytesDownLeft
    book(moved, slot: index)
    runs[index].pendingUp = left.bytesUpLeft
    runs[index].pendingDown = left.bytesDownLeft
  }

  /// The path has changed: every transfer under way goes on over the new one, or stalls.
  mutating func rerouteTransfers(at now: Instant, _ c: inout Calendar) {
    for slot in runs.slots where runs[slot].isAtWork {
      guard runs[slot].transfer != nil || runs[slot].isStalled else { continue }
      interruptTransfer(slot, at: now, &c)
      startTransfer(slot, at: now, &c)
      scheduleWorkEnd(slot, at: now, &c)
    }
    moveTransfers(at: now, &c)
    settleEndedTails(at: now)
  }

  /// The work is over: it succeeded unless it failed or its bytes could not move.
  mutating func endWork(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    runs[index].workTimer = nil
    // Nobody waits for a completion call: the process keeps the time that the event gave it.
    if runs[index].item.mechanism == .mode { return }
    runs[index].workEnded = now
    guard let quality = specification(runs[index].item.app)?.quality else { return }
    let success = !runs[index].work.fails && !runs[index].isStalled
    let reports =
      runs[index].item.mechanism == .wake
      ? quality.callsWakeCompletion : quality.completions.contains(success ? .success : .failure)
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
    runs[slot].limitTimer = nil
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
    runs[index].phase = .expired
    runs[index].reason = cause
    for timer in [runs[index].limitTimer, runs[index].continued.stallTimer] {
      if let timer { _ = c.cancel(timer) }
    }
    runs[index].limitTimer = nil
    runs[index].continued.stallTimer = nil
    guard isHandled else {
      keepProgress(index, at: now)
      complete(slot, success: false, at: now, &c)
      return
    }
    let grace = configuration.platform.expiryGrace
    guard let reaction = quality.expiryReaction, reaction <= grace else {
      // The work goes on; what ends within the grace may still complete.
      runs[index].isIgnoring = runs[index].workEnded == nil
      runs[index].limitTimer = c.schedule(.run(.grace, slot: slot), at: now + grace, .expiry)
      return
    }
    // The handler stops the work at once, and reports it after its reaction if it reports at all.
    keepProgress(index, at: now)
    stopWork(slot, at: now, &c)
    let reports = quality.completions.contains(.expiry)
    runs[index].limitTimer = c.schedule(
      .run(reports ? .reaction : .grace, slot: slot), at: now + (reports ? reaction : grace),
      reports ? .completion : .expiry)
  }

  mutating func runOutOfGrace(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    let mechanism = runs[index].item.mechanism
    guard runs[index].phase == .expired || mechanism == .push || mechanism == .wake else { return }
    runs[index].limitTimer = nil
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
    let index = slot
    interruptTransfer(slot, at: now, &c)
    if let claim = runs[index].processor { power.end(claim, at: now) }
    runs[index].processor = nil
    for timer in [
      runs[index].startTimer, runs[index].workTimer, runs[index].processorTimer, runs[index].limitTimer,
      runs[index].continued.progressTimer, runs[index].continued.stallTimer,
    ] {
      if let timer { _ = c.cancel(timer) }
    }
    runs[index].startTimer = nil
    runs[index].continued.progressTimer = nil
    runs[index].continued.stallTimer = nil
    runs[index].workTimer = nil
    runs[index].processorTimer = nil
    runs[index].limitTimer = nil
    watchProcessor(runs[index].item.app, at: now, &c)
    settleEndedTails(at: now)
  }

  /// The app reports the completion of a run.
  mutating func complete(_ slot: RunSlot, success: Bool, at now: Instant, _ c: inout Calendar) {
    let index = slot
    guard runs[index].phase == .working || runs[index].phase == .expired else { return }
    let item = runs[index].item
    let app = item.app
    let handledByApp = specification(item.app)?.quality.learnsOfExpiry ?? true
    let wasExpired = runs[index].phase == .expired
    let fetched = runs[index].transferEnd ?? now
    if !success { keepProgress(index, at: now) }
    let hasNothingToDo =
      runs[index].work.length == .zero && runs[index].work.bytesUp + runs[index].work.bytesDown == 0
    let done =
      success && !runs[index].isEarly || hasNothingToDo
      ? 1 : runs[index].doneShare ?? workDone(runs[index], at: now)
    stopWork(slot, at: now, &c)
    let bytes = runs[index].bytesWifi + runs[index].bytesCellular
    if item.mechanism == .refresh, bytes > configuration.platform.transferGuidelineBytes {
      note(
        .warned, app: item.app, item.mechanism, .oversize, item: item.number, value: Double(bytes), at: now)
    }
    let billed = power.accountEnergy(runs[index].account, at: now).total
    let own =
      journal.keepsRecords
      ? completedFields(slot, success: success, workDone: done, billed: billed, at: now) : []
    journal.record(
      .completed(success: success), item, value: (now - (runs[index].handlerStarted ?? now)).seconds, at: now,
      own)
    runs[index].outcome = success ? .completed : .failed
    if success {
      if item.task >= 0 { history.dropCarriedWork(app, task: Int(item.task)) }
      if !runs[index].isEarly, fetches(item) {
        contentArrives(item.app, asOf: fetched, isBackground: true, at: now)
      }
    }
    runEnds(slot, success: success, at: now)
    let quality = specification(item.app)?.quality
    let resubmits =
      quality?.resubmits == .atEnd && (handledByApp || !wasExpired)
      || quality?.resubmits == .onSuccess && success
    if item.task >= 0, resubmits, item.mechanism != .continued {
      submitTask(item.app, item.task, at: now, &c)
    }
    if success { createTransfers(after: item, at: now, &c) }
    afterRun(slot, at: now, &c)
    requestDecision(at: now, &c)
  }

  private func completedFields(
    _ slot: RunSlot, success: Bool, workDone: Double, billed: Int64, at now: Instant
  ) -> [LogField] {
    let run = runs[slot]
    return [
      .number(.workDone, workDone), .flag(.success, success),
      .span(.duration, now - (run.handlerStarted ?? now)), .integer(.bytesWifi, run.bytesWifi),
      .integer(.bytesCellular, run.bytesCellular),
      .integer(.energy, billed),
    ]
  }

  func fetches(_ item: Item) -> Bool {
    guard let app = specification(item.app), !app.quality.doesNoWork else { return false }
    if item.mechanism == .push { return app.pushes?.fetches ?? false }
    return item.task >= 0 && app.tasks[Int(item.task)].fetches
  }

  /// What every terminal event does: debits, the policy's outcome, the tally.
  mutating func runEnds(_ slot: RunSlot, success: Bool, at now: Instant) {
    let index = slot
    let item = runs[index].item
    runs.end(slot)
    runs[index].ended = now
    processes.endRun(item.app)
    appGates.markChanged(item.app)
    debit(slot, at: now)
    let energy = power.accountEnergy(runs[index].account, at: now)
    decisions.runEnded(
      RunOutcome(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism, ended: now,
        succeeded: success,
        energyNanojoules: energy.total, batteryNanojoules: energy.onBattery, wasPlugged: charging.isPlugged))
    unsettled.append(slot)
  }

  /// Without anything left to do, the process stays awake until it is suspended, on the run's account.
  mutating func afterRun(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    let app = runs[index].item.app
    if extraTime.openAssertions(app) > 0 { updateAllowance(app, at: now, &c) }
    if !processes.isKeptRunning(app), processes[app] == .background {
      processes.keepAwake(app, runs[index].holder, ofRun: slot)
      runs[index].holder = nil
      scheduleSuspension(app, at: now, &c)
    } else {
      if let holder = runs[index].holder { power.releaseAwake(holder, at: now) }
      runs[index].holder = nil
      settleEndedTails(at: now)
    }
  }
}

import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// The end of a run: the system or the user asks it to stop, its app reports the completion, its process loses what kept it
/// running.
extension Phone {
  mutating func endWork(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    runs[slot].workTimer.fired()
    // Where nobody waits for a completion call, the process keeps the time that the event gave it.
    if let source = runs[slot].item.wakeSource, !WakeRule.of(source).awaitsCompletion { return }
    runs[slot].workEnded = now
    let success = !runs[slot].work.fails && !runs[slot].isStalled
    let reports: Bool
    if runs[slot].item.mechanism == .wake {
      reports = specification(runs[slot].item.app)?.quality.callsWakeCompletion ?? false
    } else {
      let completions = specification(runs[slot].item.app)?.quality.completions ?? []
      reports = completions.contains(success ? .success : .failure)
    }
    if reports {
      complete(slot, success: success, at: now, &c)
    } else if runs[slot].item.mechanism == .continued, runs[slot].phase == .working, !runs[slot].isStalled {
      noteProgress(slot, at: now, &c)
    }
  }

  /// The server has answered. Without a path the work could not be done: it is over.
  mutating func takeReply(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    if runs[slot].isStalled { return endWork(slot, at: now, &c) }
    runs[slot].takeReply()
    startTransfer(slot, at: now, &c)
    runs[slot].scheduleWorkEnd(slot, at: now, &c)
  }

  /// BAD-7: success is reported before anything has been done; the rest stays with the process.
  mutating func completeEarly(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    runs[slot].isEarly = true
    let run = runs[slot]
    complete(slot, success: true, at: now, &c)
    guard run.work.length > .zero || run.work.bytesUp + run.work.bytesDown > 0 else { return }
    let rest = UnfinishedWork(kind: .earlyCompletion(run.item), begun: now, work: run.work, payer: run.payer)
    backgroundTime.add(rest, run.item.app)
    resumeUnfinishedWork(run.item.app, at: now, &c)
  }

  mutating func complete(_ slot: RunSlot, success: Bool, at now: Instant, _ c: inout Calendar) {
    guard runs[slot].phase == .working || runs[slot].phase == .expired else { return }
    let item = runs[slot].item
    let app = item.app
    let handledByApp = specification(item.app)?.quality.learnsOfExpiry ?? true
    let wasExpired = runs[slot].phase == .expired
    let fetched = runs[slot].transferEnd ?? now
    if !success { keepProgress(slot, at: now) }
    let hasNothingToDo =
      runs[slot].work.length == .zero && runs[slot].work.bytesUp + runs[slot].work.bytesDown == 0
    let done =
      success && !runs[slot].isEarly || hasNothingToDo && runs[slot].reason != .dataProtected
      ? 1 : runs[slot].doneShare ?? workDone(slot, at: now)
    stopWork(slot, at: now, &c)
    passOnCode(of: slot, at: now, &c)
    if let source = item.eventSource { wakes.answer(app, source) }
    let bytes = runs[slot].bytesWifi + runs[slot].bytesCellular
    if item.mechanism == .refresh, bytes > platform.transferGuidelineBytes {
      note(
        .warned, app: item.app, item.mechanism, .oversize, item: item.number, value: Double(bytes), at: now)
    }
    let own = journal.log.keepsRecords ? completedFields(slot, success: success, workDone: done, at: now) : []
    journal.record(
      .completed(success: success), item, value: (now - (runs[slot].handlerStarted ?? now)).seconds, at: now,
      own)
    runs[slot].conclude(success ? .completed : .failed)
    if success {
      if let task = item.task { history.dropCarriedWork(app, task: task) }
      noteSuccess(of: item, at: now)
      if !runs[slot].isEarly, fetches(item) {
        contentArrives(item.app, asOf: fetched, isBackground: true, at: now)
      }
    }
    runEnds(slot, success: success, at: now, &c)
    // Nothing of the app runs at an end that the system reports.
    if handledByApp || !wasExpired { submit(fromRunOf: item, .atEnd, at: now, &c) }
    if success { submit(fromRunOf: item, .onSuccess, at: now, &c) }
    if success { createTransfers(after: item, at: now, &c) }
    afterRun(slot, at: now, &c)
    requestDecision(at: now, &c)
  }

  private func completedFields(
    _ slot: RunSlot, success: Bool, workDone: Double, at now: Instant
  ) -> [LogField] {
    let run = runs[slot]
    let reason: [LogField] = run.reason == .dataProtected ? [.text(.reason, run.reason.name)] : []
    return [
      .number(.workDone, workDone), .flag(.success, success),
      .span(.duration, now - (run.handlerStarted ?? now)), .integer(.bytesWifi, run.bytesWifi),
      .integer(.bytesCellular, run.bytesCellular),
      .integer(.energy, power.accountEnergy(run.account, at: now).total),
    ] + reason
  }

  mutating func runEnds(_ slot: RunSlot, success: Bool, at now: Instant, _ c: inout Calendar) {
    let app = runs[slot].item.app
    runs.end(slot, at: now)
    if records.contains(.availability) {
      journal.availability.end(
        runs[slot].item.number, runs[slot].outcome, stateOfCharge: power.stateOfCharge(at: now), at: now)
    }
    processes.endRun(app)
    startRest(after: slot, at: now, &c)
    closeDelivery(of: runs[slot].item, at: now, &c)
    invalidateGates(of: app, runs[slot].item.identifier)
    let energy = power.readAccountEnergy(runs[slot].account, holder: runs[slot].holder, at: now)
    debit(slot, ofEnergy: energy.onBattery, at: now)
    guard policy.followsRuns else { return }
    policy.runEnded(
      RunOutcome(
        item: runs[slot].item.number.rawValue, app: app.rawValue, mechanism: runs[slot].item.mechanism,
        ended: now, succeeded: success, energyNanojoules: energy.total, batteryNanojoules: energy.onBattery,
        wasPlugged: charging.isPlugged, duration: now - runs[slot].launched,
        bytes: runs[slot].bytesWifi + runs[slot].bytesCellular, taskChain: runs[slot].item.taskChain))
  }

  /// The run of a delivery ends: HEALTH-3.
  private mutating func closeDelivery(of item: WorkItem, at now: Instant, _ c: inout Calendar) {
    guard let source = item.eventSource else { return }
    wakes.close(item.app, source, since: item.submitted, retry: platform.healthRetry, at: now)
    guard wakes.waitingSince(item.app, source) != nil else { return }
    // Not within the end of a run, or of its process.
    let due = wakes.misses(item.app, source) < platform.healthMissLimit ? wakes.due(item.app, source) : now
    if due <= plan.end { wakes.schedule(item.app, source, at: max(now, due), &c) }
  }

  /// RATE-1: from the launch of a run its task rests for a multiple of the wall time of the run.
  private mutating func startRest(after slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let (item, launched) = (runs[slot].item, runs[slot].launched)
    guard platform.processingRestFactor > 0, item.mechanism.isProcessing, !item.isSynthetic else { return }
    let time = runs[slot].handlerStarted.map { now - $0 } ?? .zero
    let rest = TimeSpan.seconds(time.seconds * platform.processingRestFactor)
    if let task = item.task { appGates.rest(item.app, task: task, for: rest) }
    if code.contains(item.app) { code.rest(item.app, item.identifier, for: rest) }
    scheduleDecision(at: launched + max(platform.processingGap, rest), &c)
  }

  /// Without anything left to do, the process stays awake until it is suspended, on the run's account.
  mutating func afterRun(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let app = runs[slot].item.app
    watchExemption(of: slot, at: now, &c)
    if backgroundTime.openAssertions(app) > 0 { updateAllowance(app, at: now, &c) }
    if !processes.isKeptRunning(app), processes[app] == .background {
      processes.keepAwake(app, runs[slot].takeHolder(), ofRun: slot)
      scheduleSuspension(app, at: now, &c)
    } else {
      if let holder = runs[slot].takeHolder() { power.releaseAwake(holder, at: now) }
      settleEndedTails(at: now)
    }
  }

  // MARK: Expiry: REF-3, PROC-2, PROC-3, BAD-3 to BAD-5, CONT-8, GATE-9

  /// REF-3 and BAD-3 to BAD-5: the system asks the run to stop.
  mutating func expire(_ slot: RunSlot, _ cause: LogWord, at now: Instant, _ c: inout Calendar) {
    guard runs[slot].phase == .working else { return }
    let item = runs[slot].item
    guard let quality = specification(item.app)?.quality else { return }
    let isCode = code.contains(item.app)
    let run = Int(item.number.rawValue)
    let isHandled = isCode ? code.handlesExpiry(item.app, run: run) : quality.learnsOfExpiry
    journal.record(.expired(cause), item, at: now, [.text(.handler, isHandled ? "set" : "none")])
    runs[slot].expire(cause, &c)
    guard isHandled else {
      code.witness?.expiredUnhandled(item.app, run, at: now)
      keepProgress(slot, at: now)
      complete(slot, success: false, at: now, &c)
      return
    }
    let kill = min(now + platform.expiryGrace, runs[slot].killTime)
    guard !isCode, let reaction = quality.expiryReaction, now + reaction <= kill else {
      // The work goes on; what ends before the kill may still complete.
      runs[slot].ignoreExpiry()
      runs[slot].limitTimer.move(PhoneEvent(.grace, slot), to: kill, .expiry, &c)
      code.post(.expired(run: run), to: item.app)
      return
    }
    // The handler stops the work at once, and reports it after its reaction if it reports at all.
    keepProgress(slot, at: now)
    stopWork(slot, at: now, &c)
    let reports = quality.completions.contains(.expiry)
    runs[slot].limitTimer.move(
      PhoneEvent(reports ? .reaction : .grace, slot), to: reports ? now + reaction : kill,
      reports ? .completion : .expiry, &c)
  }

  /// Processing runs expire when the user takes the phone or unplugs it: PROC-2, PROC-3.
  mutating func expireProcessing(_ cause: LogWord, at now: Instant, _ c: inout Calendar) {
    for slot in runs.slots where runs[slot].item.mechanism.isProcessing && runs[slot].phase == .working {
      if cause == .unplugged, !runs[slot].item.requiresExternalPower { continue }
      expire(slot, cause, at: now, &c)
    }
  }

  /// PROC-2 and PROC-3; unplugging ends no run without the power flag (PROC-4). DBG-1: an injected launch passes the
  /// gates, heat excepted, which ends runs and not only starts.
  mutating func expireUnlessFit(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let item = runs[slot].item
    let mayProcess = screen.isIdle && (charging.isPlugged || !item.requiresExternalPower)
    if item.mechanism.isProcessing, !item.isSynthetic, !mayProcess {
      expire(slot, screen.isIdle ? .unplugged : .deviceInUse, at: now, &c)
    }
    expireForHeat(at: now, &c)
  }

  mutating func changeThermal(
    to level: ThermalState, isModeled: Bool = false, at now: Instant, _ c: inout Calendar
  ) {
    let (old, wasPressed) = (conditions.thermal, conditions.isUnderResourcePressure)
    conditions.changeThermal(to: level, isModeled: isModeled)
    note(
      .thermalChanged, value: Double(conditions.thermal.rawValue), at: now,
      [.number(.old, Double(old.rawValue))])
    expireForHeat(at: now, &c)
    resourcePressureMayHaveChanged(from: wasPressed, at: now, &c)
  }

  /// GATE-9: at the critical level nothing heavy goes on.
  mutating func expireForHeat(at now: Instant, _ c: inout Calendar) {
    guard conditions.thermal == .critical else { return }
    for slot in runs.slots
    where runs[slot].phase == .working
      && (runs[slot].item.mechanism.isProcessing || runs[slot].item.mechanism == .continued)
    {
      expire(slot, .thermalCritical, at: now, &c)
    }
  }

  /// CONT-8: the user stops a task in the system's own view.
  mutating func userCancels(
    _ app: AppIndex, identifier: IdentifierIndex, at now: Instant, _ c: inout Calendar
  ) {
    for slot in runs.openSlots(of: app)
    where runs[slot].item.identifier == identifier && runs[slot].item.mechanism == .continued {
      expire(slot, .userCanceled, at: now, &c)
    }
    if let slot = requests.request(of: app, identifier), requests[slot].mechanism == .continued {
      cancel(slot, .user, at: now)
    }
  }

  // MARK: Pressure on memory and resources: EXT-3, CONT-6 and CONT-7

  mutating func endMemoryPressure(_ source: MemoryPressure, at now: Instant, _ c: inout Calendar) {
    if conditions.endMemoryPressure(source) { memoryPressureChanged(at: now, &c) }
  }

  /// EXT-3: allowances that are counting follow the pressure.
  mutating func memoryPressureChanged(at now: Instant, _ c: inout Calendar) {
    let isShort = conditions.isUnderMemoryPressure
    note(.memoryChanged, value: isShort ? 1 : 0, at: now, [.flag(.old, !isShort), .flag(.new, isShort)])
    for app in apps.indices where backgroundTime.openAssertions(app) > 0 { updateAllowance(app, at: now, &c) }
    if conditions.thermal < .serious { resourcePressureMayHaveChanged(from: !isShort, at: now, &c) }
  }

  /// CONT-6 and CONT-7: pressure shortens the patience with silent tasks, and its onset costs one of them its
  /// life where no slot is free.
  mutating func resourcePressureMayHaveChanged(from before: Bool, at now: Instant, _ c: inout Calendar) {
    let isPressed = conditions.isUnderResourcePressure
    guard isPressed != before else { return }
    let tasks = runs.slots.filter { runs[$0].item.mechanism == .continued && runs[$0].phase == .working }
    for slot in tasks { watchForStall(slot, at: now, &c) }
    guard isPressed, runs.continuedSlotsTaken >= platform.continuedConcurrency else { return }
    let victim = tasks.min { a, b in
      let (left, right) = (runs[a].lastProgress, runs[b].lastProgress)
      if left != right { return left < right }
      let (leftDone, rightDone) = (workDone(a, at: now), workDone(b, at: now))
      if leftDone != rightDone { return leftDone < rightDone }
      return (runs[a].launched, runs[a].item.app.rawValue) < (runs[b].launched, runs[b].item.app.rawValue)
    }
    if let victim { endUnderPressure(victim, at: now, &c) }
  }

  /// The task ends, not its process, which may have another one and is suspended where it has nothing to do.
  private mutating func endUnderPressure(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let item = runs[slot].item
    keepProgress(slot, at: now)
    stopWork(slot, at: now, &c)
    passOnCode(of: slot, at: now, &c)
    journal.record(
      .killed(.terminated, .resourcePressure), item, at: now, [.text(.runs, "\(item.number.rawValue)")])
    runs[slot].conclude(.killed, .resourcePressure)
    runEnds(slot, success: false, at: now, &c)
    afterRun(slot, at: now, &c)
    requestDecision(at: now, &c)
  }
}

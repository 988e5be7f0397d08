import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// The end of a run: its app reports the completion, its process loses what kept it running.
extension Phone {
  /// The work is over: it succeeded unless it failed or its bytes could not move.
  mutating func endWork(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    runs.workEndFired(slot)
    // Nobody waits for a completion call: the process keeps the time that the event gave it.
    if runs[index].item.mechanism == .mode { return }
    runs.endWork(slot, at: now)
    let success = !runs[index].work.fails && !runs[index].isStalled
    let reports: Bool
    if runs[index].item.mechanism == .wake {
      reports = specification(runs[index].item.app)?.quality.callsWakeCompletion ?? false
    } else {
      let completions = specification(runs[index].item.app)?.completions ?? []
      reports = completions.contains(success ? .success : .failure)
    }
    if reports {
      complete(slot, success: success, at: now, &c)
    } else if runs[index].item.mechanism == .continued, runs[index].phase == .working, !runs[index].isStalled
    {
      noteProgress(slot, at: now, &c)
    }
  }

  /// BAD-7: success is reported before anything has been done.
  mutating func completeEarly(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    runs.completeEarly(slot)
    let run = runs[slot]
    complete(slot, success: true, at: now, &c)
    leaveRest(of: run, at: now, &c)
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
    if item.mechanism == .refresh, bytes > platform.transferGuidelineBytes {
      note(
        .warned, app: item.app, item.mechanism, .oversize, item: item.number, value: Double(bytes), at: now)
    }
    let own =
      journal.log.keepsRecords ? completedFields(slot, success: success, workDone: done, at: now) : []
    journal.record(
      .completed(success: success), item, value: (now - (runs[index].handlerStarted ?? now)).seconds, at: now,
      own)
    runs.conclude(slot, success ? .completed : .failed)
    if success {
      if let task = item.task { history.dropCarriedWork(app, task: task) }
      noteSuccess(of: item, at: now)
      if !runs[index].isEarly, fetches(item) {
        contentArrives(item.app, asOf: fetched, isBackground: true, at: now)
      }
    }
    runEnds(slot, success: success, at: now)
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
    return [
      .number(.workDone, workDone), .flag(.success, success),
      .span(.duration, now - (run.handlerStarted ?? now)), .integer(.bytesWifi, run.bytesWifi),
      .integer(.bytesCellular, run.bytesCellular),
      .integer(.energy, power.accountEnergy(run.account, at: now).total),
    ]
  }

  /// Does the work of every terminal event: debits, the outcome for the policy, the counts.
  mutating func runEnds(_ slot: RunSlot, success: Bool, at now: Instant) {
    let index = slot
    let app = runs[index].item.app
    runs.end(slot, at: now)
    processes.endRun(app)
    invalidateGates(of: app, runs[index].item.identifier)
    let energy = power.readAccountEnergy(runs[index].account, holder: runs[index].holder, at: now)
    debit(slot, ofEnergy: energy.onBattery, at: now)
    guard policy.followsRuns else { return }
    policy.runEnded(
      RunOutcome(
        item: runs[index].item.number.rawValue, app: app.rawValue, mechanism: runs[index].item.mechanism,
        ended: now, succeeded: success,
        energyNanojoules: energy.total, batteryNanojoules: energy.onBattery, wasPlugged: charging.isPlugged,
        duration: now - runs[index].launched, bytes: runs[index].bytesWifi + runs[index].bytesCellular,
        series: runs[index].item.series))
  }

  /// Without anything left to do, the process stays awake until it is suspended, on the run's account.
  mutating func afterRun(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    let app = runs[index].item.app
    watchExemption(of: slot, at: now, &c)
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

import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// Work that goes on without a run: EXT, BAD-7.
extension Phone {
  /// The rest of a run that has reported success too early stays with its process.
  mutating func leaveRest(of run: Run, at now: Instant, _ c: inout Calendar) {
    guard run.work.length > .zero || run.work.bytesUp + run.work.bytesDown > 0 else { return }
    let rest = Leftover(.earlyCompletion(run.item), begun: now, work: run.work, payer: run.payer)
    extraTime.add(rest, run.item.app)
    resumeLeftovers(run.item.app, at: now, &c)
  }

  /// The process executes: everything that it has left goes on.
  mutating func resumeLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard extraTime.hasWork(app), processes[app].isExecuting else { return }
    for i in extraTime.indices(app) where extraTime.canStart(i, of: app) {
      let rest = extraTime.work(i, of: app)
      var processor: ClaimID?
      if rest.work.cpu > .zero {
        processor = power.begin(
          .processor, payer: rest.payer, microwatts: processorPower(rest.work), account: rest.account, at: now
        )
      }
      var transfer: TransferStart?
      if rest.work.bytesUp + rest.work.bytesDown > 0, let path = radioPath {
        transfer = power.startTransfer(
          payer: rest.payer, path: path, bytesUp: rest.work.bytesUp, bytesDown: rest.work.bytesDown,
          account: rest.account, at: now)
      }
      extraTime.start(i, of: app, processor: processor, transfer: transfer, at: now)
    }
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
  }

  /// The process is suspended, or its path changes: everything stops where it is.
  mutating func pauseLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard extraTime.hasWork(app) else { return }
    for i in extraTime.indices(app) { pause(i, of: app, at: now) }
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
    settleEndedTails(at: now)
  }

  /// Stops one where it is.
  mutating func pause(_ i: Int, of app: AppIndex, at now: Instant) {
    guard let paused = extraTime.pause(i, of: app, at: now) else { return }
    if let claim = paused.processor { power.end(claim, at: now) }
    if let transfer = paused.transfer {
      let left = power.interruptTransfer(transfer, at: now)
      extraTime.setBytesLeft(i, of: app, up: left.bytesUpLeft, down: left.bytesDownLeft)
    }
  }

  /// The path has changed: bytes go on over the new one.
  mutating func rerouteLeftovers(at now: Instant, _ c: inout Calendar) {
    for app in apps.indices where extraTime.isWorking(app) {
      pauseLeftovers(app, at: now, &c)
      resumeLeftovers(app, at: now, &c)
    }
  }

  mutating func stepLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    extraTime.stepFired(app)
    for i in extraTime.indices(app) {
      if let claim = extraTime.takeEndedProcessor(i, of: app, at: now) { power.end(claim, at: now) }
      if let transfer = extraTime.takeEndedTransfer(i, of: app, at: now) {
        power.finishTransfer(transfer, at: now)
      }
      if extraTime.isDone(i, of: app, at: now) { finishLeftover(i, of: app, at: now, &c) }
      if extraTime.takeEndedReaction(i, of: app, at: now) { giveUp(i, of: app, at: now, &c) }
    }
    forgetGoneLeftovers(app, at: now)
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
    settleEndedTails(at: now)
  }

  private mutating func finishLeftover(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let rest = extraTime.work(i, of: app)
    let isStalled = rest.work.bytesUp + rest.work.bytesDown > 0
    pause(i, of: app, at: now)
    extraTime.finish(i, of: app)
    switch rest.kind {
    case .exit, .event:
      reportExitWork(i, of: app, success: true, at: now)
      if specification(app)?.quality.endsAssertion == .whenDone { endAssertion(i, of: app, at: now, &c) }
    case .earlyCompletion(let item):
      note(
        .progress, app: app, item.mechanism, item: item.number, identifier: item.identifier, value: 1,
        at: now,
        [.number(.workDone, 1)])
      if !isStalled, !rest.work.fails, fetches(item) {
        contentArrives(app, asOf: rest.transferEnd, isBackground: true, at: now)
      }
    }
  }

  /// The process has ended, and with it what it had left.
  mutating func loseLeftovers(_ app: AppIndex, _ reason: LogWord, at now: Instant, _ c: inout Calendar) {
    guard extraTime.hasWork(app) else { return }
    for i in extraTime.indices(app) {
      pause(i, of: app, at: now)
      let lost = extraTime.lose(i, of: app)
      guard let name = lost.name else { continue }
      if let holder = lost.assertion {
        power.releaseAwake(holder, at: now)
        processes.removeBackgroundHold(app)
        note(.terminated, app: app, .assertion, reason, at: now, [.text(.name, name)])
      }
      if !lost.wasOver, isObserved(now) { journal.count(.killed, exitWorkOf: app) }
    }
    forgetGoneLeftovers(app, at: now)
    moveLeftoverTimer(app, &c)
    updateAllowance(app, at: now, &c)
    settleEndedTails(at: now)
  }

  /// At the horizon: what is not over counts as unfinished, with the energy that it has taken.
  mutating func finishLeftovers(at end: Instant) {
    for app in apps.indices {
      for i in extraTime.indices(app) {
        pause(i, of: app, at: end)
        let rest = extraTime.work(i, of: app)
        guard rest.kind.extraName != nil else { continue }
        if !rest.isOver { journal.count(.unfinished, exitWorkOf: app) }
        if let account = rest.account {
          journal.addEnergy(power.readAccountEnergy(account, at: end).total, exitWorkOf: app)
        }
      }
    }
  }

  /// Closes the accounts of what is over.
  mutating func forgetGoneLeftovers(_ app: AppIndex, at now: Instant) {
    for account in extraTime.removeGone(app) {
      let energy = power.readAccountEnergy(account, at: now).total
      power.closeAccount(account)
      if isObserved(now) { journal.addEnergy(energy, exitWorkOf: app) }
    }
  }

  mutating func moveLeftoverTimer(_ app: AppIndex, _ c: inout Calendar) {
    extraTime.moveStepTimer(app, &c)
  }

  /// The power of processor work that takes a share of a core.
  func processorPower(_ work: Work) -> Int64 {
    work.share == 1
      ? configuration.efficiencyCore : Int64((Double(configuration.efficiencyCore) * work.share).rounded())
  }
}

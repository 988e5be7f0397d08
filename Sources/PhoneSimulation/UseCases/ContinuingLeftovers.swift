import AppLifecycle
import DeviceModel
import EventSimulation
import Workload

/// Work that goes on without a run while its process executes: EXT, BAD-7.
extension Phone {
  /// The rest of a run that has reported success too early stays with its process.
  mutating func leaveRest(of run: Run, at now: Instant, _ c: inout Calendar) {
    guard run.work.length > .zero || run.work.bytesUp + run.work.bytesDown > 0 else { return }
    let rest = Leftover(.earlyCompletion(run.item), begun: now, work: run.work, payer: run.payer)
    extraTime.add(rest, run.item.app)
    resumeLeftovers(run.item.app, at: now, &c)
  }

  /// The name of work that may have extra time, where a log is kept; only there is it read.
  @inline(__always)
  func loggedName(of kind: Leftover.Kind, _ app: AppIndex) -> String {
    journal.log.keepsRecords ? name(of: kind, app) : ""
  }

  @inline(never)
  private func name(of kind: Leftover.Kind, _ app: AppIndex) -> String {
    switch kind {
    case .exit(let number): specification(app)?.exitWork[number].name ?? ""
    case .event(let event): event.identifier
    case .earlyCompletion: ""
    }
  }

  /// The process executes: everything that it has left goes on. Mostly that is nothing.
  @inline(__always)
  mutating func resumeLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if extraTime.hasWork(app), processes[app].isExecuting { resumeAll(of: app, at: now, &c) }
  }

  private mutating func resumeAll(of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    power.holdShares()
    for i in extraTime.indices(app) where extraTime.canStart(i, of: app) {
      let (work, payer, account) = extraTime.remainder(i, of: app)
      var processor: ClaimID?
      if work.cpu > .zero {
        processor = power.begin(
          .processor, payer: payer, microwatts: processorPower(work), account: account, at: now)
      }
      var transfer: TransferStart?
      if work.bytesUp + work.bytesDown > 0, let path = radioPath {
        transfer = power.startTransfer(
          payer: payer, path: path, bytesUp: work.bytesUp, bytesDown: work.bytesDown,
          account: account, tag: TransferOwner.leftover(app).tag, at: now)
      }
      extraTime.start(i, of: app, processor: processor, transfer: transfer, at: now)
    }
    power.settleShares()
    extraTime.replan(app, power)
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
  }

  /// The process is suspended, or its path changes: everything stops where it is.
  @inline(__always)
  mutating func pauseLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if extraTime.hasWork(app) { pauseAll(of: app, at: now, &c) }
  }

  private mutating func pauseAll(of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    pauseEach(of: app, at: now)
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
    settleEndedTails(at: now)
  }

  /// Stops each where it is, the last first, which the radio finds fastest.
  mutating func pauseEach(of app: AppIndex, at now: Instant) {
    power.holdShares()
    for i in extraTime.indices(app).reversed() { pause(i, of: app, at: now) }
    power.settleShares()
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

  /// Closes the accounts of what is over.
  mutating func forgetGoneLeftovers(_ app: AppIndex, at now: Instant) {
    for account in extraTime.takeGone(app) {
      let energy = power.closeAccount(account, at: now).total
      if isObserved(now) { journal.items[app, .assertion][.energy] += energy }
    }
  }

  mutating func moveLeftoverTimer(_ app: AppIndex, _ c: inout Calendar) {
    extraTime.moveStepTimer(app, &c)
  }
}

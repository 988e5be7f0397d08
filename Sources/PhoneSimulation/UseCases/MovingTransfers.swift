import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// The bytes of started transfers, which the system moves without their apps: URL-1, URL-2 and URL-6.
///
/// The system moves the bytes of one transfer at a time, those without discretion first, then in order of their start:
/// a batch takes as long as its bytes need. With runs and opens that move bytes it shares the rate of the path. A
/// started transfer behind another is in flight; only a lost path pauses it.
extension Phone {
  mutating func launchTransfer(_ item: WorkItem, at now: Instant, _ c: inout Calendar) {
    guard let delay = transfers.order(of: item.number)?.delay else { return }
    journal.record(
      .launched(.system), item, value: (now - item.submitted).seconds, at: now,
      [.text(.reasonsSeen, item.seen.names), .span(.delay, delay)])
    transfers.start(item, account: power.openAccount(), payer: payer(of: item), at: now)
    policy.runStarted(item.number)
    moveTransfers(at: now, &c)
  }

  /// Lets the right transfer move over the present path: to be called whenever either may have changed.
  mutating func moveTransfers(at now: Instant, _ c: inout Calendar) {
    guard transfers.hasStarted else { return }
    let path = powerState.isOff || !powerState.hasBeenUnlocked ? nil : radioPath
    pauseOrResume(path, at: now)
    let moving = transfers.moving
    let next = path.flatMap { transfers.nextToMove(over: $0) }
    if let moving, moving == next, transfers[moving]?.burst?.path == path { return }
    var holder: HolderID?
    if let moving { holder = interruptBurst(moving, at: now, &c) }
    if let next, let path { startBurst(next, path, at: now, &c) }
    if let holder { power.releaseAwake(holder, at: now) }
    settleEndedTails(at: now)
  }

  /// URL-6: every started transfer is paused while there is no way to the network that it may take.
  private mutating func pauseOrResume(_ path: RadioPath?, at now: Instant) {
    let reason: LogWord =
      powerState.isOff ? .powerOff : powerState.hasBeenUnlocked ? .noNetwork : .firstUnlock
    for number in transfers.startedNumbers {
      guard let transfer = transfers[number] else { continue }
      let isStopped = path.map { !transfer.mayMove(over: $0) } ?? true
      guard transfer.isPaused != isStopped else { continue }
      transfers.setPaused(number, isStopped)
      let item = transfer.item
      let done = isStopped ? bytesDone(transfer, at: now) : transfer.bytesDone
      note(
        isStopped ? .paused : .resumed, app: item.app, item.mechanism, isStopped ? reason : .none,
        item: item.number, identifier: item.identifier, value: Double(done), at: now)
    }
  }

  func bytesDone(_ transfer: Transfer, at now: Instant) -> Int64 {
    guard let burst = transfer.burst else { return transfer.bytesDone }
    let left = power.bytesLeft(of: burst.id, at: now)
    return transfer.bytesDone + transfer.bytesLeft - left.bytesUpLeft - left.bytesDownLeft
  }

  private mutating func startBurst(
    _ number: ItemNumber, _ path: RadioPath, at now: Instant, _ c: inout Calendar
  ) {
    guard let transfer = transfers[number] else { return }
    let holder = holdAwake(transfer.payer, account: transfer.account, at: now)
    let start = power.startTransfer(
      payer: transfer.payer, path: path, bytesUp: transfer.bytesUpLeft, bytesDown: transfer.bytesDownLeft,
      account: transfer.account, tag: TransferOwner.file(number).tag, at: now)
    let timer = c.schedule(PhoneEvent(.lastByte, number), at: now + start.duration, .completion)
    transfers.beginBurst(number, Transfer.Burst(id: start.id, path: path, holder: holder, timer: timer))
  }

  /// Takes a transfer off the air and hands over its hold on the platform, which the caller releases once
  /// the next one has its own.
  mutating func interruptBurst(_ number: ItemNumber, at now: Instant, _ c: inout Calendar) -> HolderID? {
    guard let burst = transfers[number]?.burst else { return nil }
    if let timer = burst.timer { _ = c.cancel(timer) }
    let left = power.interruptTransfer(burst.id, at: now)
    transfers.endBurst(number, bytesUpLeft: left.bytesUpLeft, bytesDownLeft: left.bytesDownLeft, at: now)
    return burst.holder
  }

  // MARK: The end: with the last byte, by the resource timeout, or with the app

  mutating func lastByteMoved(_ number: ItemNumber, at now: Instant, _ c: inout Calendar) {
    guard transfers[number]?.burst != nil, var transfer = transfers.remove(number),
      let burst = transfer.finishBurst()
    else { return }
    power.finishTransfer(burst.id, at: now)
    conclude(transfer, .completed, .success, at: now, &c)
    // The next in line takes over before the platform could sleep.
    moveTransfers(at: now, &c)
    power.releaseAwake(burst.holder, at: now)
    settleEndedTails(at: now)
    transferIsOver(transfer.item, arrived: true, at: now, &c)
    requestDecision(at: now, &c)
  }

  /// URL-6: a transfer fails only when it is older than its resource timeout, also one that never started.
  mutating func timeOut(_ number: ItemNumber, at now: Instant, _ c: inout Calendar) {
    if let slot = requests.slot(ofTransfer: number) {
      let item = requests[slot]
      remove(slot)
      journal.record(
        platform.transfersWaitForPath
          ? .failed(.failedUnstarted, .resourceTimeout) : .failed(.failed, .timeout), item, at: now)
      transferIsOver(item, arrived: false, at: now, &c)
    } else if let item = transfers[number]?.item {
      endEarly(number, .failed, .timeout, at: now, &c)
      transferIsOver(item, arrived: false, at: now, &c)
    }
    requestDecision(at: now, &c)
  }

  mutating func cancelTransfers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    for slot in requests.slots(of: app) where requests[slot].mechanism.isTransfer {
      forget(cancel(slot, .appRemoved, at: now), at: now, &c)
    }
    while let number = transfers.first(of: app), let item = transfers[number]?.item {
      endEarly(number, .canceled, .appRemoved, at: now, &c)
      forget(item, at: now, &c)
    }
    transfers.clearSessions(app)
  }

  private mutating func endEarly(
    _ number: ItemNumber, _ event: LogEvent, _ word: LogWord, at now: Instant, _ c: inout Calendar
  ) {
    let holder = interruptBurst(number, at: now, &c)
    guard let transfer = transfers.remove(number) else { return }
    conclude(transfer, event, word, at: now, &c)
    moveTransfers(at: now, &c)
    if let holder { power.releaseAwake(holder, at: now) }
    settleEndedTails(at: now)
  }

  private mutating func conclude(
    _ ended: Transfer, _ event: LogEvent, _ word: LogWord, at now: Instant, _ c: inout Calendar
  ) {
    var transfer = ended
    let item = transfer.item
    let energy = power.readAccountEnergy(transfer.account, at: now)
    let duration = now - transfer.launched
    let isDone = event == .completed
    journal.record(
      isDone ? .completed(success: true) : .aborted(event, word), item,
      value: isDone ? duration.seconds : Double(transfer.bytesDone), at: now,
      isDone
        ? [
          .integer(.bytesWifi, transfer.bytesWifi), .integer(.bytesCellular, transfer.bytesCellular),
          .integer(.energy, energy.total),
        ] : [])
    transfer.ended = now
    transfer.outcome = isDone ? .completed : event == .failed ? .failed : .canceled
    transfer.reason = isDone ? .none : word
    debit(&transfer, at: now)
    policy.runEnded(
      RunOutcome(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism, ended: now,
        succeeded: isDone, energyNanojoules: energy.total, batteryNanojoules: energy.onBattery,
        wasPlugged: charging.isPlugged, duration: duration, bytes: transfer.bytesDone,
        taskChain: item.taskChain))
    transfers.keepEnded(transfer)
  }

  private mutating func forget(_ item: WorkItem, at now: Instant, _ c: inout Calendar) {
    if let timeout = transfers.forget(item.number, item.app, at: now) { _ = c.cancel(timeout) }
  }

  private mutating func transferIsOver(_ item: WorkItem, arrived: Bool, at now: Instant, _ c: inout Calendar)
  {
    forget(item, at: now, &c)
    guard let session = item.session else { return }
    if transfers[item.app, session].endFile(arrived: arrived, at: now) {
      batchFinished(item.app, session: session, at: now, &c)
    }
  }

  // MARK: A change of the network path, and every byte under way with it

  mutating func setNetwork(_ path: NetworkPath, at now: Instant, _ c: inout Calendar) {
    updateOpportunity(at: now)
    guard let change = network.change(to: path, at: now) else { return }
    note(.networkChanged, nil, LogWord(path), at: now, [.text(.old, LogWord(change.old).name)])
    tellPolicy(.pathChanged, at: now, &c)
    // The absence of a path is counted while the phone is off, too (GATE-8).
    guard !powerState.isOff else { return }
    if let absence = change.absence, absence >= platform.herdPause { beginHerdHold(at: now, &c) }
    reroute(at: now, &c)
    if path != .none { serverReaches(at: now, &c) }
    requestDecision(at: now, &c)
  }

  mutating func beginHerdHold(at now: Instant, _ c: inout Calendar) {
    let end = network.holdHerd(until: now + platform.herdHold)
    scheduleDecision(at: end, &c)
  }

  mutating func reroute(at now: Instant, _ c: inout Calendar) {
    for slot in runs.slots where runs[slot].isAtWork {
      guard runs[slot].transfer != nil || runs[slot].isStalled else { continue }
      interruptTransfer(slot, at: now, &c)
      startTransfer(slot, at: now, &c)
      runs[slot].scheduleWorkEnd(slot, at: now, &c)
    }
    moveTransfers(at: now, &c)
    settleEndedTails(at: now)
    for app in apps.indices where backgroundTime.isWorking(app) {
      pauseUnfinishedWork(app, at: now, &c)
      resumeUnfinishedWork(app, at: now, &c)
    }
    rerouteCode(at: now, &c)
    rerouteStreaming(at: now)
  }

  // MARK: Shares of a radio

  mutating func followShares(at now: Instant, _ c: inout Calendar) {
    var apps: [AppIndex] = []
    for replan in power.takeReplans() {
      switch TransferOwner(tag: replan.tag) {
      case .run(let slot):
        guard runs[slot].transfer == replan.id else { continue }
        let left = power.bytesLeft(of: replan.id, at: now)
        runs.replanTransfer(
          slot, end: replan.end, left: (left.bytesUpLeft, left.bytesDownLeft),
          power.bytePlan(of: replan.id, at: now), at: now, &c)
        runs[slot].scheduleWorkEnd(slot, at: now, &c)
      case .file(let number):
        guard let burst = transfers[number]?.burst, burst.id == replan.id, let timer = burst.timer else {
          continue
        }
        _ = c.reschedule(timer, at: replan.end)
      case .openFetch(let app):
        guard let timer = freshness.fetchTimer(app, replan.id) else { continue }
        _ = c.reschedule(timer, at: replan.end)
      case .code(let number): code.replan(number, end: replan.end, &c)
      case .unfinishedWork(let app):
        // All of an app's at once, since there may be many.
        guard !apps.contains(app) else { continue }
        apps.append(app)
        backgroundTime.replan(app, power)
        backgroundTime.moveStepTimer(app, &c)
      }
    }
  }
}

import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Creating, starting and ending the transfers of background sessions: URL-1 to URL-6.
extension Phone {
  // MARK: Creation

  /// Whether code of the app can run now: its process executes and no launch of it is in progress.
  func isReceptive(_ app: AppIndex) -> Bool {
    processes[app].isForeground
      || processes[app] == .background && processes.launchEnd(app) == nil
  }

  /// The app creates what a trigger asks for.
  mutating func createTransfers(
    _ app: AppIndex, on trigger: TransferSpecification.Trigger, at now: Instant, _ c: inout Calendar
  ) {
    guard let transfers = specification(app)?.transfers, !transfers.isEmpty else { return }
    for (session, transfer) in transfers.enumerated() where transfer.trigger == trigger {
      createTransfers(app, session: session, at: now, &c)
    }
  }

  /// The app creates the files of one of its sessions; an app that does not execute cannot.
  mutating func createTransfers(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard let transfer = specification(app)?.transfers[session] else { return }
    guard isReceptive(app) else {
      let mechanism: Mechanism = transfer.isDiscretionary ? .transferD : .transferN
      journal.reject(
        app, mechanism, .unavailable, identifier: context.sessionIdentifiers[app][session], at: now)
      return
    }
    guard transfer.isChained else {
      for _ in 0..<transfer.files { createFile(app, session: session, at: now, &c) }
      return
    }
    if transfers.extendChain(app, session: session, by: transfer.files) {
      createNextOfChain(app, session: session, at: now, &c)
    }
  }

  mutating func createNextOfChain(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard transfers.takeNextOfChain(app, session: session) else { return }
    createFile(app, session: session, at: now, &c)
  }

  private mutating func createFile(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard let transfer = specification(app)?.transfers[session] else { return }
    let isFromBackground = !processes[app].isForeground
    let mechanism: Mechanism = transfer.isDiscretionary || isFromBackground ? .transferD : .transferN
    let (up, down) = drawSize(app, session: session, transfer)
    let delay = isFromBackground ? transfers.resumeDelay(app, at: now) : .zero
    let open = transfer.floor.map { max(now, now + $0) } ?? now
    let platform = configuration.platform
    var item = WorkItem(
      number: takeItemNumber(), app: app, mechanism: mechanism, origin: .transfer(session: session),
      identifier: context.sessionIdentifiers[app][session], submitted: now,
      floor: transfer.floor.map { now + $0 }, open: open,
      deadline: open + platform.window(of: mechanism), chainOpen: open, isObserved: isObserved(now),
      blockedSince: now)
    item.shares = journal.openShares()
    journal.record(
      .submitted, item, at: now,
      item.submissionFields(origin: "app")
        + [.flag(.discretionary, mechanism == .transferD), .integer(.bytes, up + down)])
    if open <= now {
      item.isEligible = true
      announce(item, at: now)
    } else {
      c.schedule(.device(.floorReached), at: open, .arrival)
    }
    if delay > .zero { scheduleDecision(at: now + delay, &c) }
    if mechanism == .transferD {
      scheduleDecision(at: open + platform.transferStageLength, &c)
      scheduleDecision(at: open + platform.transferStageLength * 2, &c)
    }
    let timeout = c.schedule(
      .transfer(.timeout, item.number), at: now + platform.transferResourceTimeout, .expiry)
    transfers.accept(
      item.number, app, session: session,
      TransferOrder(
        bytesUp: up, bytesDown: down, delay: delay, isFromBackground: isFromBackground, timeout: timeout))
    insert(item)
    requestDecision(at: now, &c)
  }

  /// The n-th file of a session has the same size under every policy.
  private mutating func drawSize(
    _ app: AppIndex, session: Int, _ transfer: TransferSpecification
  ) -> (up: Int64, down: Int64) {
    let ordinal = transfers.takeFileOrdinal(app, session: session)
    stream.seek(event: address(.transferSize, app: app, index: session << 24 + ordinal))
    return (
      Int64(max(0, transfer.up.sample(stream)).rounded()),
      Int64(max(0, transfer.down.sample(stream)).rounded())
    )
  }

  // MARK: Start

  /// The system starts a transfer that has left the pending set; no process is involved.
  mutating func launchTransfer(_ item: WorkItem, at now: Instant, _ c: inout Calendar) {
    guard let delay = transfers.delay(of: item.number) else { return }
    journal.record(
      .launched(.system), item, value: (now - item.submitted).seconds, at: now,
      [.text(.reasonsSeen, item.seen.names), .span(.delay, delay)])
    transfers.start(
      item, account: power.openAccount(), payer: EnergyPayer(app: item.app, cause: .transfer), at: now)
    decisions.runStarted(item.number)
    moveTransfers(at: now, &c)
  }

  // MARK: End

  mutating func handleTransfer(
    _ event: PhoneEvent.Transfer, _ number: ItemNumber, at now: Instant, _ c: inout Calendar
  ) {
    switch event {
    case .end: lastByteMoved(number, at: now, &c)
    case .timeout: timeOut(number, at: now, &c)
    }
  }

  private mutating func lastByteMoved(_ number: ItemNumber, at now: Instant, _ c: inout Calendar) {
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

  /// URL-6: a transfer fails only when it is older than its resource timeout.
  private mutating func timeOut(_ number: ItemNumber, at now: Instant, _ c: inout Calendar) {
    transfers.timeoutFired(number)
    if let slot = requests.slot(of: number) {
      let item = remove(slot)
      journal.record(.failed(.timeout), item, at: now)
      transferIsOver(item, arrived: false, at: now, &c)
    } else if let item = transfers[number]?.item {
      endEarly(number, .failed, .timeout, at: now, &c)
      transferIsOver(item, arrived: false, at: now, &c)
    }
    requestDecision(at: now, &c)
  }

  /// URL-2: the sessions of a removed app lose their transfers, chains and reports.
  mutating func cancelTransfers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    for slot in requests.slots(of: app) where requests[slot].mechanism.isTransfer {
      forget(cancel(slot, .appRemoved, at: now), at: now, &c)
    }
    while let number = transfers.first(of: app), let item = transfers[number]?.item {
      endEarly(number, .cancelled, .appRemoved, at: now, &c)
      forget(item, at: now, &c)
    }
    transfers.clearSessions(app)
  }

  /// Ends a started transfer before its last byte.
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

  /// The terminal event of a started transfer: log, tally, debits, the policy's outcome.
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
    transfer.outcome = isDone ? .completed : event == .failed ? .failed : .cancelled
    transfer.reason = isDone ? .none : word
    debit(&transfer, at: now)
    decisions.runEnded(
      RunOutcome(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism, ended: now,
        succeeded: isDone,
        energyNanojoules: energy.total, batteryNanojoules: energy.onBattery, wasPlugged: charging.isPlugged))
    transfers.keepEnded(transfer)
  }

  private mutating func forget(_ item: WorkItem, at now: Instant, _ c: inout Calendar) {
    if let timeout = transfers.forget(item.number, item.app, at: now) { _ = c.cancel(timeout) }
  }

  /// A transfer of a batch has finished, well or badly; with the last one the batch is.
  private mutating func transferIsOver(_ item: WorkItem, arrived: Bool, at now: Instant, _ c: inout Calendar)
  {
    forget(item, at: now, &c)
    guard let session = item.session else { return }
    if transfers.endFile(item.app, session: session, arrived: arrived, at: now) {
      batchFinished(item.app, session: session, at: now, &c)
    }
  }
}

import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// A transfer ends: with its last byte, by its resource timeout, or with its app. URL-2 and URL-6.
extension Phone {
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

  /// URL-6: a transfer fails only when it is older than its resource timeout.
  mutating func timeOut(_ number: ItemNumber, at now: Instant, _ c: inout Calendar) {
    transfers.timeoutFired(number)
    if let slot = requests.slot(ofTransfer: number) {
      let item = requests[slot]
      remove(slot)
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
    policy.runEnded(
      RunOutcome(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism, ended: now,
        succeeded: isDone,
        energyNanojoules: energy.total, batteryNanojoules: energy.onBattery, wasPlugged: charging.isPlugged,
        duration: duration, bytes: transfer.bytesDone, series: item.series))
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

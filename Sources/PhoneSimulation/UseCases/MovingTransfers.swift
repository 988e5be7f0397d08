import DeviceModel
import EventSimulation
import Workload

/// The bytes of started transfers, which the system moves without their apps: URL-1 and URL-6.
///
/// The system moves the bytes of one transfer at a time, those without discretion first, then in order of their start:
/// a batch takes as long as its bytes need. With runs and opens that move bytes it shares the rate of the path. A
/// started transfer behind another is in flight; only a lost path pauses it.
extension Phone {
  /// The system starts a transfer that has left the pending set; no process is involved.
  mutating func launchTransfer(_ item: WorkItem, at now: Instant, _ c: inout Calendar) {
    guard let delay = transfers.delay(of: item.number) else { return }
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
    let next = path == nil ? nil : transfers.nextToMove
    if let moving, moving == next, transfers[moving]?.burst?.path == path { return }
    var holder: HolderID?
    if let moving { holder = interruptBurst(moving, at: now, &c) }
    if let next, let path { startBurst(next, path, at: now, &c) }
    if let holder { power.releaseAwake(holder, at: now) }
    settleEndedTails(at: now)
  }

  /// URL-6: every started transfer is paused while there is no way to the network.
  private mutating func pauseOrResume(_ path: RadioPath?, at now: Instant) {
    let reason: LogWord =
      powerState.isOff ? .powerOff : powerState.hasBeenUnlocked ? .noNetwork : .firstUnlock
    for number in transfers.startedNumbers {
      guard let transfer = transfers[number], transfer.isPaused != (path == nil) else { continue }
      transfers.setPaused(number, path == nil)
      let item = transfer.item
      let done = path == nil ? bytesDone(transfer, at: now) : transfer.bytesDone
      note(
        path == nil ? .paused : .resumed, app: item.app, item.mechanism, path == nil ? reason : .none,
        item: item.number, identifier: item.identifier, value: Double(done), at: now)
    }
  }

  /// Returns the bytes that a transfer has moved by now, without changing it.
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
    let timer = c.schedule(
      .transfer(.end, number), at: now + start.duration, .completion)
    transfers.beginBurst(
      number, Transfer.Burst(id: start.id, path: path, holder: holder, timer: timer))
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
}

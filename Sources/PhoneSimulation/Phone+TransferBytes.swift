import DeviceModel
import EventSimulation
import Workload

/// How the bytes of started transfers move, and what they cost.
///
/// The radio model gives every transfer the full rate of its path. So the system moves the bytes of one
/// transfer at a time, those without discretion first, then in order of their start: a batch takes as long
/// as its bytes need. A started transfer behind another is in flight; only a lost path pauses it.
extension Phone {
  /// Lets the right transfer move over the present path: to be called whenever either may have changed.
  mutating func moveTransfers(at now: Instant, _ c: inout Calendar) {
    guard !transfers.isEmpty else { return }
    let path = powerState.isOff || !powerState.hasBeenUnlocked ? nil : radioPath
    pauseOrResume(path, at: now)
    let moving = transfers.firstIndex { $0.burst != nil }
    let next = path == nil ? nil : nextToMove
    if let moving, moving == next, transfers[moving].burst?.path == path { return }
    var holder: HolderID?
    if let moving { holder = interruptBurst(at: moving, at: now, &c) }
    if let next, let path { startBurst(at: next, path, at: now, &c) }
    if let holder { power.releaseAwake(holder, at: now) }
    settleEndedTails(at: now)
  }

  private var nextToMove: Int? {
    transfers.firstIndex { $0.item.mechanism == .transferN } ?? transfers.indices.first
  }

  /// URL-6: every started transfer is paused while there is no way to the network.
  private mutating func pauseOrResume(_ path: RadioPath?, at now: Instant) {
    let reason: LogWord =
      powerState.isOff ? .powerOff : powerState.hasBeenUnlocked ? .noNetwork : .firstUnlock
    for index in transfers.indices where transfers[index].isPaused != (path == nil) {
      transfers[index].isPaused = path == nil
      let item = transfers[index].item
      let done = path == nil ? bytesDone(at: index, at: now) : transfers[index].bytesDone
      note(
        path == nil ? .paused : .resumed, app: item.app, item.mechanism, path == nil ? reason : .none,
        item: item.number, identifier: item.identifier, value: Double(done), at: now)
    }
  }

  /// What a transfer has moved by now, without touching it.
  private func bytesDone(at index: Int, at now: Instant) -> Int64 {
    guard let burst = transfers[index].burst else { return transfers[index].bytesDone }
    let left = power.bytesLeft(of: burst.id, at: now)
    return transfers[index].bytesDone + transfers[index].bytesUpLeft + transfers[index].bytesDownLeft
      - left.bytesUpLeft - left.bytesDownLeft
  }

  private mutating func startBurst(
    at index: Int, _ path: RadioPath, at now: Instant, _ c: inout Calendar
  ) {
    let transfer = transfers[index]
    let holder = holdAwake(transfer.payer, account: transfer.account, at: now)
    let start = power.startTransfer(
      payer: transfer.payer, path: path, bytesUp: transfer.bytesUpLeft, bytesDown: transfer.bytesDownLeft,
      account: transfer.account, at: now)
    let timer = c.schedule(
      .transfer(.end, transfer.item.number), at: now + start.duration, .completion)
    transfers[index].burst = Transfer.Burst(id: start.id, path: path, holder: holder, timer: timer)
  }

  /// Takes a transfer off the air and hands over its hold on the platform, which the caller releases once
  /// the next one has its own.
  mutating func interruptBurst(at index: Int, at now: Instant, _ c: inout Calendar) -> HolderID? {
    guard let burst = transfers[index].burst else { return nil }
    if let timer = burst.timer { _ = c.cancel(timer) }
    let left = power.interruptTransfer(burst.id, at: now)
    let moved =
      transfers[index].bytesUpLeft + transfers[index].bytesDownLeft - left.bytesUpLeft - left.bytesDownLeft
    transfers[index].book(moved, on: burst.path)
    transfers[index].bytesUpLeft = left.bytesUpLeft
    transfers[index].bytesDownLeft = left.bytesDownLeft
    transfers[index].burst = nil
    return burst.holder
  }

  // MARK: Debits and accounts

  /// Debits what has been billed since the last debit: at the end, and when the tail ends.
  mutating func debit(_ transfer: inout Transfer, at now: Instant) {
    let energy = power.accountEnergy(transfer.account, at: now).onBattery - transfer.debitedEnergy
    let bytes = transfer.bytesCellular - transfer.debitedBytes
    transfer.debitedEnergy += max(0, energy)
    transfer.debitedBytes += bytes
    debit(transfer.item.app, energy: energy, cellularBytes: bytes, at: now)
  }

  /// Settles the ended transfers whose tail is over; their accounts close here.
  mutating func settleTransfers(at now: Instant) {
    guard !endedTransfers.isEmpty, power.radioTimer == nil else { return }
    let ended = endedTransfers
    endedTransfers.removeAll(keepingCapacity: true)
    for transfer in ended { settle(transfer, at: now) }
  }

  private mutating func settle(_ ended: Transfer, at now: Instant) {
    var transfer = ended
    debit(&transfer, at: now)
    let energy = power.accountEnergy(transfer.account, at: now).total
    power.closeAccount(transfer.account)
    addCosts(
      transfer.item, energy: energy, bytesWifi: transfer.bytesWifi, bytesCellular: transfer.bytesCellular)
    journal.finish(transfer, energy: energy)
  }

  /// At the horizon: what is still in flight is censored.
  mutating func finishTransfers(at end: Instant) {
    for index in transfers.indices {
      guard let burst = transfers[index].burst else { continue }
      transfers[index].book(bytesDone(at: index, at: end) - transfers[index].bytesDone, on: burst.path)
    }
    let running = transfers
    transfers = []
    for transfer in running {
      journal.censorRun(transfer.item, at: end)
      settle(transfer, at: end)
    }
    let ended = endedTransfers
    endedTransfers = []
    for transfer in ended { settle(transfer, at: end) }
  }
}

import DeviceModel
import EventSimulation

/// The work of a run: its processor time and its bytes start, go on, and stop.
extension Phone {
  /// Processor and bytes go in parallel, then the app waits for its servers.
  ///
  /// - Parameter launch: The claim of the launch that is over; processor work goes on with it.
  mutating func startWork(
    _ slot: RunSlot, _ launch: inout ClaimID?, at now: Instant, _ c: inout Calendar
  ) {
    let index = slot
    let work = runs[index].work
    runs.beginWork(slot, at: now)
    if work.cpu > .zero {
      let claim: ClaimID
      if let launched = launch {
        launch = nil
        power.renew(launched, microwatts: processorPower(work), at: now)
        claim = launched
      } else {
        claim = power.begin(
          .processor, payer: runs[index].payer, microwatts: processorPower(work),
          account: runs[index].account, at: now)
      }
      runs.beginProcessor(slot, claim, at: now, &c)
      watchProcessor(runs[index].item.app, at: now, &c)
    }
    startTransfer(slot, at: now, &c)
    runs.scheduleWorkEnd(slot, at: now, &c)
  }

  /// Starts to move what is left; without a path the bytes stall.
  @inline(__always)
  mutating func startTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    guard runs[index].pendingUp + runs[index].pendingDown > 0 else { return }
    guard let path = radioPath else {
      runs.beginStall(slot, at: now)
      return
    }
    let start = power.startTransfer(
      payer: runs[index].payer, path: path, bytesUp: runs[index].pendingUp,
      bytesDown: runs[index].pendingDown, account: runs[index].account, tag: TransferOwner.run(slot).tag,
      at: now)
    runs.beginTransfer(
      slot, start.id, isCellular: path != .wifi, duration: start.duration, at: now, &c)
  }

  @inline(__always)
  mutating func endProcessor(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    if let claim = runs.endProcessor(slot) { power.end(claim, at: now) }
    watchProcessor(runs[slot].item.app, at: now, &c)
  }

  @inline(__always)
  mutating func endTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard let transfer = runs.finishTransfer(slot, at: now) else { return }
    power.finishTransfer(transfer, at: now)
    settleEndedTails(at: now)
  }

  /// Stops moving bytes; what has moved is attributed to the path on which it moved.
  @inline(__always)
  mutating func interruptTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard let transfer = runs.breakOffTransfer(slot, at: now, &c) else { return }
    let left = power.interruptTransfer(transfer, at: now)
    runs.keepPending(slot, up: left.bytesUpLeft, down: left.bytesDownLeft)
  }

  /// Ends claims, transfers and timers of a run's work.
  mutating func stopWork(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    interruptTransfer(slot, at: now, &c)
    if let claim = runs.stopWork(slot, &c) { power.end(claim, at: now) }
    // Mostly the processor is done before the work is over.
    if mayDemandProcessor(runs[slot].item.app) { watchProcessor(runs[slot].item.app, at: now, &c) }
    settleEndedTails(at: now)
  }
}

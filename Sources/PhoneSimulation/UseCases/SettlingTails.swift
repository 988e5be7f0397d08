import Containers
import DeviceModel
import EventSimulation
import SchedulingPolicies

/// The end of an account: a run or transfer is over, and so is the tail of its radio.
extension Phone {
  /// Whether an account is settled at the end of the present tails.
  @inline(__always)
  var awaitsTails: Bool { !runs.unsettled.isEmpty || transfers.hasEnded }

  /// Settles the runs and transfers whose radio tail and suspension are over; their accounts close here. Mostly there
  /// are none.
  @inline(__always)
  mutating func settleEndedTails(at now: Instant) {
    if awaitsTails, !power.hasOpenTails { settleAll(at: now) }
  }

  /// Settles what has ended, for no tail is open.
  private mutating func settleAll(at now: Instant) {
    settleTransfers(at: now)
    // Without a copy of the list: a run that is settled leaves it.
    var index = 0
    while index < runs.unsettled.count {
      let slot = runs.unsettled[index]
      let isLingering =
        runs[slot].holder != nil || processes.isKeptAwake(runs[slot].item.app, byRun: slot)
      if isLingering { index += 1 } else { settle(slot, at: now) }
    }
  }

  mutating func settle(_ slot: RunSlot, at now: Instant) {
    let index = slot
    let energy = power.closeAccount(runs[index].account, at: now)
    debit(slot, ofEnergy: energy.onBattery, at: now)
    // A run that the horizon cuts off has no outcome.
    if let ended = runs[index].ended { tellCost(of: runs[index].item, ended: ended, energy) }
    addCosts(
      runs[index].item, energy: energy.total, bytesWifi: runs[index].bytesWifi,
      bytesCellular: runs[index].bytesCellular)
    if journal.attempts.keepsShares {
      journal.attempts.finish(runs[index], energy: energy.total, journal.identifiers)
    }
    runs.release(slot)
  }

  mutating func settle(_ ended: Transfer, at now: Instant) {
    var transfer = ended
    debit(&transfer, at: now)
    let energy = power.closeAccount(transfer.account, at: now)
    if let ended = transfer.ended { tellCost(of: transfer.item, ended: ended, energy) }
    addCosts(
      transfer.item, energy: energy.total, bytesWifi: transfer.bytesWifi,
      bytesCellular: transfer.bytesCellular)
    journal.attempts.finish(transfer, energy: energy.total, journal.identifiers)
  }

  private mutating func tellCost(
    of item: WorkItem, ended: Instant, _ energy: (total: Int64, onBattery: Int64)
  ) {
    guard policy.wantsOutcomes else { return }
    policy.settled(
      RunCost(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism, series: item.series,
        ended: ended, energyNanojoules: energy.total, batteryNanojoules: energy.onBattery))
  }

  /// Settles the ended transfers; their accounts close here.
  private mutating func settleTransfers(at now: Instant) {
    guard transfers.hasEnded else { return }
    for transfer in transfers.takeEnded() { settle(transfer, at: now) }
  }
}

import EventSimulation
import Workload

/// Pauses of launches, counted for the items that they have held back.
extension Phone {
  /// Counts how often an item has come to wait for either reason since it changed last, and ceases to follow it.
  mutating func forgetPauses(of slot: ItemSlot) {
    pauses.forgetStart(slot)
    guard let waits = pauses.takeWaits(of: slot) else { return }
    let (app, mechanism) = (requests[slot].app, requests[slot].mechanism)
    journal.countDeferred(app, mechanism, waits.between.reason, times: waits.between.times)
    journal.countDeferred(app, mechanism, waits.within.reason, times: waits.within.times)
    requests[slot].lastReason = waits.last
  }
}

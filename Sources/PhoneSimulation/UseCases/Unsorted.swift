import EventSimulation
import Workload

/// Not sorted yet.
extension Phone {
  /// Debits what has been billed to the run since the last debit: at its end, and when its tail ends.
  ///
  /// - Parameter billed: What the battery has given for the run so far.
  mutating func debit(_ slot: RunSlot, ofEnergy billed: Int64, at now: Instant) {
    let index = slot
    guard runs[index].item.mechanism.debitsBudgets, !runs[index].item.isSynthetic else { return }
    let energy = billed - runs[index].debitedEnergy
    let bytes = runs[index].bytesCellular - runs[index].debitedBytes
    runs.addDebit(slot, energy: max(0, energy), bytes: bytes)
    debit(runs[index].item.app, energy: energy, cellularBytes: bytes, at: now)
  }
}

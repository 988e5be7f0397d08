import Containers
import EventSimulation
import Workload

/// The pending set: items enter it, become eligible, and leave it.
extension Phone {
  /// Adds an item to those that wait.
  @discardableResult
  mutating func insert(_ item: WorkItem) -> ItemSlot {
    let slot = requests.insert(item)
    gates.add(slot, order: requests.order(of: slot))
    return slot
  }

  /// Takes an item out of those that wait. Who needs it afterwards copies it before.
  mutating func remove(_ slot: ItemSlot) {
    gates.remove(slot)
    if requests[slot].mechanism == .push, let push = requests[slot].push { server.releaseHeld(push) }
    requests.remove(slot)
  }

  /// Announces the items whose floor is reached; their gates are read again.
  mutating func announceEligible(at now: Instant) {
    requests.collectEligible(at: now)
    for index in requests.eligible.indices {
      let slot = requests.eligible[index].slot
      gates.invalidate(slot)
      announce(slot, at: now)
    }
  }

  /// Announces one that waits.
  @inline(__always)
  mutating func announce(_ slot: ItemSlot, at now: Instant) {
    let (open, deadline) = (requests[slot].open, requests[slot].deadline)
    note(
      .eligible, app: requests[slot].app, requests[slot].mechanism, item: requests[slot].number,
      identifier: requests[slot].identifier, at: now,
      [.instant(.open, open), .instant(.deadline, deadline)])
  }

  /// Cuts off the wait of an item: it counts up to here and no more.
  mutating func cutOffWait(of slot: ItemSlot, _ end: WaitEnd, at now: Instant) {
    journal.items.endWait(requests[slot], end, at: now)
    guard !requests[slot].delayIsCensored else { return }
    requests[slot].cutOff = OptionalInstant(now)
  }
}

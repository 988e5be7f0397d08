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
      announce(requests[slot], at: now)
    }
  }

  @inline(__always)
  mutating func announce(_ item: WorkItem, at now: Instant) {
    note(
      .eligible, app: item.app, item.mechanism, item: item.number, identifier: item.identifier, at: now,
      [.instant(.open, item.open), .instant(.deadline, item.deadline)])
  }

  /// Cuts off the wait of an item: it counts up to here and no more.
  mutating func cutOffWait(of slot: ItemSlot, _ end: WaitEnd, at now: Instant) {
    journal.endWait(requests[slot], end, at: now)
    guard !requests[slot].delayIsCensored else { return }
    requests[slot].cutOff = OptionalInstant(now)
  }
}

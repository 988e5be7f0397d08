import BackgroundExecution
import EventSimulation
import Workload

/// Cancelling pending requests: SUB-10, BAR-3, CONT-9.
extension Phone {
  /// SUB-10: cancels one pending identifier, or all of the app's.
  mutating func cancel(_ app: AppIndex, identifier: IdentifierIndex?, at now: Instant) {
    for slot in requests.slots(of: app)
    where requests[slot].mechanism.isRequest
      && (identifier == nil || requests[slot].identifier == identifier)
    {
      cancel(slot, .app, at: now)
    }
  }

  /// CONT-9: with the app its queued tasks go, without any callback; those that run end with its process.
  mutating func cancelContinued(_ app: AppIndex, at now: Instant) {
    for slot in requests.slots(of: app) where requests[slot].mechanism == .continued {
      cancel(slot, .appRemoved, at: now)
    }
  }

  /// BAR-3; continued tasks do not heed the switch (BAR-2).
  mutating func refreshSwitchedOff(_ app: AppIndex?, at now: Instant) {
    guard configuration.platform.offCancelsPending, configuration.platform.backgroundRefresh != .off else {
      return
    }
    for slot in app.map({ requests.slots(of: $0) }) ?? requests.slots
    where requests[slot].mechanism.isRequest && requests[slot].mechanism != .continued {
      cancel(slot, .barOff, at: now)
    }
  }

  mutating func cancelAllRequests(_ by: LogWord, at now: Instant) {
    for slot in requests.slots where requests[slot].mechanism.isRequest { cancel(slot, by, at: now) }
  }

  /// - Returns: The item as it was.
  @discardableResult
  mutating func cancel(_ slot: ItemSlot, _ by: LogWord, at now: Instant) -> WorkItem {
    let item = requests[slot]
    remove(slot)
    journal.record(.cancelled(by), item, at: now)
    return item
  }
}

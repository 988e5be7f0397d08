import BackgroundExecution
import EventSimulation
import Workload

/// Injections of a debugger, and what it keeps the system from doing: chapter DBG.
extension Phone {
  private var acceptsInjections: Bool {
    configuration.platform.isDebuggerAttached && !isSimulator && !powerState.isOff
  }

  /// DBG-1: starts a pending request at once, past floor and gates. The run starts no clock and debits nothing.
  mutating func simulateLaunch(
    _ app: AppIndex, identifier: IdentifierIndex, at now: Instant, _ c: inout Calendar
  ) {
    guard acceptsInjections,
      let slot = requests.request(of: app, identifier)
    else {
      note(.rejected, app: app, nil, .unavailable, identifier: identifier, value: 1, at: now)
      return
    }
    requests[slot].isSynthetic = true
    launch(slot, at: now, &c)
  }

  /// DBG-2: expires a running task at once.
  mutating func simulateExpiration(
    _ app: AppIndex, identifier: IdentifierIndex, at now: Instant, _ c: inout Calendar
  ) {
    let slot = runs.openSlots(of: app).first {
      runs[$0].item.identifier == identifier && runs[$0].phase == .working
    }
    guard acceptsInjections, let slot else {
      note(.rejected, app: app, nil, .unavailable, identifier: identifier, value: 1, at: now)
      return
    }
    expire(slot, .debug, at: now, &c)
  }

  /// DBG-3: a debugger keeps watchdogs and the end of a grace from killing the process; the kill that would
  /// have been is written instead.
  mutating func suppressesKill(_ app: AppIndex, at now: Instant) -> Bool {
    guard configuration.platform.isDebuggerAttached else { return false }
    note(.warned, app: app, nil, .killSuppressed, at: now)
    return true
  }
}

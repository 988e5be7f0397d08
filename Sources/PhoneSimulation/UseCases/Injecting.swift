import BackgroundExecution
import EventSimulation

/// Injections of a debugger: DBG-1 and DBG-2.
extension Phone {
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

  private var acceptsInjections: Bool {
    configuration.platform.isDebuggerAttached && !isSimulator && !powerState.isOff
  }
}

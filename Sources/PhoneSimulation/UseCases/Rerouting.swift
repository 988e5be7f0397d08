import BackgroundExecution
import EventSimulation
import SchedulingPolicies
import Workload

/// The network path changes, and every byte under way with it.
extension Phone {
  /// The network path changes: environment.
  mutating func setNetwork(_ path: NetworkPath, at now: Instant, _ c: inout Calendar) {
    updateOpportunity(at: now)
    guard let change = network.change(to: path, at: now) else { return }
    note(.networkChanged, nil, LogWord(path), at: now, [.text(.old, LogWord(change.old).name)])
    tellPolicy(.pathChanged, at: now, &c)
    // The absence of a path is counted while the phone is off, too (GATE-8).
    guard !powerState.isOff else { return }
    if let absence = change.absence, absence >= configuration.platform.herdPause {
      beginHerdHold(at: now, &c)
    }
    rerouteTransfers(at: now, &c)
    rerouteLeftovers(at: now, &c)
    rerouteStreaming(at: now)
    if path != .none { serverReaches(at: now, &c) }
    requestDecision(at: now, &c)
  }

  mutating func beginHerdHold(at now: Instant, _ c: inout Calendar) {
    let end = network.holdHerd(until: now + configuration.platform.herdHold)
    scheduleDecision(at: end, &c)
  }

  /// The path has changed: every transfer under way goes on over the new one, or stalls.
  mutating func rerouteTransfers(at now: Instant, _ c: inout Calendar) {
    for slot in runs.slots where runs[slot].isAtWork {
      guard runs[slot].transfer != nil || runs[slot].isStalled else { continue }
      interruptTransfer(slot, at: now, &c)
      startTransfer(slot, at: now, &c)
      runs.scheduleWorkEnd(slot, at: now, &c)
    }
    moveTransfers(at: now, &c)
    settleEndedTails(at: now)
  }

  /// The path has changed: bytes go on over the new one.
  mutating func rerouteLeftovers(at now: Instant, _ c: inout Calendar) {
    for app in apps.indices where extraTime.isWorking(app) {
      pauseLeftovers(app, at: now, &c)
      resumeLeftovers(app, at: now, &c)
    }
  }
}

import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// The user takes the phone and puts it down: screen, lock, idle.
extension Phone {
  /// The screen goes on for a session whose display and front app draw `intensity` times the usual power.
  mutating func screenOn(intensity: Double = 1, at now: Instant, _ c: inout Calendar) {
    guard !screen.isOn else { return }
    if isObserved(now) {
      journal.counts[.sessions] += 1
      if powerState.isOff { journal.counts[.sessionsLost] += 1 }
    }
    guard !powerState.isOff else { return }
    lightScreen(intensity: intensity, at: now)
    tellPolicy(.screenOn, at: now, &c)
    // PROC-2: looking at the screen is using the device, also without an unlock.
    expireProcessing(.deviceInUse, at: now, &c)
    requestDecision(at: now, &c)
  }

  mutating func unlock(at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, screen.isLocked else { return }
    updateOpportunity(at: now)
    let lockedTime = screen.unlock(at: now)
    note(.lockChanged, nil, .unlocked, at: now, [.text(.old, LogWord.locked.name)])
    // Once after a boot: each change of the state has gates read again.
    if !powerState.hasBeenUnlocked { powerState.unlock() }
    moveTransfers(at: now, &c)
    tellPolicy(.unlocked, at: now, &c)
    if lockedTime >= configuration.platform.herdPause { beginHerdHold(at: now, &c) }
    expireProcessing(.deviceInUse, at: now, &c)
    offerLowPowerMode(at: now, &c)
    requestDecision(at: now, &c)
  }

  mutating func lock(at now: Instant, _ c: inout Calendar) {
    guard !screen.isLocked, !powerState.isOff else { return }
    leaveFront(at: now, &c)
    screen.lock(at: now)
    note(.lockChanged, nil, .locked, at: now, [.text(.old, LogWord.unlocked.name)])
    becomeIdleIfUnused(at: now, &c)
    requestDecision(at: now, &c)
  }

  mutating func screenOff(at now: Instant, _ c: inout Calendar) {
    guard screen.isOn else { return }
    // First, so that it is not billed to whoever would be in front next.
    if let claim = screen.endDisplay() { power.end(claim, at: now) }
    leaveFront(at: now, &c)
    guard let session = screen.turnOff() else { return }
    if let hold = session.hold { power.releaseAwake(hold, at: now) }
    observe(.screenOff, at: now)
    note(.screenChanged, nil, .off, at: now, [.text(.old, LogWord.on.name)])
    journal.endScreenOn(since: session.start, at: now)
    tellPolicy(.screenOff, at: now, &c)
    becomeIdleIfUnused(at: now, &c)
    requestDecision(at: now, &c)
  }

  /// Idle begins when the device is locked with the screen off.
  private mutating func becomeIdleIfUnused(at now: Instant, _ c: inout Calendar) {
    updateOpportunity(at: now)
    guard screen.becomeIdle(at: now) else { return }
    scheduleDecision(at: now + configuration.platform.idleDelay, &c)
  }
}

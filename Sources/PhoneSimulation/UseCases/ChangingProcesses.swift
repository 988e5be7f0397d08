import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation

/// The state of a process, the suspension that awaits it, and the flag of the app switcher: LIFE-1, LIFE-3, QUIT-1.
extension Phone {
  /// Every transition is written and must be legal.
  mutating func setProcess(_ app: AppIndex, _ state: ProcessState, at now: Instant) {
    let present = processes[app]
    guard present != state, !(state == .background && present.isForeground && screen.frontApp == app) else {
      return
    }
    let old = processes.move(app, to: state)
    if present.isForeground != state.isForeground, appGates.setForeground(app, state.isForeground) {
      reach.markChanged(app)
    }
    note(.stateChanged, app: app, nil, LogWord(state), at: now, [.text(.from, old.name)])
  }

  mutating func scheduleSuspension(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    processes.scheduleSuspension(app, at: now + platform.suspendDelay, &c)
  }

  /// Something keeps the process running again.
  mutating func cancelSuspension(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    processes.cancelSuspension(app, &c)
    releaseLinger(app, at: now)
  }

  @inline(__always)
  mutating func releaseLinger(_ app: AppIndex, at now: Instant) {
    if let holder = processes.takeSuspensionHold(app) { power.releaseAwake(holder, at: now) }
    settleEndedTails(at: now)
  }

  /// The flag of the app switcher, and with it that for pushes.
  mutating func setForceQuit(_ app: AppIndex, _ flag: Bool, by: String, at now: Instant) {
    let old = appGates.setForceQuit(app, flag)
    reach.markChanged(app)
    guard old != flag else { return }
    note(
      .settingChanged, app: app, nil, .forceQuitFlag, value: flag ? 1 : 0, at: now,
      [.number(.old, old ? 1 : 0), .text(.by, by)])
  }
}

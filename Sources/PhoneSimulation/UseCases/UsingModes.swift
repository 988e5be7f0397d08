import AppLifecycle
import DeviceModel
import EventSimulation
import Workload

/// Audio and standard location, which keep a process running: rules MODE-1 and MODE-2.
extension Phone {
  /// MODE-1 and MODE-2: what the user wants begins where the app runs already, and else when the user opens
  /// it; neither mode ever launches it. A mode that the bundle does not declare keeps nothing running.
  mutating func beginModes(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard modes.wantsAny(app), processes[app].isExecuting,
      let declared = specification(app)?.declaredModes
    else { return }
    let payer = EnergyPayer(app: app, cause: .mode)
    if modes.isMissing(app, .audio), declared.contains(.audio) {
      // Playback needs the platform for moments only; its power has them in it.
      let claim = power.begin(.system, payer: payer, microwatts: configuration.audioPower, at: now)
      modes.begin(app, .audio, ModeTable.Use(claim: claim))
      processes.addBackgroundHold(app)
      cancelSuspension(app, at: now, &c)
    }
    if modes.isMissing(app, .location), declared.contains(.location) {
      let hold = holdAwake(payer, account: nil, at: now)
      let claim = power.begin(.system, payer: payer, microwatts: configuration.receiverPower, at: now)
      modes.begin(app, .location, ModeTable.Use(claim: claim, hold: hold))
      processes.addBackgroundHold(app)
      cancelSuspension(app, at: now, &c)
    }
  }

  /// Ends what the user no longer wants; LIFE-3 applies to a process that nothing else keeps running.
  mutating func endUnwantedModes(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let before = processes.backgroundHolds(app)
    if !modes.wants(app, .audio) { end(.audio, app, at: now) }
    if !modes.wants(app, .location) { end(.location, app, at: now) }
    guard processes.backgroundHolds(app) < before, processes[app] == .background,
      !processes.isKeptRunning(app)
    else { return }
    processes.keepAwake(app, holdAwake(EnergyPayer(app: app, cause: .mode), account: nil, at: now))
    scheduleSuspension(app, at: now, &c)
  }

  /// The process ends, and what it used with it.
  mutating func endModes(_ app: AppIndex, at now: Instant) {
    end(.audio, app, at: now)
    end(.location, app, at: now)
  }

  private mutating func end(_ mode: ModeTable.Running, _ app: AppIndex, at now: Instant) {
    guard let use = modes.end(app, mode) else { return }
    power.end(use.claim, at: now)
    if let hold = use.hold { power.releaseAwake(hold, at: now) }
    processes.removeBackgroundHold(app)
  }
}

import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// A phone that goes off, and its boot: PWR-7 and LIFE-7.
extension Phone {
  /// PWR-7: every process ends, radios and idle powers go off.
  mutating func powerOff(_ reason: TerminationReason, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    updateOpportunity(at: now)
    // The app in front dies there, without callbacks.
    endAllProcesses(reason, at: now, &c)
    screenOff(at: now, &c)
    notificationEnds(at: now)
    power.cancelTimedHold(at: now)
    systemWork.cancel()
    if !screen.isLocked { lock(at: now, &c) }
    powerState.turnOff(at: now)
    observe(.poweredOff, at: now)
    blamePowerOff(at: now)
    note(.poweredOff, at: now)
    moveTransfers(at: now, &c)
    power.radiosOff(at: now)
    power.setIdleDrawn(false, at: now)
    if baseline.claim != nil { drawBaseline(at: now) }
    settleEndedTails(at: now)
  }

  /// A reboot takes no time and leaves the device locked with the screen off.
  mutating func reboot(at now: Instant, _ c: inout Calendar) {
    if powerState.isOff {
      // Switched on again by hand (real traces).
      guard !powerState.isBooting, power.remainingNanojoules(at: now) > 0 else { return }
      finishBoot(at: now, &c)
      return
    }
    // The app in front dies there, without callbacks.
    endAllProcesses(.reboot, at: now, &c)
    screenOff(at: now, &c)
    if !screen.isLocked { lock(at: now, &c) }
    afterBoot(at: now, &c)
  }

  mutating func startBoot(at now: Instant, _ c: inout Calendar) {
    guard charging.isPlugged, powerState.startBoot() else { return }
    power.spend(
      .system, payer: EnergyPayer(app: -1, cause: .boot), nanojoules: configuration.bootEnergy, at: now)
    c.schedule(.power(.bootDone), at: now + configuration.bootTime, .completion)
  }

  mutating func finishBoot(at now: Instant, _ c: inout Calendar) {
    updateOpportunity(at: now)
    observe(powerState.turnOn(at: now))
    observe(.poweredOn, at: now)
    power.setIdleDrawn(!plan.powerFromReadings, at: now)
    if baseline.claim != nil { drawBaseline(at: now) }
    afterBoot(at: now, &c)
    if network.isOnline { serverReaches(at: now, &c) }
  }

  /// LIFE-7: locked and idle anew, no unlock yet, the quiet time after a boot, requests kept or lost, flags by
  /// QUIT-4.
  private mutating func afterBoot(at now: Instant, _ c: inout Calendar) {
    screen.restart(at: now)
    scheduleDecision(at: now + configuration.platform.idleDelay, &c)
    let holdEnd = powerState.restart(at: now, hold: configuration.platform.bootHold)
    scheduleDecision(at: holdEnd, &c)
    note(.rebooted, at: now)
    moveTransfers(at: now, &c)
    if !configuration.platform.rebootKeepsRequests { cancelAllRequests(.reboot, at: now) }
    for app in apps.indices where configuration.platform.rebootClears != "none" {
      if configuration.platform.rebootClears == "all" {
        setForceQuit(app, false, by: "reboot", at: now)
      }
      appGates.clearForceQuitForPushes(app)
      reach.markChanged(app)
    }
    requestDecision(at: now, &c)
  }
}

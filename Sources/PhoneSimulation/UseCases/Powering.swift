import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// Chargers and the level of the battery, a phone that goes off, and its boot: PWR-7 and LIFE-7.
extension Phone {
  /// Optimized charging: a plug-in of a learned night holds at the hold level, then tops up in time.
  mutating func plug(_ kind: ChargerKind, hold: Double, at now: Instant, _ c: inout Calendar) {
    connect(kind, at: now, &c)
    let isLearned = charging.learnNight(at: now, configuration.device)
    guard configuration.device.optimizedCharging, isLearned, hold > 0 else { return }
    var end = now + .seconds(hold)
    // The phone has learned when its user unplugs.
    if let unplug = timeline.nextUnplug { end = min(end, unplug - configuration.device.holdLead) }
    guard end > now else { return }
    setCeiling(isOnHold: true, at: now)
    charging.endHold(at: end, &c)
  }

  /// A chance to charge by day, taken iff its drawn number is below the level-dependent probability.
  mutating func chance(
    _ charger: ChargerKind, draw: Double, length: Double, at now: Instant, _ c: inout Calendar
  ) {
    guard !charging.isPlugged else { return }
    let level = power.stateOfCharge(at: now)
    guard draw < logistic((plan.topUpLevel - level) / configuration.chanceLevelWidth) else { return }
    connect(charger, isChance: true, at: now, &c)
    charging.endChance(at: now + .seconds(length), &c)
  }

  mutating func connect(_ kind: ChargerKind, isChance: Bool = false, at now: Instant, _ c: inout Calendar) {
    updateOpportunity(at: now)
    let wasPlugged = charging.isPlugged
    charging.connect(kind, isChance: isChance, &c)
    if power.isPlugged { power.disconnect(at: now) }
    power.connect(configuration.device.setting(of: kind), at: now)
    setCeiling(isOnHold: false, at: now)
    if wasPlugged { return }
    followSettling(at: now, &c)
    observe(.plugged, at: now)
    notePower(.plugged, at: now)
    tellPolicy(.plugged, at: now, &c)
    if power.stateOfCharge(at: now) >= platform.autoOffLevel { endPromptedLowPowerMode(at: now, &c) }
    if powerState.isOff, power.stateOfCharge(at: now) >= configuration.device.bootLevel {
      startBoot(at: now, &c)
    }
    requestDecision(at: now, &c)
  }

  mutating func disconnect(at now: Instant, _ c: inout Calendar) {
    guard charging.isPlugged else { return }
    updateOpportunity(at: now)
    charging.disconnect(&c)
    power.disconnect(at: now)
    followSettling(at: now, &c)
    observe(.unplugged, at: now)
    notePower(.unplugged, at: now)
    tellPolicy(.unplugged, at: now, &c)
    if power.remainingNanojoules(at: now) <= 0, !powerState.isOff { powerOff(.powerOff, at: now, &c) }
    expireProcessing(.unplugged, at: now, &c)
    requestDecision(at: now, &c)
  }

  mutating func setCeiling(isOnHold: Bool, at now: Instant) {
    let ceiling = min(isOnHold ? configuration.device.holdLevel : 1, configuration.device.chargeLimit)
    power.setChargeCeiling(ceiling < 1 ? ceiling : nil, at: now)
  }

  // MARK: Levels

  mutating func levelCrosses(at now: Instant, _ c: inout Calendar) {
    let crossings = power.handleCrossing(at: now)
    // Once, also where several levels are one.
    if crossings.contains(where: Self.isLogged) { notePower(.level, at: now) }
    for crossing in crossings {
      switch crossing {
      case .fell(let index):
        guard index == WatchedLevel.critical.rawValue else { continue }
        journal.reachCriticalLevel(at: now)
        requestDecision(at: now, &c)
      case .reached(let index):
        if index == WatchedLevel.autoOff.rawValue { endPromptedLowPowerMode(at: now, &c) }
        if index == WatchedLevel.boot.rawValue { startBoot(at: now, &c) }
      case .rose(let index):
        if index == WatchedLevel.critical.rawValue { requestDecision(at: now, &c) }
      case .empty: if !charging.isPlugged { powerOff(.powerOff, at: now, &c) }
      case .ceiling: break
      case .thermal(let level):
        changeThermal(to: ThermalState(rawValue: UInt8(level)) ?? .nominal, isModeled: true, at: now, &c)
        requestDecision(at: now, &c)
      }
    }
  }

  private static func isLogged(_ crossing: LevelCrossing) -> Bool {
    switch crossing {
    case .fell(let index): WatchedLevel.logged.contains { $0.rawValue == index }
    case .reached(let index): WatchedLevel(rawValue: index) == .autoOff
    case .rose(let index):
      WatchedLevel(rawValue: index) == .critical || WatchedLevel(rawValue: index) == .prompt
    case .empty, .ceiling, .thermal: false
    }
  }

  /// Charger and crossings, with the level at which they happen; `old` is whether the phone was plugged before.
  private mutating func notePower(_ word: LogWord, at now: Instant) {
    let wasPlugged = word == .level ? charging.isPlugged : word == .unplugged
    note(
      .powerChanged, nil, word, at: now,
      [.text(.old, (wasPlugged ? LogWord.plugged : LogWord.unplugged).name)])
    if journal.log.keepsRecords { journal.log.attach([.number(.level, power.stateOfCharge(at: now))]) }
  }

  /// PWR-7: every process ends, radios and idle powers go off.
  mutating func powerOff(_ reason: LogWord, at now: Instant, _ c: inout Calendar) {
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
    attributeWaitToPowerOff(at: now)
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
      .system, payer: EnergyPayer(app: -1, cause: .boot), nanojoules: configuration.device.bootEnergy, at: now
    )
    c.schedule(PhoneEvent(.bootDone), at: now + configuration.device.bootTime, .completion)
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
    scheduleDecision(at: now + platform.idleDelay, &c)
    followSettling(at: now, &c)
    let holdEnd = powerState.restart(at: now, hold: platform.bootHold)
    scheduleDecision(at: holdEnd, &c)
    note(.rebooted, at: now)
    moveTransfers(at: now, &c)
    if !platform.rebootKeepsRequests {
      for slot in requests.slots where requests[slot].mechanism.isRequest { cancel(slot, .reboot, at: now) }
    }
    for app in apps.indices where platform.rebootClears != "none" {
      if platform.rebootClears == "all" { setForceQuit(app, false, by: "reboot", at: now) }
      appGates.clearForceQuitForPushes(app)
      reach.markChanged(app)
    }
    requestDecision(at: now, &c)
  }
}

/// 1 / (1 + e^-x), by halving and squaring so that no C library is needed.
package func logistic(_ x: Double) -> Double {
  guard x < 40 else { return 1 }
  guard x > -40 else { return 0 }
  let reduced = -x / 64
  var term = 1.0
  var sum = 1.0
  for n in 1...20 {
    term *= reduced / Double(n)
    sum += term
  }
  for _ in 0..<6 { sum *= sum }
  return 1 / (1 + sum)
}

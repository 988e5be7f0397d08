import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Battery, charger, Low Power Mode, and a phone that runs empty.
extension Phone {
  mutating func handlePower(_ event: PhoneEvent.Power, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .levelCrossing:
      timers.levelFired()
      levelCrosses(at: now, &c)
    case .radioTail:
      timers.radioFired()
      power.handleRadioTimer(at: now)
      settleEndedTails(at: now)
    case .holdEnd:
      charging.holdFired()
      setCeiling(isOnHold: false, at: now)
    case .chanceEnd:
      if charging.chanceFired() { disconnect(at: now, &c) }
    case .bootDone: finishBoot(at: now, &c)
    case .notificationEnd: notificationEnds(at: now)
    }
  }

  private mutating func levelCrosses(at now: Instant, _ c: inout Calendar) {
    let crossings = power.handleCrossing(at: now)
    // Once, also where several levels are one.
    if crossings.contains(where: Self.isLogged) { notePower(.level, at: now) }
    for crossing in crossings {
      switch crossing {
      case .fell(let index): fell(LevelThreshold(rawValue: index) ?? .critical, at: now, &c)
      case .reached(let index):
        if index == LevelThreshold.autoOff.rawValue { endPromptedLowPowerMode(at: now, &c) }
        if index == LevelThreshold.boot.rawValue { startBoot(at: now, &c) }
      case .rose(let index):
        if index == LevelThreshold.critical.rawValue { requestDecision(at: now, &c) }
      case .empty: if !charging.isPlugged { powerOff(.powerOff, at: now, &c) }
      case .ceiling: break
      }
    }
  }

  /// The log tells of the critical level, the prompt's and the one that ends Low Power Mode.
  private static func isLogged(_ crossing: LevelCrossing) -> Bool {
    switch crossing {
    case .fell(let index): LevelThreshold(rawValue: index) != .boot
    case .reached(let index): LevelThreshold(rawValue: index) == .autoOff
    case .rose(let index):
      LevelThreshold(rawValue: index) == .critical || LevelThreshold(rawValue: index) == .prompt
    case .empty, .ceiling: false
    }
  }

  private mutating func fell(_ threshold: LevelThreshold, at now: Instant, _ c: inout Calendar) {
    guard threshold == .critical else { return }
    journal.count(.criticalLevel, at: now)
    requestDecision(at: now, &c)
  }

  /// Charger and crossings, with the level at which they happen; `old` is whether the phone was plugged before.
  private mutating func notePower(_ word: LogWord, at now: Instant) {
    let wasPlugged = word == .level ? charging.isPlugged : word == .unplugged
    note(
      .powerChanged, nil, word, at: now,
      [.text(.old, (wasPlugged ? LogWord.plugged : LogWord.unplugged).name)])
    if journal.keepsRecords { journal.attach([.number(.level, power.stateOfCharge(at: now))]) }
  }

  // MARK: Charging

  /// The user connects a charger until the next `unplug` of the timeline.
  mutating func plug(_ kind: ChargerKind, hold: Double, at now: Instant, _ c: inout Calendar) {
    connect(kind, at: now, &c)
    considerHold(seconds: hold, at: now, &c)
  }

  mutating func unplug(at now: Instant, _ c: inout Calendar) {
    guard !charging.isChance else { return }
    disconnect(at: now, &c)
  }

  /// A chance to charge by day, taken iff its drawn number is below the level-dependent probability.
  mutating func chance(_ event: TimelineEvent, at now: Instant, _ c: inout Calendar) {
    guard !charging.isPlugged else { return }
    let level = power.stateOfCharge(at: now)
    guard event.value < logistic((plan.topUpLevel - level) / configuration.chanceLevelWidth) else { return }
    connect(ChargerKind(rawValue: UInt8(clamping: event.app)) ?? .wired20W, isChance: true, at: now, &c)
    charging.endChance(at: now + .seconds(event.value2), &c)
  }

  mutating func connect(
    _ kind: ChargerKind, isChance: Bool = false, at now: Instant, _ c: inout Calendar
  ) {
    updateOpportunity(at: now)
    let change = charging.connect(kind, isChance: isChance, &c)
    if power.isPlugged { power.disconnect(at: now) }
    power.connect(configuration.device.setting(of: kind), at: now)
    setCeiling(isOnHold: false, at: now)
    guard change == .connected else { return }
    notePower(.plugged, at: now)
    tellPolicy(.plugged, at: now, &c)
    if power.stateOfCharge(at: now) >= configuration.platform.autoOffLevel {
      endPromptedLowPowerMode(at: now, &c)
    }
    if powerState.isOff, power.stateOfCharge(at: now) >= configuration.bootLevel { startBoot(at: now, &c) }
    requestDecision(at: now, &c)
  }

  mutating func disconnect(at now: Instant, _ c: inout Calendar) {
    guard charging.isPlugged else { return }
    updateOpportunity(at: now)
    charging.disconnect(&c)
    power.disconnect(at: now)
    notePower(.unplugged, at: now)
    tellPolicy(.unplugged, at: now, &c)
    if power.remainingNanojoules(at: now) <= 0, !powerState.isOff { powerOff(.powerOff, at: now, &c) }
    expireProcessing(.unplugged, at: now, &c)
    requestDecision(at: now, &c)
  }

  private mutating func setCeiling(isOnHold: Bool, at now: Instant) {
    power.setChargeCeiling(Charging.ceiling(isOnHold: isOnHold, configuration.device), at: now)
  }

  /// Optimised charging: a plug-in of a learned night holds at the hold level, then tops up in time.
  private mutating func considerHold(seconds: Double, at now: Instant, _ c: inout Calendar) {
    let isLearned = charging.learnNight(at: now, configuration.device)
    guard configuration.optimisedCharging, isLearned, seconds > 0 else { return }
    var end = now + .seconds(seconds)
    if let unplug = nextUnplug { end = min(end, unplug - configuration.holdLead) }
    guard end > now else { return }
    setCeiling(isOnHold: true, at: now)
    charging.endHold(at: end, &c)
  }

  /// When the user will unplug: the phone has learned it.
  private var nextUnplug: Instant? {
    plan.timeline.events[nextTimelineEvent...].first { $0.kind == .unplug }?.time
  }

  // MARK: Low Power Mode

  mutating func setLowPowerMode(_ mode: LowPowerMode, at now: Instant, _ c: inout Calendar) {
    guard let old = conditions.changeLowPowerMode(to: mode) else { return }
    note(
      .settingChanged, nil, .lowPowerMode, value: mode == .off ? 0 : 1, at: now,
      [
        .number(.old, old == .off ? 0 : 1),
        .text(.by, mode == .manual || old == .manual ? "user" : mode == .prompted ? "prompt" : "charging"),
      ])
    rerouteTransfers(at: now, &c)
    rerouteLeftovers(at: now, &c)
    rerouteStreaming(at: now)
    requestDecision(at: now, &c)
  }

  /// PWR-3: asked at most once after each unplugging, at an unlocked session at or below the level.
  mutating func offerLowPowerMode(at now: Instant, _ c: inout Calendar) {
    guard !charging.isPlugged, !conditions.isLowPowerMode, !charging.hasPrompted,
      power.stateOfCharge(at: now) <= configuration.platform.promptLevel
    else { return }
    charging.prompt()
    stream.seek(event: address(.lowPowerModePrompt, index: now.day))
    if stream.bernoulli(configuration.platform.promptAcceptance) {
      setLowPowerMode(.prompted, at: now, &c)
    }
  }

  /// PWR-4: what the prompt switched on ends on the charger at the auto-off level.
  private mutating func endPromptedLowPowerMode(at now: Instant, _ c: inout Calendar) {
    if conditions.lowPowerMode == .prompted, charging.isPlugged { setLowPowerMode(.off, at: now, &c) }
  }

  // MARK: Power off and boot

  /// PWR-7: every process ends, radios and idle powers go off.
  mutating func powerOff(_ reason: TerminationReason, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    updateOpportunity(at: now)
    // The app in front dies there, without callbacks.
    endAllProcesses(reason, at: now, &c)
    screenOff(at: now, &c)
    notificationEnds(at: now)
    if !screen.isLocked { lock(at: now, &c) }
    powerState.turnOff(at: now)
    blamePowerOff(at: now)
    note(.poweredOff, at: now)
    moveTransfers(at: now, &c)
    power.radiosOff(at: now)
    power.setIdleDrawn(false, at: now)
    if baseline.claim != nil { drawBaseline(at: now) }
    settleEndedTails(at: now)
  }

  private mutating func startBoot(at now: Instant, _ c: inout Calendar) {
    guard charging.isPlugged, powerState.startBoot() else { return }
    power.spend(
      .system, payer: EnergyPayer(app: -1, cause: .boot), nanojoules: configuration.bootEnergy, at: now)
    c.schedule(.power(.bootDone), at: now + configuration.bootTime, .completion)
  }

  private mutating func finishBoot(at now: Instant, _ c: inout Calendar) {
    updateOpportunity(at: now)
    observe(powerState.turnOn(at: now))
    power.setIdleDrawn(!plan.powerFromReadings, at: now)
    if baseline.claim != nil { drawBaseline(at: now) }
    afterBoot(at: now, &c)
    if network.isOnline { serverReaches(at: now, &c) }
  }

  /// LIFE-7: locked and idle anew, no unlock yet, the quiet time after a boot, requests kept or lost, flags by
  /// QUIT-4.
  mutating func afterBoot(at now: Instant, _ c: inout Calendar) {
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
    }
    requestDecision(at: now, &c)
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

  /// Adds time off to the day and, after warm-up, to the result.
  mutating func countDeadTime(until now: Instant) { observe(powerState.countDeadTime(until: now)) }

  private mutating func observe(_ dead: DeadTime?) {
    if let dead { journal.count(.deadTime(dead.length(after: plan.warmUpEnd)), at: dead.end) }
  }

  /// Power that a real phone's readings give; a phone that is off draws nothing, whatever they say.
  mutating func setBaseline(_ watts: Double, at now: Instant) {
    baseline.read(watts: watts)
    drawBaseline(at: now)
  }

  private mutating func drawBaseline(at now: Instant) {
    let microwatts = powerState.isOff ? 0 : baseline.microwatts
    if let claim = baseline.claim {
      power.change(claim, microwatts: microwatts, at: now)
    } else {
      baseline.begin(power.begin(.baseline, payer: .idle, microwatts: microwatts, at: now))
    }
  }
}

import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// Chargers and the level of the battery.
extension Phone {
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
  mutating func chance(
    _ charger: ChargerKind, draw: Double, length: Double, at now: Instant, _ c: inout Calendar
  ) {
    guard !charging.isPlugged else { return }
    let level = power.stateOfCharge(at: now)
    guard draw < logistic((plan.topUpLevel - level) / configuration.chanceLevelWidth) else { return }
    connect(charger, isChance: true, at: now, &c)
    charging.endChance(at: now + .seconds(length), &c)
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
    observe(.plugged, at: now)
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
    observe(.unplugged, at: now)
    notePower(.unplugged, at: now)
    tellPolicy(.unplugged, at: now, &c)
    if power.remainingNanojoules(at: now) <= 0, !powerState.isOff { powerOff(.powerOff, at: now, &c) }
    expireProcessing(.unplugged, at: now, &c)
    requestDecision(at: now, &c)
  }

  mutating func setCeiling(isOnHold: Bool, at now: Instant) {
    power.setChargeCeiling(Charging.ceiling(isOnHold: isOnHold, configuration.device), at: now)
  }

  /// Optimised charging: a plug-in of a learned night holds at the hold level, then tops up in time.
  private mutating func considerHold(seconds: Double, at now: Instant, _ c: inout Calendar) {
    let isLearned = charging.learnNight(at: now, configuration.device)
    guard configuration.optimizedCharging, isLearned, seconds > 0 else { return }
    var end = now + .seconds(seconds)
    // The phone has learned when its user unplugs.
    if let unplug = timeline.nextUnplug { end = min(end, unplug - configuration.holdLead) }
    guard end > now else { return }
    setCeiling(isOnHold: true, at: now)
    charging.endHold(at: end, &c)
  }

  // MARK: Levels

  mutating func levelCrosses(at now: Instant, _ c: inout Calendar) {
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

  private mutating func fell(_ threshold: LevelThreshold, at now: Instant, _ c: inout Calendar) {
    guard threshold == .critical else { return }
    journal.reachCriticalLevel(at: now)
    requestDecision(at: now, &c)
  }

  /// The log tells of the critical level, the prompt's and the one that ends Low Power Mode.
  private static func isLogged(_ crossing: LevelCrossing) -> Bool {
    switch crossing {
    case .fell(let index): LevelThreshold.logged.contains { $0.rawValue == index }
    case .reached(let index): LevelThreshold(rawValue: index) == .autoOff
    case .rose(let index):
      LevelThreshold(rawValue: index) == .critical || LevelThreshold(rawValue: index) == .prompt
    case .empty, .ceiling: false
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
}

import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// The user or the surroundings change a setting.
extension Phone {
  mutating func change(
    _ setting: SettingName, _ app: AppIndex?, to value: Double, at now: Instant, _ c: inout Calendar
  ) {
    let old = self.value(of: setting, app: app)
    switch setting {
    case .backgroundRefresh:
      let isSwitchedOff = conditions.changeBackgroundRefresh(
        to: Int(SettingName.state(value)), isRestricted: value > 2)
      if isSwitchedOff { refreshSwitchedOff(nil, at: now) }
    case .appRefresh:
      guard let app else { return }
      let isSwitchedOff = appGates.setRefreshSwitch(app, isOn: value == 1, isRestricted: value > 1)
      reach.markChanged(app)
      if isSwitchedOff { refreshSwitchedOff(app, at: now) }
    case .lowPowerMode: setLowPowerMode(value > 0 ? .manual : .off, at: now, &c)
    case .busy: conditions.changeBusy(to: value > 0)
    case .cpuLoad: conditions.changeProcessorLoad(to: value)
    case .memoryPressure:
      if value > 0 {
        beginMemoryPressure(.script, at: now, &c)
      } else {
        endMemoryPressure(.script, at: now, &c)
      }
    case .thermal:
      let wasPressed = conditions.isUnderResourcePressure
      conditions.changeThermal(to: ThermalLevel(rawValue: SettingName.state(value)) ?? .nominal)
      note(.thermalChanged, value: value, at: now, [.number(.old, old)])
      expireForHeat(at: now, &c)
      resourcePressureMayHaveChanged(from: wasPressed, at: now, &c)
    }
    if let word = LogWord(setting) {
      note(
        .settingChanged, app: app, nil, word, value: value, at: now,
        [.number(.old, old), .text(.by, "user")])
      if setting == .backgroundRefresh || setting == .appRefresh {
        if journal.log.keepsRecords { journal.log.attach([.text(.status, refreshStatus(app).rawValue)]) }
      }
    }
    // GATE-3: no gate reads the pressure on memory.
    if setting != .memoryPressure { requestDecision(at: now, &c) }
  }

  func value(of setting: SettingName, app: AppIndex?) -> Double {
    switch setting {
    case .backgroundRefresh: conditions.isRefreshRestricted ? 3 : Double(conditions.backgroundRefresh)
    case .appRefresh:
      app.map { appGates.isRefreshRestricted($0) ? 2 : appGates.refreshSwitch($0) ? 1 : 0 } ?? 0
    case .lowPowerMode: conditions.isLowPowerMode ? 1 : 0
    case .busy: conditions.isBusy ? 1 : 0
    case .cpuLoad: conditions.processorLoad
    case .memoryPressure: 0
    case .thermal: Double(conditions.thermal.rawValue)
    }
  }

  // MARK: Low Power Mode by hand, by the prompt, and its end on the charger: PWR-3 and PWR-4

  mutating func setLowPowerMode(_ mode: LowPowerMode, at now: Instant, _ c: inout Calendar) {
    guard let old = conditions.changeLowPowerMode(to: mode) else { return }
    note(
      .settingChanged, nil, .lowPowerMode, value: mode == .off ? 0 : 1, at: now,
      [
        .number(.old, old == .off ? 0 : 1),
        .text(.by, mode == .manual || old == .manual ? "user" : mode == .prompted ? "prompt" : "charging"),
      ])
    reroute(at: now, &c)
    requestDecision(at: now, &c)
  }

  /// PWR-3: asked at most once after each unplugging, at an unlocked session at or below the level.
  mutating func offerLowPowerMode(at now: Instant, _ c: inout Calendar) {
    guard !charging.isPlugged, !conditions.isLowPowerMode, !charging.hasPrompted,
      power.readStateOfCharge(at: now) <= platform.promptLevel
    else { return }
    charging.prompt()
    stream.seek(event: address(.lowPowerModePrompt, index: now.day))
    if stream.bernoulli(platform.promptAcceptance) { setLowPowerMode(.prompted, at: now, &c) }
  }

  /// PWR-4: what the prompt switched on ends on the charger at the auto-off level.
  mutating func endPromptedLowPowerMode(at now: Instant, _ c: inout Calendar) {
    if conditions.lowPowerMode == .prompted, charging.isPlugged { setLowPowerMode(.off, at: now, &c) }
  }
}

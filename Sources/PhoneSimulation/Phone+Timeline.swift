import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Feeding the exogenous timeline: one of its events is in the calendar at a time.
extension Phone {
  /// Puts the next event of the timeline, if any, into the calendar.
  mutating func scheduleTimeline(_ c: inout Calendar) {
    guard nextTimelineEvent < plan.timeline.events.count else { return }
    let event = plan.timeline.events[nextTimelineEvent]
    c.schedule(.timeline, at: event.time, event.kind.priority)
  }

  mutating func handleTimeline(at now: Instant, _ c: inout Calendar) {
    let event = plan.timeline.events[nextTimelineEvent]
    nextTimelineEvent += 1
    scheduleTimeline(&c)
    apply(event, at: now, &c)
  }

  private mutating func apply(_ event: TimelineEvent, at now: Instant, _ c: inout Calendar) {
    switch event.kind {
    case .screenOn: screenOn(at: now, &c)
    case .screenOff: screenOff(at: now, &c)
    case .unlock: unlock(at: now, &c)
    case .lock: lock(at: now, &c)
    case .appForeground: open(AppIndex(event.app), at: now, &c)
    case .appBackground: if AppIndex(event.app) == screen.frontApp { leaveFront(at: now, &c) }
    case .notification: notify(at: now, &c)
    case .plug:
      plug(ChargerKind(rawValue: UInt8(clamping: event.app)) ?? .wired20W, hold: event.value2, at: now, &c)
    case .unplug: unplug(at: now, &c)
    case .plugChance: chance(event, at: now, &c)
    case .batteryLevel: break
    case .baselinePower: setBaseline(event.value, at: now)
    case .network: setNetwork(NetworkPath(rawValue: event.code) ?? .none, at: now, &c)
    case .pushSent: serverSends(event, at: now, &c)
    case .contentChange:
      freshness.contentChanged(AppIndex(event.app), at: now)
      freshnessRecords.contentChanged(AppIndex(event.app), at: now)
    case .forceQuit: forceQuit(AppIndex(orNone: event.app), at: now, &c)
    case .setting: change(event, at: now, &c)
    case .reboot: reboot(at: now, &c)
    case .shutdown: powerOff(.reboot, at: now, &c)
    case .visiblePushSent: serverSends(.visible, event, at: now, &c)
    case .voipPushSent: serverSends(.voip, event, at: now, &c)
    case .audioStart, .audioStop, .locationStart, .locationStop, .moved, .regionCrossed:
      applyMode(event, at: now, &c)
    case .script: perform(plan.script[Int(event.value)], at: now, &c)
    }
  }

  private mutating func perform(_ step: ScriptStep, at now: Instant, _ c: inout Calendar) {
    switch step {
    case .submit(let app, let identifier, let mechanism, let floor):
      let number = intern(identifier)
      let task = taskIdentifiers[AppIndex(app)].firstIndex(of: number) ?? -1
      submit(AppIndex(app), identifier: number, task: Int32(task), mechanism, floor: floor, at: now, &c)
    case .submitFromExtension(let app, let identifier, let mechanism, let floor, let origin):
      let number = intern(identifier)
      let task = taskIdentifiers[AppIndex(app)].firstIndex(of: number) ?? -1
      submit(
        AppIndex(app), identifier: number, task: Int32(task), mechanism, floor: floor, origin: origin,
        at: now,
        &c)
    case .cancel(let app, let identifier): cancel(AppIndex(app), identifier: intern(identifier), at: now)
    case .cancelAll(let app): cancel(AppIndex(app), identifier: nil, at: now)
    case .listPending(let app): listPending(AppIndex(app), at: now)
    case .cancelContinued(let app, let identifier):
      userCancels(AppIndex(app), identifier: intern(identifier), at: now, &c)
    case .simulateLaunch(let app, let identifier):
      simulateLaunch(AppIndex(app), identifier: intern(identifier), at: now, &c)
    case .simulateExpiration(let app, let identifier):
      simulateExpiration(AppIndex(app), identifier: intern(identifier), at: now, &c)
    case .transfer(let app, let index): createTransfers(AppIndex(app), session: index, at: now, &c)
    case .kill(let app, let isCrash):
      if processes[AppIndex(app)] != .notRunning {
        terminate(AppIndex(app), isCrash ? .crash : .memoryPressure, at: now, &c)
      }
    }
  }

  private mutating func change(_ event: TimelineEvent, at now: Instant, _ c: inout Calendar) {
    let setting = SettingName(rawValue: event.settingCode) ?? .busy
    let old = value(of: setting, app: AppIndex(orNone: event.app))
    switch setting {
    case .backgroundRefresh:
      let isSwitchedOff = conditions.changeBackgroundRefresh(
        to: Int(event.code), isRestricted: event.value > 2)
      if isSwitchedOff { refreshSwitchedOff(nil, at: now) }
    case .appRefresh:
      let app = AppIndex(event.app)
      let isSwitchedOff = appGates.setRefreshSwitch(
        app, isOn: event.value == 1, isRestricted: event.value > 1)
      if isSwitchedOff { refreshSwitchedOff(app, at: now) }
    case .lowPowerMode: setLowPowerMode(event.value > 0 ? .manual : .off, at: now, &c)
    case .busy: conditions.changeBusy(to: event.value > 0)
    case .cpuLoad: conditions.changeProcessorLoad(to: event.value)
    case .memoryPressure:
      if event.value > 0 {
        beginMemoryPressure(.script, at: now, &c)
      } else {
        endMemoryPressure(.script, at: now, &c)
      }
    case .thermal:
      let wasPressed = conditions.isUnderResourcePressure
      conditions.changeThermal(to: ThermalLevel(rawValue: event.code) ?? .nominal)
      note(.thermalChanged, value: event.value, at: now, [.number(.old, old)])
      expireForHeat(at: now, &c)
      resourcePressureMayHaveChanged(from: wasPressed, at: now, &c)
    }
    if let word = LogWord(setting) {
      note(
        .settingChanged, app: AppIndex(orNone: event.app), nil, word, value: event.value, at: now,
        [.number(.old, old), .text(.by, "user")])
      if setting == .backgroundRefresh || setting == .appRefresh {
        if journal.keepsRecords {
          journal.attach([.text(.status, refreshStatus(AppIndex(orNone: event.app)).rawValue)])
        }
      }
    }
    requestDecision(at: now, &c)
  }

  private func value(of setting: SettingName, app: AppIndex?) -> Double {
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

  /// The network path changes: environment.
  mutating func setNetwork(_ path: NetworkPath, at now: Instant, _ c: inout Calendar) {
    updateOpportunity(at: now)
    guard let change = network.change(to: path, at: now) else { return }
    note(.networkChanged, nil, LogWord(path), at: now, [.text(.old, change.old.name)])
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
}

extension LogWord {
  /// The word of a setting; what is a state of the device rather than a setting has events of its own, and
  /// Low Power Mode is written where it changes.
  init?(_ setting: SettingName) {
    switch setting {
    case .backgroundRefresh: self = .backgroundRefresh
    case .appRefresh: self = .appRefresh
    case .busy: self = .busy
    case .cpuLoad: self = .cpuLoad
    case .lowPowerMode, .memoryPressure, .thermal: return nil
    }
  }

  init(_ path: NetworkPath) {
    switch path {
    case .none: self = .offline
    case .cellular: self = .cellular
    case .wifi: self = .wifi
    }
  }
}

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
    guard let row = plan.timeline.nextActive(from: nextTimelineEvent) else { return }
    nextTimelineEvent = row
    let event = plan.timeline.events[nextTimelineEvent]
    c.schedule(.timeline, at: event.time, event.type.priority)
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
    case .appForeground(let app): open(AppIndex(app), at: now, &c)
    case .appBackground(let app): if AppIndex(app) == screen.frontApp { leaveFront(at: now, &c) }
    case .notification: notify(at: now, &c)
    case .plug(let charger, let hold): plug(charger, hold: hold, at: now, &c)
    case .unplug: unplug(at: now, &c)
    case .plugChance(let charger, let draw, let length):
      chance(charger, draw: draw, length: length, at: now, &c)
    case .batteryLevel: break
    case .baselinePower(let watts): setBaseline(watts, at: now)
    case .network(let path): setNetwork(path, at: now, &c)
    case .pushSent: serverSends(event, at: now, &c)
    // Found in the timeline at the next open or fetch.
    case .contentChange: break
    case .forceQuit(let app): forceQuit(app.map { AppIndex($0) }, at: now, &c)
    case .setting(let setting, let app, let value):
      change(setting, app.map { AppIndex($0) }, to: value, at: now, &c)
    case .reboot: reboot(at: now, &c)
    case .shutdown: powerOff(.reboot, at: now, &c)
    case .visiblePushSent: serverSends(.visible, event, at: now, &c)
    case .voipPushSent: serverSends(.voip, event, at: now, &c)
    case .audioStart, .audioStop, .locationStart, .locationStop, .moved, .regionCrossed:
      applyMode(event.kind, at: now, &c)
    case .script(let step): perform(plan.script[step], at: now, &c)
    }
  }

  private mutating func perform(_ step: ScriptStep, at now: Instant, _ c: inout Calendar) {
    switch step {
    case .submit(let app, let identifier, let mechanism, let floor):
      let number = intern(identifier)
      let task = context.taskIdentifiers[AppIndex(app)].firstIndex(of: number)
      submit(AppIndex(app), identifier: number, task: task, mechanism, floor: floor, at: now, &c)
    case .submitFromExtension(let app, let identifier, let mechanism, let floor, let origin):
      let number = intern(identifier)
      let task = context.taskIdentifiers[AppIndex(app)].firstIndex(of: number)
      submit(
        AppIndex(app), identifier: number, task: task, mechanism, floor: floor, origin: origin,
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

  private mutating func change(
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
        if journal.keepsRecords {
          journal.attach([.text(.status, refreshStatus(app).rawValue)])
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

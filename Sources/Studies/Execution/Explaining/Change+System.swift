import EventSimulation
import ModelParameters
import PhoneSimulation
import Workload

extension Change {
  /// Takes an event, a gate or a condition of the world away. Returns whether the scene has it.
  func lift(_ scene: inout AppScene) -> Bool {
    let app = scene.app
    switch self {
    case .forceQuit: return keepInSwitcher(&scene)
    case .refreshSwitch: return switchRefresh(&scene, from: [0, 3])
    case .wifiOnlySwitch: return switchRefresh(&scene, from: [1])
    case .lowPowerMode:
      let isManual = scene.plan.initial.lowPowerMode
      scene.plan.initial.lowPowerMode = false
      let isSet = removeSettings([.lowPowerMode], &scene)
      return liftReasons(&scene) || isManual || isSet
    case .reboot: return scene.remove { $0.type == .reboot || $0.type == .shutdown }
    case .kill: return removeSteps(&scene) { if case .kill(app, false) = $0 { true } else { false } }
    case .crash: return removeSteps(&scene) { if case .kill(app, true) = $0 { true } else { false } }
    case .userCancellation:
      return removeSteps(&scene) { if case .cancelContinued(app, _) = $0 { true } else { false } }
    case .memory:
      let hasPressure = removeSettings([.memoryPressure], &scene)
      return setParameters(&scene) || hasPressure
    case .cpuLimit, .runLimit: return setParameters(&scene)
    case .path: return keepPath(&scene)
    case .heat:
      let isSet = removeSettings([.thermal], &scene)
      return liftReasons(&scene) || isSet
    case .load:
      let isSet = removeSettings([.busy, .cpuLoad], &scene)
      return liftReasons(&scene) || isSet
    case .beginDate: return beginSooner(&scene)
    case .appUsage:
      scene.whatIf.countsAsUsed = true
      return liftReasons(&scene)
    case .usagePart:
      scene.whatIf.countsAsUsed = true
      return true
    case .charger:
      let isPlugged = scene.plan.initial.charger != nil
      if !isPlugged { scene.plan.initial.charger = .wired20W }
      let isChanged = scene.remove { event in
        [.plug, .unplug, .plugChance].contains(event.type)
      }
      return isChanged || !isPlugged
    case .wifi:
      let isOnWifi = scene.plan.initial.network == .wifi
      scene.plan.initial.network = .wifi
      return scene.remove { $0.type == .network } || !isOnWifi
    default: return liftReasons(&scene)
    }
  }

  /// The reasons block the items of the app no longer.
  private func liftReasons(_ scene: inout AppScene) -> Bool {
    let before = scene.whatIf
    scene.whatIf.lifted.formUnion(reasons)
    return scene.whatIf != before
  }

  private func setParameters(_ scene: inout AppScene) -> Bool {
    let before = scene.replay.policy.parameters
    for pair in (key ?? "").split(separator: ", ") {
      let parts = pair.split(separator: ": ")
      // The words are constants of the table, which a test sets on every platform.
      try? scene.replay.policy.parameters.set(String(parts[0]), parsing: [String(parts[1])])
    }
    return scene.replay.policy.parameters.canonicalText != before.canonicalText
  }

  /// Removes changes of settings, and returns whether there are any.
  private func removeSettings(_ names: [SettingName], _ scene: inout AppScene) -> Bool {
    scene.remove { event in
      if case .setting(let name, _, _) = event.kind { names.contains(name) } else { false }
    }
  }

  private func removeSteps(_ scene: inout AppScene, _ isRemoved: (ScriptStep) -> Bool) -> Bool {
    let script = scene.plan.script
    return scene.remove { event in
      if case .script(let step, _) = event.kind { isRemoved(script[step]) } else { false }
    }
  }

  /// The user removes other apps only.
  private func keepInSwitcher(_ scene: inout AppScene) -> Bool {
    let (app, others) = (scene.app, scene.plan.apps.indices)
    return scene.change { event in
      switch event.kind {
      case .forceQuit(app?): []
      case .forceQuit(nil):
        others.filter { $0 != app }.map { TimelineEvent(time: event.time, kind: .forceQuit(app: $0)) }
      default: [event]
      }
    }
  }

  /// Background App Refresh is on for Wi-Fi and cellular in place of some positions of the switch, and for the app.
  private func switchRefresh(_ scene: inout AppScene, from positions: [Double]) -> Bool {
    let (app, initial) = (scene.app, scene.plan.initial)
    if positions.contains(Double(initial.backgroundRefresh)) { scene.plan.initial.backgroundRefresh = 2 }
    if self == .refreshSwitch { scene.plan.initial.appsRefreshOff.removeAll { $0 == app } }
    let isChanged = scene.change { event in
      switch event.kind {
      case .setting(.backgroundRefresh, let of, let value) where positions.contains(value):
        [TimelineEvent(time: event.time, kind: .setting(.backgroundRefresh, app: of, value: 2))]
      case .setting(.appRefresh, app?, let value) where self == .refreshSwitch && value != 1: []
      default: [event]
      }
    }
    return isChanged || scene.plan.initial != initial
  }

  /// Requests may begin after a quarter of an hour. Without any date, they would follow each other without end.
  private func beginSooner(_ scene: inout AppScene) -> Bool {
    let late = scene.specification.tasks.indices.filter { scene.specification.tasks[$0].beginsLate }
    for place in late { scene.specification.tasks[place].floor = .after(TaskSpecification.soon) }
    return !late.isEmpty
  }

  /// The path of before stays where there would be none, and cellular where there is none at the start.
  private func keepPath(_ scene: inout AppScene) -> Bool {
    let hadPath = scene.plan.initial.network != .none
    if !hadPath { scene.plan.initial.network = .cellular }
    return scene.change { event in
      if case .network(.none) = event.kind {
        [TimelineEvent(time: event.time, kind: .network(.cellular))]
      } else {
        [event]
      }
    } || !hadPath
  }
}

extension TaskSpecification {
  fileprivate static let soon = TimeSpan.minutes(15)

  /// Whether the app asks for a later begin than ``Change/beginDate`` sets.
  var beginsLate: Bool {
    switch floor {
    case .after(let delay)?: mechanism != .continued && delay > Self.soon
    case .at?: mechanism != .continued
    case .window?, nil: false
    }
  }
}

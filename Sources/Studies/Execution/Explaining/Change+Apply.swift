import EventSimulation
import ModelParameters
import PhoneSimulation
import Workload

extension Change {
  /// Whether the change makes a difference to a scene.
  func applies(to scene: AppScene) -> Bool {
    var changed = scene
    return apply(to: &changed)
  }

  /// Applies the change to a scene. Returns whether it changes anything.
  func apply(to scene: inout AppScene) -> Bool {
    switch kind {
    case .defect, .failure:
      var app = scene.specification
      guard app.code == nil, repair(&app) else { return false }
      scene.specification = app
      return true
    case .event, .gate, .world, .score, .part:
      let before = scene
      lift(&scene)
      return scene.differs(from: before)
    }
  }

  // MARK: The app

  /// Repairs a defect of an app that the study describes. Returns whether the app has it.
  private func repair(_ app: inout AppSpecification) -> Bool {
    let (declarations, quality) = (app.declarations, app.quality)
    let usualFailures = 0...QualityProfile.careful.failureProbability
    switch self {
    case .identifiers: app.declarations.permittedIdentifiers = nil
    case .modes: app.declarations.modes = .all
    case .gpuEntitlement where app.tasks.contains { $0.continued.usesGPU }:
      app.declarations.hasGPUEntitlement = true
    case .healthEntitlement:
      guard app.wakes.contains(where: { $0.source == .health }) else { return false }
      app.declarations.hasHealthEntitlement = true
    case .bluetoothRestore: return setBluetooth(\.restores, &app)
    case .accessorySetup: return setBluetooth(\.accessorySetup, &app)
    case .dataProtection: return openContent(&app)
    case .wildcard: return renameContinuedTasks(&app)
    case .pushForm: return repairPushes(&app)
    case .progress where (quality.progressInterval ?? .day) <= .seconds(2),
      .randomFailures where !usualFailures.contains(quality.failureProbability):
      return false
    case .failures:
      let hasList = app.tasks.contains { $0.failOn != nil } || app.pushes?.failOn != nil
      guard hasList || quality.failureProbability > usualFailures.upperBound else { return false }
      for place in app.tasks.indices { app.tasks[place].failOn = nil }
      app.pushes?.failOn = nil
      setQuality(&app)
      return true
    default: setQuality(&app)
    }
    return app.declarations != declarations || app.quality != quality
  }

  /// Reads the study key of the change over the quality of the app.
  private func setQuality(_ app: inout AppSpecification) {
    // The keys are constants of the table, which a test reads.
    guard let line = key?.trimmingPrefix("[].quality."),
      let node = try? YAMLReader.read(Array(line.utf8), file: "")
    else { return }
    var map = MapReader(Place(node, ""), AppKeys.quality.table, ErrorLog())
    map.takesDefaults = false
    AppKeys.quality.read(map, over: &app.quality)
  }

  /// A continued task has an identifier below the bundle identifier.
  private func renameContinuedTasks(_ app: inout AppSpecification) -> Bool {
    let prefix = app.bundleID + "."
    let wrong = app.tasks.indices.filter { place in
      app.tasks[place].mechanism == .continued && !app.tasks[place].identifier.hasPrefix(prefix)
    }
    for place in wrong { app.tasks[place].identifier = prefix + app.tasks[place].identifier }
    return !wrong.isEmpty
  }

  /// Sets a flag of the Bluetooth events of an app. Returns whether that changes it.
  private func setBluetooth(
    _ flag: WritableKeyPath<WakeSpecification, Bool>, _ app: inout AppSpecification
  ) -> Bool {
    let closed = app.wakes.indices.filter {
      app.wakes[$0].source == .bluetooth && !app.wakes[$0][keyPath: flag]
    }
    for place in closed { app.wakes[place][keyPath: flag] = true }
    return !closed.isEmpty
  }

  /// Content that a locked phone closes stays open from the first unlock on. Returns whether the app has such content.
  private func openContent(_ app: inout AppSpecification) -> Bool {
    let closed = app.tasks.indices.filter { app.tasks[$0].protection == .complete }
    for place in closed { app.tasks[place].protection = .untilFirstUnlock }
    guard app.protection == .complete else { return !closed.isEmpty }
    app.protection = .untilFirstUnlock
    return true
  }

  private func repairPushes(_ app: inout AppSpecification) -> Bool {
    guard var pushes = app.pushes, !pushes.isWakingAlert, !pushes.isWellFormed || pushes.priority > 5 else {
      return false
    }
    (pushes.isContentAvailable, pushes.isUserVisible, pushes.isOfTypeBackground) = (true, false, true)
    pushes.priority = min(pushes.priority, 5)
    app.pushes = pushes
    return true
  }

  // MARK: The system and the world

  /// Removes an event, a gate or a condition of the world.
  private func lift(_ scene: inout AppScene) {
    let app = scene.app
    switch self {
    case .forceQuit: keepInSwitcher(&scene)
    case .refreshSwitch: switchRefresh(&scene, from: [0, 3])
    case .wifiOnlySwitch: switchRefresh(&scene, from: [1])
    case .lowPowerMode:
      scene.plan.initial.lowPowerMode = false
      scene.removeSettings(.lowPowerMode)
      liftReasons(&scene)
    case .reboot: scene.remove { $0.type == .reboot || $0.type == .shutdown }
    case .kill: scene.removeSteps { if case .kill(app, false) = $0 { true } else { false } }
    case .crash: scene.removeSteps { if case .kill(app, true) = $0 { true } else { false } }
    case .userCancellation:
      scene.removeSteps { if case .cancelContinued(app, _) = $0 { true } else { false } }
    case .lockedPhone:
      scene.whatIf.readsLocked = scene.specification.wakes.contains { $0.source == .health }
    case .stepsInterval:
      if scene.specification.wakes.contains(where: { $0.type == .steps }) { setParameters(&scene) }
    case .memory:
      scene.removeSettings(.memoryPressure)
      setParameters(&scene)
    case .cpuLimit, .runLimit: setParameters(&scene)
    case .path: keepPath(&scene)
    case .heat:
      scene.removeSettings(.thermal)
      liftReasons(&scene)
    case .load:
      scene.removeSettings(.busy, .cpuLoad)
      liftReasons(&scene)
    case .beginDate:
      // Without any date, the requests would follow each other without end.
      for place in scene.specification.tasks.indices where scene.specification.tasks[place].beginsLate {
        scene.specification.tasks[place].earliestBegin = .after(TaskSpecification.soon)
      }
    case .appUsage:
      scene.whatIf.countsAsUsed = true
      liftReasons(&scene)
    case .usagePart: scene.whatIf.countsAsUsed = true
    case .charger:
      scene.plan.initial.charger = scene.plan.initial.charger ?? .wired20W
      scene.remove { [.plug, .unplug, .plugChance].contains($0.type) }
    case .wifi:
      scene.plan.initial.network = .wifi
      scene.remove { $0.type == .network }
    default: liftReasons(&scene)
    }
  }

  /// The reasons block the items of the app no longer.
  private func liftReasons(_ scene: inout AppScene) { scene.whatIf.lifted.formUnion(reasons) }

  private func setParameters(_ scene: inout AppScene) {
    for pair in (key ?? "").split(separator: ", ") {
      let parts = pair.split(separator: ": ")
      // The words are constants of the table, which a test sets on every platform.
      try? scene.replay.policy.parameters.set(String(parts[0]), parsing: [String(parts[1])])
    }
  }

  /// The user removes other apps only.
  private func keepInSwitcher(_ scene: inout AppScene) {
    let (app, others) = (scene.app, scene.plan.apps.indices)
    scene.change { event in
      switch event.kind {
      case .forceQuit(app?): []
      case .forceQuit(nil):
        others.filter { $0 != app }.map { TimelineEvent(time: event.time, kind: .forceQuit(app: $0)) }
      default: [event]
      }
    }
  }

  /// Background App Refresh is on for Wi-Fi and cellular in place of some positions of the switch, and for the app.
  private func switchRefresh(_ scene: inout AppScene, from positions: [Double]) {
    let app = scene.app
    if positions.contains(Double(scene.plan.initial.backgroundRefresh)) {
      scene.plan.initial.backgroundRefresh = 2
    }
    if self == .refreshSwitch { scene.plan.initial.appsRefreshOff.removeAll { $0 == app } }
    scene.change { event in
      switch event.kind {
      case .setting(.backgroundRefresh, let of, let value) where positions.contains(value):
        [TimelineEvent(time: event.time, kind: .setting(.backgroundRefresh, app: of, value: 2))]
      case .setting(.appRefresh, app?, let value) where self == .refreshSwitch && value != 1: []
      default: [event]
      }
    }
  }

  /// The previous path stays where there would be none, and cellular is there from the start.
  private func keepPath(_ scene: inout AppScene) {
    if scene.plan.initial.network == .none { scene.plan.initial.network = .cellular }
    scene.change { event in
      event.kind == .network(.none) ? [TimelineEvent(time: event.time, kind: .network(.cellular))] : [event]
    }
  }
}

extension TaskSpecification {
  fileprivate static let soon = TimeSpan.minutes(15)

  /// Whether the app asks for a later begin than ``Change/beginDate`` sets.
  var beginsLate: Bool {
    switch earliestBegin {
    case .after(let delay)?: mechanism != .continued && delay > Self.soon
    case .at?: mechanism != .continued
    case .window?, nil: false
    }
  }
}

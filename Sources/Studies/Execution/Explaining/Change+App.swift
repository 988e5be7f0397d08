import EventSimulation
import Workload

extension Change {
  /// Applies the change to a scene. Returns whether it changes anything.
  func apply(to scene: inout AppScene) -> Bool {
    switch kind {
    case .defect, .failure:
      var app = scene.specification
      guard app.code == nil, repair(&app) else { return false }
      scene.specification = app
      return true
    case .event, .gate, .world, .score, .part: return lift(&scene)
    }
  }

  /// Repairs a defect of an app that the study describes. Returns whether the app has it.
  private func repair(_ app: inout AppSpecification) -> Bool {
    func set<Value: Equatable>(_ path: WritableKeyPath<AppSpecification, Value>, _ value: Value) -> Bool {
      guard app[keyPath: path] != value else { return false }
      app[keyPath: path] = value
      return true
    }
    switch self {
    case .registration: return set(\.quality.registration, .atLaunch)
    case .spelling: return set(\.quality.spelling, .exact)
    case .identifiers: return set(\.declarations.permittedIdentifiers, nil)
    case .modes: return set(\.declarations.modes, .all)
    case .wildcard: return renameContinuedTasks(&app)
    case .gpuEntitlement:
      return app.tasks.contains { $0.continued.usesGPU } && set(\.declarations.hasGPUEntitlement, true)
    case .pushForm: return repairPushes(&app)
    case .resubmission: return set(\.quality.resubmits, .atStart)
    case .rearming: return set(\.quality.rearmsAtExit, false)
    case .submitErrors: return set(\.quality.handlesSubmitError, true)
    case .lowPowerCheck: return set(\.quality.checksLowPowerMode, false)
    case .refreshCheck: return set(\.quality.checksRefreshStatus, false)
    case .emptyWork: return set(\.quality.doesNoWork, false)
    case .earlyCompletion: return set(\.quality.completesEarly, false)
    case .completion: return set(\.quality.completesOn, [.success, .failure, .expiry])
    case .expirationHandler: return set(\.quality.setsExpirationHandler, true)
    case .expiryReaction: return set(\.quality.expiryReaction, .milliseconds(500))
    case .checkpoints: return set(\.quality.checkpointInterval, .seconds(5))
    case .progress:
      let isSeldom = app.quality.progressInterval.map { $0 > .seconds(2) } ?? true
      return isSeldom && set(\.quality.progressInterval, .seconds(1))
    case .fileLock: return set(\.quality.holdsLock, false)
    case .assertionEnd: return set(\.quality.endsAssertion, .whenDone)
    case .lostFiles: return set(\.quality.movesFiles, true)
    case .wakeCompletion: return set(\.quality.callsWakeCompletion, true)
    case .callReport: return set(\.quality.reportsCall, true)
    case .enterBackground: return set(\.quality.enterBackgroundTime, .zero)
    case .launchTime: return set(\.quality.launchTime, .zero)
    case .failures:
      let hasList = app.tasks.contains { $0.failOn != nil } || app.pushes?.failOn != nil
      guard hasList || app.quality.failureProbability > QualityProfile.careful.failureProbability else {
        return false
      }
      for place in app.tasks.indices { app.tasks[place].failOn = nil }
      app.pushes?.failOn = nil
      app.quality.failureProbability = 0
      return true
    case .randomFailures:
      let usual = QualityProfile.careful.failureProbability
      return (0...usual).contains(app.quality.failureProbability) && set(\.quality.failureProbability, 0)
    default: return false
    }
  }

  /// A continued task has an identifier below the bundle identifier.
  private func renameContinuedTasks(_ app: inout AppSpecification) -> Bool {
    let prefix = app.bundleID + "."
    var isChanged = false
    for place in app.tasks.indices where app.tasks[place].mechanism == .continued {
      let old = app.tasks[place].identifier
      guard !old.hasPrefix(prefix) else { continue }
      app.tasks[place].identifier = prefix + old
      isChanged = true
    }
    return isChanged
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
}

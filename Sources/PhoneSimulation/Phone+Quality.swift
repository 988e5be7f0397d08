import BackgroundExecution
import EventSimulation
import RandomStreams
import Workload

/// How well an app uses the interfaces, as far as a run or a submission depends on it: section 6, BAD, PWR-6.
extension Phone {
  /// PWR-6: an app that looks first does not submit what could not start now. The platform does not care.
  func refrainsFromSubmitting(_ app: AppIndex, _ mechanism: Mechanism) -> Bool {
    guard let specification = specification(app), mechanism != .continued else { return false }
    // Processing goes on in Low Power Mode, on the charger.
    if specification.quality.checksLowPowerMode, conditions.isLowPowerMode, mechanism == .refresh {
      return true
    }
    return specification.quality.checksRefreshStatus && refreshStatus(app) != .available
  }

  /// BAR-1: what an app reads of the switches of Background App Refresh; without an app, an app whose own
  /// switch is on.
  func refreshStatus(_ app: AppIndex?) -> RefreshStatus {
    let isOwnRestricted = app.map { appGates.isRefreshRestricted($0) } ?? false
    if conditions.isRefreshRestricted || isOwnRestricted { return .restricted }
    let isOwnOff = app.map { !appGates.refreshSwitch($0) } ?? false
    return conditions.backgroundRefresh == 0 || isOwnOff ? .denied : .available
  }

  /// BAD-8: at every exit the app submits all that it has not running, each time with a fresh floor.
  mutating func rearm(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app), specification.quality.rearmsAtExit else { return }
    for (task, description) in specification.tasks.enumerated() where description.submitsAtFirstLaunch {
      if !isRunning(app, context.taskIdentifiers[app][task]) { submitTask(app, task, at: now, &c) }
    }
  }

  /// BAD-7: success is reported before anything has been done.
  mutating func completeEarly(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    runs.completeEarly(slot)
    let run = runs[slot]
    complete(slot, success: true, at: now, &c)
    leaveRest(of: run, at: now, &c)
  }
}

/// The status of Background App Refresh that apps read: switched off by the user, or by a management profile.
enum RefreshStatus: String { case available, denied, restricted }

extension QualityProfile {
  /// The paths on which runs of the app report their completion: an implicit completion misses none.
  var completions: Completions { completionStyle == .implicit ? [.success, .failure, .expiry] : completesOn }

  /// Whether the app learns that a run expires: the cancellation of a closure needs no handler.
  var learnsOfExpiry: Bool { setsExpirationHandler || completionStyle == .implicit }
}

import BackgroundExecution
import EventSimulation
import RandomStreams
import Workload

/// How well an app uses the interfaces, as far as a run or a submission depends on it: section 6, BAD, PWR-6.
extension Phone {
  /// PWR-6: an app that looks first does not submit what could not start now. The platform does not care.
  func refrainsFromSubmitting(_ app: Int32, _ mechanism: Mechanism) -> Bool {
    guard let quality = specification(app)?.quality, mechanism != .continued else { return false }
    // Processing goes on in Low Power Mode, on the charger.
    if quality.checksLowPowerMode, lowPowerMode != .off, mechanism == .refresh { return true }
    return quality.checksRefreshStatus && refreshStatus(app) != .available
  }

  /// BAR-1: what an app reads of the switches of Background App Refresh; with `app` -1, an app whose own
  /// switch is on.
  func refreshStatus(_ app: Int32) -> RefreshStatus {
    let isOwnRestricted = app >= 0 && apps[Int(app)].isRefreshRestricted
    if isRefreshRestricted || isOwnRestricted { return .restricted }
    let isOwnOff = app >= 0 && !apps[Int(app)].refreshSwitch
    return backgroundRefresh == 0 || isOwnOff ? .denied : .available
  }

  /// BAD-8: at every exit the app submits all that it has not running, each time with a fresh floor.
  mutating func rearm(_ app: Int32, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app), specification.quality.rearmsAtExit else { return }
    for (task, description) in specification.tasks.enumerated() where description.submitsAtFirstLaunch {
      if !isRunning(app, taskIdentifiers[Int(app)][task]) { submitTask(app, Int32(task), at: now, &c) }
    }
  }

  /// BAD-7: success is reported before anything has been done.
  mutating func completeEarly(_ slot: Int32, at now: Instant, _ c: inout Calendar) {
    let index = Int(slot)
    runs[index].isEarly = true
    let run = runs[index]
    complete(slot, success: true, at: now, &c)
    leaveRest(of: run, at: now, &c)
  }

  // MARK: Progress

  /// The share of its work that a run has done by now, earlier runs that it goes on from included.
  func workDone(_ run: Run, at now: Instant) -> Double {
    guard run.work.length > .zero, let started = run.handlerStarted else { return 0 }
    let left = run.work.leftLength - elapsedWork(run, started, at: now)
    return min(1, max(0, 1 - left / run.work.length))
  }

  /// The time for which a run has worked: on the processor, then waiting for its servers.
  private func elapsedWork(_ run: Run, _ started: Instant, at now: Instant) -> TimeSpan {
    let processed = min(now - started, run.work.processorLength)
    let busyEnd = max(run.processorEnd ?? started, run.transferEnd ?? started)
    return processed + min(run.work.wait, max(.zero, now - busyEnd))
  }

  /// BAD-9: what checkpoints have saved need not be done again.
  mutating func keepProgress(_ index: Int, at now: Instant) {
    let item = runs[index].item
    guard runs[index].doneShare == nil else { return }
    runs[index].doneShare = workDone(runs[index], at: now)
    guard item.task >= 0, let interval = specification(item.app)?.quality.checkpointInterval,
      let started = runs[index].handlerStarted, interval > .zero
    else { return }
    let elapsed = elapsedWork(runs[index], started, at: now)
    let saved = interval * (elapsed.microseconds / interval.microseconds)
    // What earlier runs have saved stays saved.
    guard saved > .zero || runs[index].work.leftLength < runs[index].work.length else { return }
    var left = runs[index].work
    let processed = min(saved, left.processorLength)
    left.cpu = max(.zero, left.cpu - .seconds(processed.seconds * left.share))
    left.wait -= min(left.wait, saved - processed)
    if let end = runs[index].transferEnd, runs[index].pendingUp + runs[index].pendingDown == 0,
      end <= started + saved
    {
      left.bytesUp = 0
      left.bytesDown = 0
    }
    apps[Int(item.app)].carriedWork[Int(item.task)] = left
    note(
      .progress, app: item.app, item.mechanism, item: item.number, identifier: item.identifier,
      value: left.shareDone, at: now, [.number(.workDone, left.shareDone)])
  }

  /// The share of a task's work that earlier runs have saved.
  func savedShare(_ item: Item) -> Double {
    guard item.task >= 0 else { return 0 }
    return apps[Int(item.app)].carriedWork[Int(item.task)]?.shareDone ?? 0
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

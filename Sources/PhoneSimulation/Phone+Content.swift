import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// What the user finds on opening an app, and where content comes from: definitions, section 9.
extension Phone {
  /// Observes an open before its own fetch. Only opens some time after the last visit count.
  mutating func observeOpen(_ app: AppIndex, at now: Instant) {
    let index = app
    let age = now - apps[index].lastFetch
    let staleness = apps[index].unfetchedChanges.first.map { now - $0 } ?? .zero
    note(
      .userOpened, app: app, value: staleness.seconds, at: now, [.number(.contentAge, age.seconds)])
    guard let specification = specification(app), specification.content.process != .none else { return }
    if apps[index].hasUnusedFetch {
      if apps[index].unusedFetchIsObserved { journal.observe(.usefulFetch, app, at: now) }
      apps[index].hasUnusedFetch = false
    }
    let isSettled = apps[index].lastForeground.map { now - $0 >= configuration.openSettle } ?? true
    recordOpen(index, counts: isObserved(now) && isSettled, at: now)
    guard isObserved(now), isSettled else { return }
    let open = OpenObservation(
      time: now, contentAge: age, staleness: staleness,
      isFresh: staleness <= specification.content.freshWithin)
    journal.observe(.open(open), app, at: now)
  }

  /// Content as of an instant has been fetched: it has the changes before that instant.
  mutating func contentArrives(_ app: AppIndex, asOf fetched: Instant, isBackground: Bool, at now: Instant) {
    let index = app
    recordFetch(index, asOf: fetched, isBackground: isBackground, at: now)
    guard fetched >= apps[index].lastFetch else { return }
    apps[index].lastFetch = fetched
    apps[index].unfetchedChanges.removeAll { $0 < fetched }
    apps[index].hasUnusedFetch = isBackground
    apps[index].unusedFetchIsObserved = isObserved(now)
    if isBackground { journal.observe(.backgroundFetch, app, at: now) }
  }

  /// Bytes at which the draw of a fetch ends, 100 GB: a lognormal tail has no end of its own.
  private static let greatestFetch = 1e11

  /// Every open starts a fetch where the app has content and a path exists.
  mutating func startForegroundFetch(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    guard let specification = specification(app), specification.content.process != .none,
      specification.content.fetchOnOpen, let path = radioPath, apps[index].foregroundFetch == nil
    else { return }
    stream.seek(event: address(.foregroundWork, app: app, index: apps[index].openOrdinal))
    let bytes: Double
    if let task = specification.tasks.first(where: \.fetches) {
      bytes = task.work.down.sample(stream)
    } else if let pushes = specification.pushes {
      bytes = pushes.work.down.sample(stream)
    } else {
      bytes = min(
        Self.greatestFetch,
        stream.lognormal(zeta: 0, sigma: configuration.fetchSigma) * configuration.fetchMedian)
    }
    let transfer = power.startTransfer(
      payer: EnergyPayer(app: app, cause: .user), path: path, bytesUp: 0, bytesDown: Int64(max(0, bytes)),
      at: now)
    apps[index].foregroundFetch = ForegroundFetch(transfer: transfer.id, started: now)
    recordForegroundFetch(index)
    c.schedule(.app(.foregroundFetchEnd, app), at: now + transfer.duration, .completion)
  }

  mutating func endForegroundFetch(_ app: AppIndex, at now: Instant) {
    guard let fetch = apps[app].foregroundFetch else { return }
    apps[app].foregroundFetch = nil
    if let transfer = fetch.transfer { power.finishTransfer(transfer, at: now) }
    settleEndedTails(at: now)
    if !powerState.isOff { contentArrives(app, asOf: now, isBackground: false, at: now) }
  }

  /// The longest time without a run, for apps that are meant to run.
  mutating func noteRunStart(_ app: AppIndex, at now: Instant) {
    journal.observe(.gap(since: apps[app].lastRunStart), app, at: now)
    apps[app].lastRunStart = now
  }
}

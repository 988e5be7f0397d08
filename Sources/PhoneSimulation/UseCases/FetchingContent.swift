import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// Content of apps: where it comes from, and how fresh it is when the user opens the app. Definitions, section 9.
extension Phone {
  /// Observes an open before its own fetch. Only opens some time after the last visit count.
  mutating func observeOpen(_ app: AppIndex, at now: Instant) {
    let age = freshness.age(app, at: now)
    let staleness = freshness.staleness(app, at: now)
    note(
      .userOpened, app: app, value: staleness.seconds, at: now, [.number(.contentAge, age.seconds)])
    guard let specification = specification(app), specification.content.process != .none else { return }
    if freshness.takeUnusedFetch(app) { journal.apps[app].counts[.usefulFetches] += 1 }
    let isSettled = appGates.lastForeground(app).map { now - $0 >= configuration.openSettle } ?? true
    freshnessRecords.opened(app, counts: isObserved(now) && isSettled, at: now)
    guard isSettled else { return }
    policy.opened(app, staleness: staleness, at: now)
    let open = OpenObservation(
      contentAge: age, staleness: staleness,
      isFresh: staleness <= specification.content.freshWithin, reach: reach.reach(of: app))
    journal.observe(open, app, at: now)
  }

  /// Bytes at which the draw of a fetch ends, 100 GB: a lognormal tail has no end of its own.
  private static let greatestFetch = 1e11

  /// Every open starts a fetch where the app has content and a path exists.
  mutating func startForegroundFetch(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app), specification.content.process != .none,
      specification.content.fetchOnOpen, let path = radioPath, !freshness.isFetching(app)
    else { return }
    stream.seek(event: address(.foregroundWork, app: app, index: usage.ordinal(app)))
    let bytes =
      specification.drawOpenFetch(stream)
      ?? min(
        Self.greatestFetch,
        stream.lognormal(zeta: 0, sigma: configuration.fetchSigma) * configuration.fetchMedian)
    let transfer = power.startTransfer(
      payer: EnergyPayer(app: app, cause: .user), path: path, bytesUp: 0, bytesDown: Int64(max(0, bytes)),
      tag: TransferOwner.openFetch(app).tag, at: now)
    let timer = c.schedule(.app(.foregroundFetchEnd, app), at: now + transfer.duration, .completion)
    freshness.beginFetch(app, transfer.id, timer: timer)
    freshnessRecords.openFetches(app)
  }

  mutating func endForegroundFetch(_ app: AppIndex, at now: Instant) {
    guard let transfer = freshness.endFetch(app) else { return }
    power.finishTransfer(transfer, at: now)
    settleEndedTails(at: now)
    if !powerState.isOff { contentArrives(app, asOf: now, isBackground: false, at: now) }
  }

  /// Content as of an instant has been fetched: it has the changes before that instant.
  mutating func contentArrives(_ app: AppIndex, asOf fetched: Instant, isBackground: Bool, at now: Instant) {
    freshnessRecords.fetched(app, asOf: fetched, isBackground: isBackground, at: now)
    if !isBackground {
      reach.fetchedInForeground(app)
      reachCheck?.fetchedInForeground(app)
    }
    let isNew = freshness.arrive(
      app, asOf: fetched, isBackground: isBackground, isObserved: isObserved(now))
    if isNew, isBackground, isObserved(now) { journal.apps[app].counts[.fetches] += 1 }
    policy.contentArrived(app, asOf: fetched)
  }
}

import BackgroundExecution
import Basics
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// Events from outside that run an app by themselves: each source leads to a wake, a run with its limit, and an outcome.
extension Phone {
  // MARK: Location: MODE-3 and MODE-4

  mutating func userMoves(by meters: Double, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    for index in context.movers.indices {
      let app = context.movers[index]
      wakes.move(app, by: meters)
      considerSignificantChange(app, at: now, &c)
    }
  }

  /// MODE-3: an event needs the distance and the time since the last one.
  mutating func considerSignificantChange(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    let due = wakes.significantChange(
      app, distance: platform.significantDistanceMeters, interval: platform.significantInterval, at: now)
    guard let due, due <= plan.end else { return }
    if due > now { return wakes.scheduleSignificantChange(app, at: due, &c) }
    wakes.takeSignificantChange(app, at: now, &c)
    wake(app, .significantChange, at: now, &c)
  }

  /// MODE-4: every region beyond the limit is refused.
  mutating func registerRegions(_ app: AppIndex, at now: Instant) {
    guard let regions = specification(app)?.modes.regions else { return }
    let excess = regions.count - platform.regionLimit
    guard excess > 0 else { return }
    let identifier = intern(WakeSource.region.rawValue)
    for _ in 0..<excess { journal.reject(app, .mode, .limit, identifier: identifier, at: now) }
  }

  mutating func crossBorder(_ app: AppIndex, _ region: UInt8, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, let regions = specification(app)?.modes.regions,
      Int(region) < min(regions.count, platform.regionLimit)
    else { return }
    wakes.crossBorder(app, region, dwellingUntil: now + platform.regionDwell, &c)
  }

  mutating func regionPersists(_ app: AppIndex, _ region: UInt8, at now: Instant, _ c: inout Calendar) {
    wakes.crossingPersists(app, region)
    if !powerState.isOff { wake(app, .region, at: now, &c) }
  }

  // MARK: An app's own sources: BLE and HEALTH

  /// An event comes that the app waits for. A phone that is off has none (BLE-3).
  mutating func eventArrives(_ app: AppIndex, _ source: Int, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, !isSimulator, source < wakes.sourceCount(app), let handle = specification(app),
      WakeRule.of(handle.wakes[source].source).isDeclared(handle.declarations)
    else { return }
    wakes.arrive(app, source, at: now)
    deliverEvents(app, source, at: now, &c)
  }

  /// Delivers the events of a source that wait, as soon as the rule of the source lets them run the app.
  mutating func deliverEvents(_ app: AppIndex, _ source: Int, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, let since = wakes.waitingSince(app, source),
      let specification = specification(app)?.wakes[source]
    else { return }
    let rule = WakeRule.of(specification.source)
    let readsLocked = whatIf.map { $0.readsLocked && $0.app == app.rawValue } ?? false
    let verdict = rule.verdict(
      specification,
      WakeState(
        isRunning: processes[app] != .notRunning,
        isForceQuit: appGates.isForceQuit(app) && platform.appSwitcher != .off,
        isLocked: screen.isLocked && !readsLocked,
        hasBeenUnlocked: powerState.hasBeenUnlocked, misses: wakes.misses(app, source)), platform)
    let due = wakes.due(app, source)
    let identifier = intern(specification.identifier)
    switch verdict {
    case .isLost(let reason):
      wakes.take(app, source)
      var item = eventItem(app, specification.source, source, identifier, at: now)
      item.submitted = since
      journal.count(.submitted, item, at: now)
      journal.record(.failed(.dropped, reason), item, value: (now - since).seconds, at: now)
    case .waits(let reason) where due <= now:
      if since == now { note(.deferred, app: app, .mode, reason, identifier: identifier, at: now) }
    case .waits, .wakes:
      if due > now {
        if since == now { note(.deferred, app: app, .mode, .rateLimit, identifier: identifier, at: now) }
        if due <= plan.end { wakes.schedule(app, source, at: due, &c) }
        return
      }
      wakes.take(app, source)
      let runs = !processes[app].isForeground
      wakes.deliver(
        app, source, next: now + rule.interval(specification, platform), opens: runs && rule.awaitsCompletion)
      wake(app, specification.source, number: source, identifier, since: since, at: now, &c)
    }
  }

  /// The phone is unlocked: what waited for it is delivered.
  mutating func deliverWaitingEvents(at now: Instant, _ c: inout Calendar) {
    for index in context.wakers.indices {
      let app = context.wakers[index]
      for source in 0..<wakes.sourceCount(app) { deliverEvents(app, source, at: now, &c) }
    }
  }

  /// The user has opened an app: it takes what waits, and HEALTH-3 begins again.
  mutating func takeWaitingEvents(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    for source in 0..<wakes.sourceCount(app) {
      wakes.forgive(app, source)
      deliverEvents(app, source, at: now, &c)
    }
  }

  // MARK: The wake

  /// Runs an app for an event, at once: no policy, no soft gate, and no flag of a force quit unless the rule of the source
  /// says so (QUIT-6). An app in front takes the event without a run, except a call.
  mutating func wake(
    _ app: AppIndex, _ source: WakeSource, number: Int? = nil, _ name: IdentifierIndex? = nil,
    since: Instant? = nil, at now: Instant, _ c: inout Calendar
  ) {
    guard !isSimulator else { return }
    let identifier = name ?? intern(source.rawValue)
    if source != .voip, processes[app].isForeground {
      note(.callback, app: app, .mode, .eventDelivered, identifier: identifier, at: now)
      if source == .significantChange { beginSignificantChangeAssertion(app, at: now, &c) }
      return
    }
    var item = eventItem(app, source, number, identifier, at: now)
    if let since { item.submitted = since }
    journal.count(.submitted, item, at: now)
    launch(insert(item), at: now, &c)
  }

  private mutating func eventItem(
    _ app: AppIndex, _ source: WakeSource, _ number: Int?, _ identifier: IdentifierIndex, at now: Instant
  ) -> WorkItem {
    eligibleItem(
      requests.takeNumber(), of: app, .mode, .event(source, number: Int32(number ?? -1)), identifier, at: now)
  }
}

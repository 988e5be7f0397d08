import BackgroundExecution
import Basics
import EventSimulation
import Workload

/// Location events, which start an app by themselves: rules MODE-3 and MODE-4.
extension Phone {
  mutating func want(
    _ mode: ModeTable.Running, _ app: AppIndex, _ isWanted: Bool, at now: Instant, _ c: inout Calendar
  ) {
    modes.setWanted(app, mode, isWanted)
    if isWanted { beginModes(app, at: now, &c) } else { endUnwantedModes(app, at: now, &c) }
  }

  /// A phone that is off notices no movement.
  mutating func userMoves(by meters: Double, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    for index in context.movers.indices {
      let app = context.movers[index]
      modes.move(app, by: meters)
      considerSignificantChange(app, at: now, &c)
    }
  }

  /// MODE-3: an event needs the distance and the time since the last one.
  mutating func considerSignificantChange(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    let change = modes.significantChange(
      app, distance: platform.significantDistanceMeters,
      interval: platform.significantInterval, at: now)
    switch change {
    case .isTooNear: break
    case .isTooEarly(let next):
      if next <= plan.end { modes.scheduleSignificantChange(app, at: next, &c) }
    case .isDue:
      modes.takeSignificantChange(app, at: now, &c)
      startApp(app, .significantChange, at: now, &c)
    }
  }

  /// MODE-4: every region beyond the limit is refused.
  mutating func registerRegions(_ app: AppIndex, at now: Instant) {
    guard let regions = specification(app)?.modes.regions else { return }
    let excess = regions.count - platform.regionLimit
    guard excess > 0 else { return }
    let identifier = intern(ModeEvent.region.identifier)
    for _ in 0..<excess {
      journal.reject(app, .mode, .limit, identifier: identifier, at: now)
    }
  }

  mutating func crossBorder(_ app: AppIndex, _ region: UInt8, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, let regions = specification(app)?.modes.regions,
      Int(region) < min(regions.count, platform.regionLimit)
    else { return }
    modes.crossBorder(app, region, dwellingUntil: now + platform.regionDwell, &c)
  }

  mutating func regionPersists(_ app: AppIndex, _ region: UInt8, at now: Instant, _ c: inout Calendar) {
    modes.crossingPersists(app, region)
    if !powerState.isOff { startApp(app, .region, at: now, &c) }
  }

  /// Starts an app for an event of a mode, at once: no policy, no soft gate, and no flag of a force quit
  /// (QUIT-6). An app in front takes a location event without a run.
  mutating func startApp(
    _ app: AppIndex, _ event: ModeEvent, call: ServerPush? = nil, at now: Instant, _ c: inout Calendar
  ) {
    guard !isSimulator else { return }
    let identifier = intern(event.identifier)
    if event != .voip, processes[app].isForeground {
      note(.callback, app: app, .mode, .eventDelivered, identifier: identifier, at: now)
      if event == .significantChange { beginSignificantChangeAssertion(app, at: now, &c) }
      return
    }
    var item = eligibleItem(
      requests.takeNumber(), of: app, .mode, .mode(event, call: call?.number), identifier, at: now)
    if let call { item.submitted = call.sent }
    journal.count(.submitted, item, at: now)
    launch(insert(item), at: now, &c)
  }
}

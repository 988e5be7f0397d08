import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// Audio and standard location, which keep a process running, and location events, which start one: rules
/// MODE-1 to MODE-4.
extension Phone {
  mutating func applyMode(_ event: TimelineEvent, at now: Instant, _ c: inout Calendar) {
    let app = AppIndex(event.app)
    switch event.kind {
    case .audioStart:
      modes.setWanted(app, .audio, true)
      beginModes(app, at: now, &c)
    case .audioStop:
      modes.setWanted(app, .audio, false)
      endUnwantedModes(app, at: now, &c)
    case .locationStart:
      modes.setWanted(app, .location, true)
      beginModes(app, at: now, &c)
    case .locationStop:
      modes.setWanted(app, .location, false)
      endUnwantedModes(app, at: now, &c)
    case .moved: userMoves(by: event.value, at: now, &c)
    case .regionCrossed: crossBorder(app, event.code, at: now, &c)
    default: break
    }
  }

  // MARK: Audio and standard location

  /// MODE-1 and MODE-2: what the user wants begins where the app runs already, and else when the user opens
  /// it; neither mode ever launches it. A mode that the bundle does not declare keeps nothing running.
  mutating func beginModes(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard modes.wantsAny(app), processes[app].isExecuting,
      let declared = specification(app)?.declarations.modes
    else { return }
    let payer = EnergyPayer(app: app, cause: .mode)
    if modes.isMissing(app, .audio), declared.contains(.audio) {
      // Playback needs the platform for moments only; its power has them in it.
      let claim = power.begin(.system, payer: payer, microwatts: configuration.audioPower, at: now)
      modes.begin(app, .audio, ModeTable.Use(claim: claim))
      processes.addBackgroundHold(app)
      cancelSuspension(app, at: now, &c)
    }
    if modes.isMissing(app, .location), declared.contains(.location) {
      let hold = holdAwake(payer, account: nil, at: now)
      let claim = power.begin(.system, payer: payer, microwatts: configuration.receiverPower, at: now)
      modes.begin(app, .location, ModeTable.Use(claim: claim, hold: hold))
      processes.addBackgroundHold(app)
      cancelSuspension(app, at: now, &c)
    }
  }

  /// Ends what the user no longer wants; LIFE-3 applies to a process that nothing else keeps running.
  private mutating func endUnwantedModes(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let before = processes.backgroundHolds(app)
    if !modes.wants(app, .audio) { end(.audio, app, at: now) }
    if !modes.wants(app, .location) { end(.location, app, at: now) }
    guard processes.backgroundHolds(app) < before, processes[app] == .background,
      !processes.isKeptRunning(app)
    else { return }
    processes.keepAwake(app, holdAwake(EnergyPayer(app: app, cause: .mode), account: nil, at: now))
    scheduleSuspension(app, at: now, &c)
  }

  /// The process ends, and what it used with it.
  mutating func endModes(_ app: AppIndex, at now: Instant) {
    end(.audio, app, at: now)
    end(.location, app, at: now)
  }

  private mutating func end(_ mode: ModeTable.Running, _ app: AppIndex, at now: Instant) {
    guard let use = modes.end(app, mode) else { return }
    power.end(use.claim, at: now)
    if let hold = use.hold { power.releaseAwake(hold, at: now) }
    processes.removeBackgroundHold(app)
  }

  // MARK: Location events

  /// A phone that is off notices no movement.
  private mutating func userMoves(by metres: Double, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    for app in apps.indices where specification(app)?.modes.significantChanges == true {
      modes.move(app, by: metres)
      considerSignificantChange(app, at: now, &c)
    }
  }

  /// MODE-3: an event needs the distance and the time since the last one.
  mutating func considerSignificantChange(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    let change = modes.significantChange(
      app, distance: configuration.platform.significantDistanceMetres,
      interval: configuration.platform.significantInterval, at: now)
    switch change {
    case .isTooNear: break
    case .isTooEarly(let next):
      if next <= plan.end { modes.scheduleSignificantChange(app, at: next, &c) }
    case .isDue:
      modes.takeSignificantChange(app, at: now, &c)
      start(app, .significantChange, at: now, &c)
    }
  }

  /// MODE-4: every region beyond the limit is refused.
  mutating func registerRegions(_ app: AppIndex, at now: Instant) {
    guard let regions = specification(app)?.modes.regions else { return }
    let excess = regions.count - configuration.platform.regionLimit
    guard excess > 0 else { return }
    let identifier = intern(ModeEvent.region.identifier)
    for _ in 0..<excess {
      journal.reject(app, .mode, .limit, identifier: identifier, at: now)
    }
  }

  /// A border is crossed; crossing it back before the dwell is over undoes it.
  private mutating func crossBorder(_ app: AppIndex, _ region: UInt8, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, let regions = specification(app)?.modes.regions,
      Int(region) < min(regions.count, configuration.platform.regionLimit)
    else { return }
    modes.crossBorder(app, region, dwellingUntil: now + configuration.platform.regionDwell, &c)
  }

  mutating func regionPersists(_ app: AppIndex, _ region: UInt8, at now: Instant, _ c: inout Calendar) {
    modes.crossingPersists(app, region)
    if !powerState.isOff { start(app, .region, at: now, &c) }
  }

  // MARK: Runs

  /// Starts an app for an event of a mode, at once: no policy, no soft gate, and no flag of a force quit
  /// (QUIT-6). An app in front takes a location event without a run.
  mutating func start(
    _ app: AppIndex, _ event: ModeEvent, alert: Alert? = nil, at now: Instant, _ c: inout Calendar
  ) {
    guard !isSimulator else { return }
    let identifier = intern(event.identifier)
    if event != .voip, processes[app].isForeground {
      note(.callback, app: app, .mode, .eventDelivered, identifier: identifier, at: now)
      if event == .significantChange { beginSignificantChangeAssertion(app, at: now, &c) }
      return
    }
    var item = Item(
      number: takeItemNumber(), app: app, mechanism: .mode, task: -1, identifier: identifier,
      submitted: alert?.sent ?? now, floor: nil, open: now, deadline: now, chainOpen: now,
      isObserved: isObserved(now), blockedSince: now)
    item.isEligible = true
    item.modeEvent = event
    item.alert = alert?.number
    item.sent = alert?.sent ?? now
    item.shares = journal.openShares()
    journal.count(.submitted, item, at: now)
    launch(insert(item), at: now, &c)
  }

  /// What the run of an event has to do: location events have work of their own, a call is only reported.
  mutating func modeWork(_ item: Item) -> Work {
    var work = Work(cpu: .zero, wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
    guard item.modeEvent != .voip, let description = specification(item.app)?.modes.work else { return work }
    stream.seek(event: address(.modeWork, app: item.app, index: modes.takeEventOrdinal(item.app)))
    work.cpu = .seconds(max(0, description.cpu.sample(stream)))
    work.wait = .seconds(max(0, description.wait.sample(stream)))
    work.bytesUp = Int64(max(0, description.up.sample(stream)).rounded())
    work.bytesDown = Int64(max(0, description.down.sample(stream)).rounded())
    return work
  }

  /// The time of an event is over: a call must have been reported; other work succeeded if it was done.
  mutating func endModeRun(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let run = runs[slot]
    guard run.phase == .working else { return }
    if run.item.modeEvent == .voip, specification(run.item.app)?.quality.reportsCall == false {
      modes.missCall(run.item.app)
      terminate(run.item.app, .callNotReported, at: now, &c)
    } else {
      complete(slot, success: run.workTimer == nil && !run.isStalled, at: now, &c)
    }
  }
}

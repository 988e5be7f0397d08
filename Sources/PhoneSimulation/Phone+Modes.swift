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
      apps[app].modes.wantsAudio = true
      beginModes(app, at: now, &c)
    case .audioStop:
      apps[app].modes.wantsAudio = false
      endUnwantedModes(app, at: now, &c)
    case .locationStart:
      apps[app].modes.wantsLocation = true
      beginModes(app, at: now, &c)
    case .locationStop:
      apps[app].modes.wantsLocation = false
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
    let index = app
    guard apps[index].modes.wantsAudio || apps[index].modes.wantsLocation,
      apps[index].process.isExecuting, let declared = specification(app)?.declarations.modes
    else { return }
    let payer = EnergyPayer(app: app, cause: .mode)
    if apps[index].modes.wantsAudio, apps[index].modes.audio == nil, declared.contains(.audio) {
      // Playback needs the platform for moments only; its power has them in it.
      apps[index].modes.audio = power.begin(
        .system, payer: payer, microwatts: configuration.audioPower, at: now)
      apps[index].keepers += 1
      cancelSuspension(app, at: now, &c)
    }
    if apps[index].modes.wantsLocation, apps[index].modes.receiver == nil, declared.contains(.location) {
      apps[index].modes.locationHold = holdAwake(payer, account: nil, at: now)
      apps[index].modes.receiver = power.begin(
        .system, payer: payer, microwatts: configuration.receiverPower, at: now)
      apps[index].keepers += 1
      cancelSuspension(app, at: now, &c)
    }
  }

  /// Ends what the user no longer wants; LIFE-3 applies to a process that nothing else keeps running.
  private mutating func endUnwantedModes(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    let before = apps[index].keepers
    if !apps[index].modes.wantsAudio { endAudio(app, at: now) }
    if !apps[index].modes.wantsLocation { endLocation(app, at: now) }
    guard apps[index].keepers < before, apps[index].process == .background, !apps[index].isKeptRunning else {
      return
    }
    apps[index].linger = holdAwake(EnergyPayer(app: app, cause: .mode), account: nil, at: now)
    scheduleSuspension(app, at: now, &c)
  }

  /// The process ends, and what it used with it.
  mutating func endModes(_ app: AppIndex, at now: Instant) {
    endAudio(app, at: now)
    endLocation(app, at: now)
  }

  private mutating func endAudio(_ app: AppIndex, at now: Instant) {
    guard let claim = apps[app].modes.audio else { return }
    power.end(claim, at: now)
    apps[app].modes.audio = nil
    apps[app].keepers -= 1
  }

  private mutating func endLocation(_ app: AppIndex, at now: Instant) {
    guard let claim = apps[app].modes.receiver else { return }
    power.end(claim, at: now)
    apps[app].modes.receiver = nil
    if let hold = apps[app].modes.locationHold { power.releaseAwake(hold, at: now) }
    apps[app].modes.locationHold = nil
    apps[app].keepers -= 1
  }

  // MARK: Location events

  /// A phone that is off notices no movement.
  private mutating func userMoves(by metres: Double, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    for app in apps.indices where specification(app)?.modes.significantChanges == true {
      apps[app].modes.metres += metres
      considerSignificantChange(app, at: now, &c)
    }
  }

  /// MODE-3: an event needs the distance and the time since the last one.
  mutating func considerSignificantChange(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    guard !powerState.isOff, apps[index].modes.metres >= configuration.platform.significantDistanceMetres
    else { return }
    if let last = apps[index].modes.lastSignificantChange {
      let next = last + configuration.platform.significantInterval
      if now < next {
        if next <= plan.end {
          Self.moveTimer(
            &apps[index].modes.significantTimer, .mode(.significantChange, app), to: next, .arrival, &c)
        }
        return
      }
    }
    if let timer = apps[index].modes.significantTimer { _ = c.cancel(timer) }
    apps[index].modes.significantTimer = nil
    apps[index].modes.metres = 0
    apps[index].modes.lastSignificantChange = now
    start(app, .significantChange, at: now, &c)
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
    if let index = apps[app].modes.crossings.firstIndex(where: { $0.region == region }) {
      _ = c.cancel(apps[app].modes.crossings.remove(at: index).timer)
      return
    }
    let timer = c.schedule(
      .region(region, app: app), at: now + configuration.platform.regionDwell, .arrival)
    apps[app].modes.crossings.append((region, timer))
  }

  mutating func regionPersists(_ app: AppIndex, _ region: UInt8, at now: Instant, _ c: inout Calendar) {
    apps[app].modes.crossings.removeAll { $0.region == region }
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
    if event != .voip, apps[app].process.isForeground {
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
    stream.seek(event: address(.modeWork, app: item.app, index: apps[item.app].modes.ordinal))
    apps[item.app].modes.ordinal += 1
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
      apps[run.item.app].modes.callsMissed += 1
      terminate(run.item.app, .callNotReported, at: now, &c)
    } else {
      complete(slot, success: run.workTimer == nil && !run.isStalled, at: now, &c)
    }
  }
}

import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// A push reaches the device: it is delivered, lost, held for a launch, or starts its app. Chapter PUSH, MODE-5.
extension Phone {
  mutating func pushArrives(_ id: PushID, at now: Instant, _ c: inout Calendar) {
    guard let push = server.arriving(id) else { return }
    if push.item != nil { journal.items.countTravelling(-1, push.app) }
    guard isReachable else { return storeOrDrop(push, at: now, &c) }
    if push.kind == .silent, let item = push.item {
      silentPushArrives(push, item, at: now, &c)
    } else {
      alertArrives(push, at: now, &c)
    }
  }

  @inline(__always) private mutating func silentPushArrives(
    _ push: ServerPush, _ item: ItemNumber, at now: Instant, _ c: inout Calendar
  ) {
    let app = push.app
    server.remove(push.id)
    let payer = EnergyPayer(app: app, cause: .arrival)
    wakeForPush(payer, at: now)
    moveBytes(configuration.pushPayload, payer: payer, at: now)
    if push.hasLife, push.expires <= now { return drop(app, item, sent: push.sent, .expired, at: now) }
    admit(push, item, at: now, &c)
  }

  /// Delivers, loses or holds the launch that a push on the phone asks for.
  @inline(__always) private mutating func admit(
    _ push: ServerPush, _ item: ItemNumber, at now: Instant, _ c: inout Calendar
  ) {
    let app = push.app
    guard let isDeclared = specification(app)?.declaredModes.contains(.remoteNotification) else { return }
    // PUSH-4 comes before every gate but the declaration.
    if processes[app].isExecuting, isDeclared {
      let how: LogWord = processes[app].isForeground ? .foreground : .joined
      deliver(app, item, how, latency: now - push.sent, at: now, &c)
      requestDecision(at: now, &c)
      journal.items.observeImmediateDelivery(app, at: now)
      recordImmediateDelivery(app, push, item, how, at: now)
      return
    }
    if let reason = loss(app, isDeclared: isDeclared, at: now) {
      return drop(app, item, sent: push.sent, reason, at: now)
    }
    hold(push, item, at: now, &c)
  }

  private mutating func recordImmediateDelivery(
    _ app: AppIndex, _ push: ServerPush, _ number: ItemNumber, _ how: LogWord, at now: Instant
  ) {
    guard journal.attempts.keepsShares else { return }
    let item = eligibleItem(
      number, of: app, .push, .push(push.number, sent: push.sent), context.pushIdentifier, at: now)
    journal.attempts.finish(item, .delivered, how, at: now, journal.identifiers)
  }

  /// Why an arriving push is lost, in the order of section 5.1; for an executing app only the mode counts.
  private func loss(_ app: AppIndex, isDeclared: Bool, at now: Instant) -> LogWord? {
    if !processes[app].isExecuting {
      if appGates.isForceQuitForPushes(app), platform.appSwitcher != .off { return .forceQuit }
      let isRefreshOff = conditions.backgroundRefresh == 0 || !appGates.refreshSwitch(app)
      if isRefreshOff, platform.backgroundRefresh != .off { return .barOff }
    }
    guard isDeclared else { return .modeMissing }
    // PUSH-12
    if let recency = platform.pushRecency, platform.appUsage != .off {
      guard let last = appGates.lastOpen(app), now - last <= recency else { return .appUsage }
    }
    return nil
  }

  /// PUSH-5.
  @inline(__always)
  private mutating func hold(_ push: ServerPush, _ number: ItemNumber, at now: Instant, _ c: inout Calendar) {
    let app = push.app
    var item = eligibleItem(
      number, of: app, .push, .push(push.number, sent: push.sent), context.pushIdentifier, at: now)
    item.deadline = now + platform.pushWindow
    note(
      .held, app: app, .push, item: item.number, at: now,
      [.instant(.until, push.expires), .instant(.deadline, item.deadline)])
    if requests.pushCount(of: app) >= platform.holdSlots, let oldest = requests.firstPush(of: app) {
      // A push that gives way is lost; the newer one waits for itself.
      let old = requests[oldest]
      remove(oldest)
      journal.items.endWait(old, .lost, at: now)
      note(
        .coalesced, app: app, .push, .device, item: old.number, value: (now - old.sent).seconds, at: now,
        [.integer(.by, item.number.rawValue)])
      journal.items.count(.coalesced, app, .push, at: now)
      journal.attempts.finish(old, .coalesced, .device, at: now, journal.identifiers)
    }
    journal.count(.submitted, item, at: now)
    let slot = insert(item)
    requestDecision(at: now, &c)
    if platform.isDebuggerAttached, !isSimulator {
      // DBG-3: a debugger has its pushes at once.
      launch(slot, at: now, &c)
      return
    }
    scheduleDecision(at: appGates.nextPush(app, from: now), &c)
    followTokens(of: app, at: now, &c)
    scheduleEnd(of: push, at: now, &c)
  }

  /// PUSH-3: a held push ends with its life; without one, right after the decision of its arrival, which may
  /// be put off by a tick.
  @inline(__always)
  private mutating func scheduleEnd(of push: ServerPush, at now: Instant, _ c: inout Calendar) {
    let event: EventHandle
    if push.hasLife {
      guard push.expires <= plan.end else { return }
      event = c.schedule(push.expiry, at: push.expires, .expiry)
    } else if decisionClock.nextPoint(at: now) < plan.end {
      event = c.schedule(push.expiry, at: decisionClock.nextPoint(at: now) + .tick, .completion)
    } else {
      event = c.schedule(push.expiry, at: plan.end, .sampling)
    }
    server.setExpiry(of: push.id, event)
  }

  private mutating func alertArrives(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    let isVisible = push.kind == .visible
    let payer = EnergyPayer(app: push.app, cause: isVisible ? .notification : .mode)
    if !isVisible || drawsSessionPower { wakeForPush(payer, at: now) }
    if push.hasLife, push.expires <= now {
      moveBytes(
        isVisible ? configuration.device.notificationBytes : configuration.pushPayload, payer: payer, at: now)
      drop(push, .expired, at: now)
    } else if isVisible {
      let launch = server.takeLaunch(of: push.id)
      notificationArrives(push, at: now, &c)
      requestDecision(at: now, &c)
      if let launch, let item = launch.item { admit(launch, item, at: now, &c) }
    } else {
      callArrives(push, at: now, &c)
    }
  }

  /// MODE-5: a call starts the app, unless the app has left too many unreported.
  private mutating func callArrives(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    let app = push.app
    moveBytes(configuration.pushPayload, payer: EnergyPayer(app: app, cause: .mode), at: now)
    guard specification(app)?.declaredModes.contains(.voip) == true else {
      return drop(push, .modeMissing, at: now)
    }
    guard wakes.missedCalls(app) < platform.voipMissLimit else { return drop(push, .voipStopped, at: now) }
    server.beginLaunch(push.id)
    wake(app, .voip, number: Int(push.number.rawValue), since: push.sent, at: now, &c)
    requestDecision(at: now, &c)
  }
}

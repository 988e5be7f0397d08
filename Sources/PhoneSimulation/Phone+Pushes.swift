import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Silent pushes from the server to the app: chapter PUSH.
extension Phone {
  /// A server accepts or refuses a push.
  mutating func serverSends(_ event: TimelineEvent, at now: Instant, _ c: inout Calendar) {
    let app = AppIndex(event.app)
    guard let push = specification(app)?.pushes else { return }
    let priority = event.pushPriority ?? push.priority
    guard priority <= 5 else {
      journal.reject(app, .push, .badPriority, at: now, [.integer(.priority, priority)])
      return
    }
    guard push.isWellFormed else {
      journal.reject(app, .push, .badPayload, at: now)
      return
    }
    journal.count(.sent, app, .push, at: now)
    let life =
      event.value < 0
      ? configuration.platform.pushMaximumStorage
      : min(.seconds(event.value), configuration.platform.pushMaximumStorage)
    let stored = StoredPush(
      push: PushNumber(nextPush), item: takeItemNumber(), sent: now, expires: now + life,
      pagingDelay: event.pagingDraw)
    nextPush += 1
    note(
      .pushSent, app: app, .push, item: stored.item, value: life.seconds, at: now,
      [.integer(.priority, priority)])
    if isReachable {
      travel(app, stored, at: now, &c)
    } else {
      storeOrDrop(app, stored, at: now, &c)
    }
  }

  /// No push finds a simulator (DBG-4).
  var isReachable: Bool { !powerState.isOff && network.isOnline && !isSimulator }

  /// PUSH-3: the server stores no push that has no life, or none left.
  private mutating func storeOrDrop(_ app: AppIndex, _ push: StoredPush, at now: Instant, _ c: inout Calendar)
  {
    if push.expires <= now {
      drop(app, push.item, sent: push.sent, .expired, at: now)
    } else {
      store(app, push, at: now, &c)
    }
  }

  /// PUSH-2: the server keeps the newest push of an app, or a random one.
  private mutating func store(_ app: AppIndex, _ push: StoredPush, at now: Instant, _ c: inout Calendar) {
    note(.stored, app: app, .push, item: push.item, at: now, [.instant(.until, push.expires)])
    if apps[app].stored.count >= configuration.platform.serverSlots {
      var victim = 0
      if !configuration.platform.serverKeepsNewest {
        stream.seek(event: address(.pushes, app: app, index: 1 << 24 + Int(push.push.rawValue)))
        if stream.bernoulli(0.5) {
          coalesce(app, push.item, sent: push.sent, .server, by: apps[app].stored[0].item, at: now)
          return
        }
      }
      victim = min(victim, apps[app].stored.count - 1)
      let old = apps[app].stored.remove(at: victim)
      coalesce(app, old.item, sent: old.sent, .server, by: push.item, at: now)
    }
    apps[app].stored.append(push)
    if push.expires <= plan.end { c.schedule(.push(.expiry, push.push), at: push.expires, .expiry) }
  }

  /// The device can be reached again: stored pushes come in order of app.
  mutating func serverReaches(at now: Instant, _ c: inout Calendar) {
    guard isReachable else { return }
    for app in apps.indices where !apps[app].stored.isEmpty {
      let stored = apps[app].stored
      apps[app].stored = []
      for push in stored { travel(app, push, at: now, &c) }
    }
    sendStoredAlerts(at: now, &c)
  }

  /// A push leaves for a reachable device. On an idle cellular radio it waits for the paging cycle.
  private mutating func travel(_ app: AppIndex, _ push: StoredPush, at now: Instant, _ c: inout Calendar) {
    travelling.append((push.push, app, push))
    journal.countTravelling(1, app)
    let mustPage = network.path == .cellular && !power.radioIsHot
    let delay = mustPage ? TimeSpan.seconds(configuration.pagingCycle.seconds * push.pagingDelay) : .zero
    c.schedule(.push(.arrival, push.push), at: now + delay, .arrival)
  }

  /// A push reaches the device, if it can still be reached.
  mutating func pushArrives(_ number: PushNumber, at now: Instant, _ c: inout Calendar) {
    guard let index = travelling.firstIndex(where: { $0.number == number }) else { return }
    let (_, app, push) = travelling.remove(at: index)
    journal.countTravelling(-1, app)
    guard isReachable else {
      storeOrDrop(app, push, at: now, &c)
      return
    }
    guard let specification = specification(app) else { return }
    moveBytes(configuration.pushPayload, payer: EnergyPayer(app: app, cause: .push), at: now)
    if push.hasLife, push.expires <= now {
      drop(app, push.item, sent: push.sent, .expired, at: now)
      return
    }
    let isDeclared = specification.declarations.modes.contains(.remoteNotification)
    // PUSH-4 comes before every gate but the declaration.
    if processes[app].isExecuting, isDeclared {
      let how: LogWord = processes[app].isForeground ? .foreground : .joined
      deliver(app, push.item, how, latency: now - push.sent, at: now, &c)
      journal.observeImmediateDelivery(app, at: now)
      return
    }
    if let reason = loss(app, isDeclared: isDeclared) {
      drop(app, push.item, sent: push.sent, reason, at: now)
      return
    }
    hold(app, push, at: now, &c)
  }

  /// Why an arriving push is lost, in the order of section 5.1; for an executing app only the mode counts.
  private func loss(_ app: AppIndex, isDeclared: Bool) -> LogWord? {
    let platform = configuration.platform
    if !processes[app].isExecuting {
      if appGates.isForceQuitForPushes(app), platform.appSwitcher != .off { return .forceQuit }
      let isRefreshOff = conditions.backgroundRefresh == 0 || !appGates.refreshSwitch(app)
      if isRefreshOff, platform.backgroundRefresh != .off { return .barOff }
    }
    return isDeclared ? nil : .modeMissing
  }

  /// PUSH-5.
  private mutating func hold(_ app: AppIndex, _ push: StoredPush, at now: Instant, _ c: inout Calendar) {
    var item = Item(
      number: push.item, app: app, mechanism: .push, task: -1, identifier: pushIdentifier, submitted: now,
      floor: nil, open: now, deadline: now + configuration.platform.pushWindow, chainOpen: now,
      isObserved: isObserved(now), blockedSince: now)
    item.isEligible = true
    item.push = push.push
    item.sent = push.sent
    item.expires = push.expires
    item.shares = journal.openShares()
    note(
      .held, app: app, .push, item: item.number, at: now,
      [.instant(.until, push.expires), .instant(.deadline, item.deadline)])
    if requests.pushCount(of: app) >= configuration.platform.holdSlots,
      let oldest = requests.firstPush(of: app)
    {
      var old = remove(oldest)
      if !old.delayIsCensored { item.chainOpen = old.chainOpen }
      coalesce(app, old.number, sent: old.sent, .device, by: item.number, at: now)
      old.delayIsCensored = true
      journal.finish(old, .coalesced, .device, at: now)
    }
    journal.count(.submitted, item, at: now)
    let slot = insert(item)
    if configuration.platform.isDebuggerAttached, !isSimulator {
      // DBG-3: a debugger has its pushes at once.
      launch(slot, at: now, &c)
      return
    }
    scheduleDecision(at: appGates.nextPush(app, from: now), &c)
    requestDecision(at: now, &c)
    scheduleEnd(of: push, at: now, &c)
  }

  /// PUSH-3: a held push ends with its life; without one, right after the decision of its arrival, which may
  /// be put off by a tick.
  private func scheduleEnd(of push: StoredPush, at now: Instant, _ c: inout Calendar) {
    if push.hasLife {
      if push.expires <= plan.end { c.schedule(.push(.expiry, push.push), at: push.expires, .expiry) }
    } else if decisionClock.nextPoint(at: now) < plan.end {
      c.schedule(
        .push(.expiry, push.push), at: decisionClock.nextPoint(at: now) + .tick, .completion)
    } else {
      c.schedule(.push(.expiry, push.push), at: plan.end, .sampling)
    }
  }

  mutating func pushExpires(_ number: PushNumber, at now: Instant, _ c: inout Calendar) {
    if let slot = requests.heldPush(number) {
      dropHeld(slot, .expired, at: now)
    } else if let app = apps.indices.first(where: { apps[$0].stored.contains { $0.push == number } }),
      let index = apps[app].stored.firstIndex(where: { $0.push == number })
    {
      let push = apps[app].stored.remove(at: index)
      drop(app, push.item, sent: push.sent, .expired, at: now)
    }
  }

  /// A held push is lost: chain and delay end here.
  mutating func dropHeld(_ slot: ItemSlot, _ reason: LogWord, at now: Instant) {
    censorDelay(of: slot, at: now)
    let item = remove(slot)
    drop(item.app, item.number, sent: item.sent, reason, at: now)
    journal.finish(item, .dropped, reason, at: now)
  }

  /// PUSH-6 and PUSH-7: what becomes of the app's held pushes when it dies, opens or runs.
  mutating func dropHeldPushes(_ app: AppIndex, _ reason: LogWord, at now: Instant) {
    while let slot = requests.firstPush(of: app) {
      dropHeld(slot, reason, at: now)
    }
  }

  mutating func deliverHeldPushes(_ app: AppIndex, _ how: LogWord, at now: Instant, _ c: inout Calendar) {
    while let slot = requests.firstPush(of: app) {
      let item = remove(slot)
      journal.observeDelay(item, at: now)
      deliver(app, item.number, how, latency: now - item.sent, at: now, &c)
      journal.finish(item, .delivered, how, at: now)
    }
  }

  mutating func deliver(
    _ app: AppIndex, _ item: ItemNumber, _ how: LogWord, latency: TimeSpan, at now: Instant,
    _ c: inout Calendar
  ) {
    note(.delivered, app: app, .push, how, item: item, value: latency.seconds, at: now)
    journal.count(.delivered, app, .push, at: now)
    pushDelivered = now
    requestDecision(at: now, &c)
  }

  mutating func coalesce(
    _ app: AppIndex, _ item: ItemNumber, sent: Instant, _ place: LogWord, by newer: ItemNumber,
    at now: Instant
  ) {
    note(
      .coalesced, app: app, .push, place, item: item, value: (now - sent).seconds, at: now,
      [.integer(.by, newer.rawValue)])
    journal.count(.coalesced, app, .push, at: now)
  }

  mutating func drop(_ app: AppIndex, _ item: ItemNumber, sent: Instant, _ reason: LogWord, at now: Instant) {
    note(.dropped, app: app, .push, reason, item: item, value: (now - sent).seconds, at: now)
    journal.count(.dropped, app, .push, at: now)
  }
}

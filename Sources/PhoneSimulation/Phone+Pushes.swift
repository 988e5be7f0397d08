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
    let stored = server.accept(
      .silent, app, item: takeItemNumber(), expires: now + life, pagingDelay: event.pagingDraw, at: now)
    note(
      .pushSent, app: app, .push, item: stored.item, value: life.seconds, at: now,
      [.integer(.priority, priority)])
    sendOrStore(stored, at: now, &c)
  }

  /// A push leaves at once for a device that can be reached.
  mutating func sendOrStore(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    if isReachable {
      travel(push, at: now, &c)
    } else {
      storeOrDrop(push, at: now, &c)
    }
  }

  /// No push finds a simulator (DBG-4).
  var isReachable: Bool { !powerState.isOff && network.isOnline && !isSimulator }

  /// PUSH-3: the server stores no push that has no life, or none left.
  mutating func storeOrDrop(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    if push.expires <= now {
      drop(push, .expired, at: now)
    } else {
      store(push, at: now, &c)
    }
  }

  /// PUSH-2: of an app's pushes of a kind the server keeps the newest, or a random one.
  private mutating func store(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    note(
      .stored, app: push.app, push.kind.mechanism, item: push.item, identifier: logIdentifier(of: push),
      at: now, [.instant(.until, push.expires)])
    let platform = configuration.platform
    var keepsNew = true
    if !platform.serverKeepsNewest, server.isFull(for: push, slots: platform.serverSlots) {
      let purpose: StreamPurpose =
        switch push.kind {
        case .silent: .pushes
        case .visible: .visiblePushes
        case .voip: .voipPushes
        }
      stream.seek(event: address(purpose, app: push.app, index: 1 << 24 + push.ordinal))
      keepsNew = !stream.bernoulli(0.5)
    }
    if let (lost, newer) = server.store(push.id, slots: platform.serverSlots, keepsNew: keepsNew) {
      coalesceAtServer(lost, by: newer, at: now)
    }
    // The expiry of a visible push is due whether it is kept or not.
    if keepsNew || push.kind != .silent, push.expires <= plan.end {
      c.schedule(push.expiry, at: push.expires, .expiry)
    }
  }

  private mutating func coalesceAtServer(_ lost: ServerPush, by newer: ServerPush, at now: Instant) {
    if let item = lost.item, let newer = newer.item {
      coalesce(lost.app, item, sent: lost.sent, .server, by: newer, at: now)
    } else {
      note(
        .coalesced, app: lost.app, .mode, .server, identifier: logIdentifier(of: lost),
        value: (now - lost.sent).seconds, at: now)
      journal.count(.coalesced, lost.app, .mode, at: now)
    }
  }

  /// Silent pushes are named by their item, the others by their kind.
  mutating func logIdentifier(of push: ServerPush) -> IdentifierIndex? {
    push.kind == .silent ? nil : intern(push.kind.name)
  }

  /// The device can be reached again: stored pushes come in order of app, silent ones first.
  mutating func serverReaches(at now: Instant, _ c: inout Calendar) {
    guard isReachable else { return }
    for isSilent in [true, false] where server.hasStored(silent: isSilent) {
      for app in apps.indices {
        while let push = server.takeStored(app, silent: isSilent) { travel(push, at: now, &c) }
      }
    }
  }

  /// A push leaves for a reachable device. On an idle cellular radio it waits for the paging cycle.
  private mutating func travel(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    if push.kind == .silent { journal.countTravelling(1, push.app) }
    let mustPage = network.path == .cellular && !power.radioIsHot
    let delay = mustPage ? TimeSpan.seconds(configuration.pagingCycle.seconds * push.pagingDelay) : .zero
    c.schedule(push.arrival, at: now + delay, .arrival)
  }

  /// A push reaches the device, if it can still be reached.
  mutating func pushArrives(_ id: PushID, at now: Instant, _ c: inout Calendar) {
    guard let push = server.arriving(id) else { return }
    if push.kind == .silent { journal.countTravelling(-1, push.app) }
    guard isReachable else {
      storeOrDrop(push, at: now, &c)
      return
    }
    if let item = push.item {
      silentPushArrives(push, item, at: now, &c)
    } else {
      alertArrives(push, at: now, &c)
    }
  }

  private mutating func silentPushArrives(
    _ push: ServerPush, _ item: ItemNumber, at now: Instant, _ c: inout Calendar
  ) {
    let app = push.app
    server.remove(push.id)
    guard let specification = specification(app) else { return }
    moveBytes(configuration.pushPayload, payer: EnergyPayer(app: app, cause: .push), at: now)
    if push.hasLife, push.expires <= now {
      drop(app, item, sent: push.sent, .expired, at: now)
      return
    }
    let isDeclared = specification.declarations.modes.contains(.remoteNotification)
    // PUSH-4 comes before every gate but the declaration.
    if processes[app].isExecuting, isDeclared {
      let how: LogWord = processes[app].isForeground ? .foreground : .joined
      deliver(app, item, how, latency: now - push.sent, at: now, &c)
      journal.observeImmediateDelivery(app, at: now)
      return
    }
    if let reason = loss(app, isDeclared: isDeclared) {
      drop(app, item, sent: push.sent, reason, at: now)
      return
    }
    hold(push, item, at: now, &c)
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
  private mutating func hold(
    _ push: ServerPush, _ number: ItemNumber, at now: Instant, _ c: inout Calendar
  ) {
    let app = push.app
    var item = WorkItem(
      number: number, app: app, mechanism: .push, origin: .push(push.number, sent: push.sent),
      identifier: context.pushIdentifier,
      submitted: now,
      floor: nil, open: now, deadline: now + configuration.platform.pushWindow, chainOpen: now,
      isObserved: isObserved(now), blockedSince: now)
    item.isEligible = true
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
  private func scheduleEnd(of push: ServerPush, at now: Instant, _ c: inout Calendar) {
    if push.hasLife {
      if push.expires <= plan.end { c.schedule(push.expiry, at: push.expires, .expiry) }
    } else if decisionClock.nextPoint(at: now) < plan.end {
      c.schedule(push.expiry, at: decisionClock.nextPoint(at: now) + .tick, .completion)
    } else {
      c.schedule(push.expiry, at: plan.end, .sampling)
    }
  }

  mutating func pushExpires(_ id: PushID, at now: Instant, _ c: inout Calendar) {
    if id.isSilent, let slot = requests.heldPush(id.number) {
      dropHeld(slot, .expired, at: now)
    } else if let push = server.stored(id) {
      drop(push, .expired, at: now)
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

  /// A push that has not reached the device's app or user is lost.
  mutating func drop(_ push: ServerPush, _ reason: LogWord, at now: Instant) {
    server.remove(push.id)
    if let item = push.item {
      drop(push.app, item, sent: push.sent, reason, at: now)
      return
    }
    note(
      .dropped, app: push.app, .mode, reason, identifier: logIdentifier(of: push),
      value: (now - push.sent).seconds, at: now, [.span(.age, now - push.sent)])
    journal.count(.dropped, push.app, .mode, at: now)
  }
}

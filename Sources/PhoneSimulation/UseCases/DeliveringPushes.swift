import AppLifecycle
import EventSimulation
import Workload

/// The end of a push: delivered to app or user, coalesced with a newer one, or dropped. Chapter PUSH, MODE-5.
extension Phone {
  /// The app has the pushes that wait for it, if there are any.
  @inline(__always)
  mutating func deliverHeldPushes(_ app: AppIndex, _ how: LogWord, at now: Instant, _ c: inout Calendar) {
    if requests.pushCount(of: app) > 0 { deliverAllHeld(app, how, at: now, &c) }
  }

  private mutating func deliverAllHeld(
    _ app: AppIndex, _ how: LogWord, at now: Instant, _ c: inout Calendar
  ) {
    while let slot = requests.firstPush(of: app) {
      let item = requests[slot]
      remove(slot)
      journal.items.endWait(item, .delivered, at: now)
      deliver(app, item.number, how, latency: now - item.sent, at: now, &c)
      journal.attempts.finish(item, .delivered, how, at: now, journal.identifiers)
    }
  }

  mutating func deliver(
    _ app: AppIndex, _ item: ItemNumber, _ how: LogWord, latency: TimeSpan, at now: Instant,
    _ c: inout Calendar
  ) {
    note(.delivered, app: app, .push, how, item: item, value: latency.seconds, at: now)
    journal.items.count(.delivered, app, .push, at: now)
    noteDelivery(at: now, &c)
  }

  /// The app's handler has the call.
  mutating func deliverCall(_ item: WorkItem, isJoined: Bool, at now: Instant, _ c: inout Calendar) {
    guard let push = item.call.flatMap({ server[$0] }) else { return }
    let how: LogWord =
      processes[item.app].isForeground ? .foreground : isJoined ? .joined : .launch
    deliver(push, how, at: now, &c)
  }

  mutating func deliver(
    _ push: ServerPush, _ word: LogWord, at now: Instant, _ c: inout Calendar
  ) {
    server.remove(push.id)
    note(
      .delivered, app: push.app, .mode, word, identifier: logIdentifier(of: push),
      value: (now - push.sent).seconds, at: now, [.span(.latency, now - push.sent)])
    journal.items.count(.delivered, push.app, .mode, at: now)
    noteDelivery(at: now, &c)
  }

  /// GATE-3: the arrival of a push is a decision point, its delivery only for a policy that decides at launches.
  private mutating func noteDelivery(at now: Instant, _ c: inout Calendar) {
    server.delivered(at: now)
    if policy.decidesAtLaunches { requestDecision(at: now, &c) }
  }

  mutating func coalesce(
    _ app: AppIndex, _ item: ItemNumber, sent: Instant, _ place: LogWord, by newer: ItemNumber,
    at now: Instant
  ) {
    note(
      .coalesced, app: app, .push, place, item: item, value: (now - sent).seconds, at: now,
      [.integer(.by, newer.rawValue)])
    journal.items.count(.coalesced, app, .push, at: now)
  }

  /// PUSH-6 and PUSH-7: what becomes of the app's held pushes when it dies, opens or runs.
  mutating func dropHeldPushes(_ app: AppIndex, _ reason: LogWord, at now: Instant) {
    while let slot = requests.firstPush(of: app) {
      dropHeld(slot, reason, at: now)
    }
  }

  /// A held push is lost: chain and delay end here.
  mutating func dropHeld(_ slot: ItemSlot, _ reason: LogWord, at now: Instant) {
    cutOffWait(of: slot, .lost, at: now)
    let item = requests[slot]
    remove(slot)
    drop(item.app, item.number, sent: item.sent, reason, at: now)
    journal.attempts.finish(item, .dropped, reason, at: now, journal.identifiers)
  }

  /// The app's process ended before the handler had the call.
  mutating func dropCall(_ item: WorkItem, _ reason: LogWord, at now: Instant) {
    guard let push = item.call.flatMap({ server[$0] }) else { return }
    drop(push, reason, at: now)
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
    journal.items.count(.dropped, push.app, .mode, at: now)
  }

  mutating func drop(_ app: AppIndex, _ item: ItemNumber, sent: Instant, _ reason: LogWord, at now: Instant) {
    note(.dropped, app: app, .push, reason, item: item, value: (now - sent).seconds, at: now)
    journal.items.count(.dropped, app, .push, at: now)
  }

  /// Silent pushes are named by their item, the others by their kind.
  mutating func logIdentifier(of push: ServerPush) -> IdentifierIndex? {
    push.kind == .silent ? nil : intern(push.kind.name)
  }
}

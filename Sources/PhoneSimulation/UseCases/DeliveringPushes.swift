import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// The end of a push: delivered to app or user, coalesced with a newer one, or dropped. Chapter PUSH, MODE-5, MODE-6.
extension Phone {
  mutating func deliverHeldPushes(_ app: AppIndex, _ how: LogWord, at now: Instant, _ c: inout Calendar) {
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
    // Of a launch for it, the run tells.
    if how != .launch { code.post(.pushed(run: nil), to: app) }
  }

  mutating func deliver(_ push: ServerPush, _ word: LogWord, at now: Instant, _ c: inout Calendar) {
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

  /// PUSH-6 and PUSH-7: what becomes of the app's held pushes when it dies, opens or runs.
  mutating func dropHeldPushes(_ app: AppIndex, _ reason: LogWord, at now: Instant) {
    while let slot = requests.firstPush(of: app) { dropHeld(slot, reason, at: now) }
  }

  mutating func dropHeld(_ slot: ItemSlot, _ reason: LogWord, at now: Instant) {
    cutOffWait(of: slot, .lost, at: now)
    let item = requests[slot]
    remove(slot)
    drop(item.app, item.number, sent: item.sent, reason, at: now)
    journal.attempts.finish(item, .dropped, reason, at: now, journal.identifiers)
  }

  mutating func drop(_ push: ServerPush, _ reason: LogWord, at now: Instant) {
    server.remove(push.id)
    for half in push.halves {
      if let item = half.item {
        drop(half.app, item, sent: half.sent, reason, at: now)
        continue
      }
      note(
        .dropped, app: half.app, .mode, reason, identifier: logIdentifier(of: half),
        value: (now - half.sent).seconds, at: now, [.span(.age, now - half.sent)])
      journal.items.count(.dropped, half.app, .mode, at: now)
    }
  }

  mutating func drop(_ app: AppIndex, _ item: ItemNumber, sent: Instant, _ reason: LogWord, at now: Instant) {
    note(.dropped, app: app, .push, reason, item: item, value: (now - sent).seconds, at: now)
    journal.items.count(.dropped, app, .push, at: now)
  }

  mutating func logIdentifier(of push: ServerPush) -> IdentifierIndex? {
    push.kind == .silent ? nil : intern(push.kind.rawValue)
  }

  // MARK: The notification service extension, which may change a visible push before the user sees it

  /// MODE-6: the extension may change the content in a process of its own.
  mutating func notificationArrives(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    let payer = EnergyPayer(app: push.app, cause: .notification)
    moveBytes(configuration.device.notificationBytes, payer: payer, at: now)
    guard let service = specification(push.app)?.visiblePushes?.serviceExtension else {
      return show(push, .original, at: now, &c)
    }
    guard service.memoryBytes <= platform.extensionMemoryLimitBytes else {
      note(.terminated, app: push.app, .mode, .memoryPressure, identifier: intern("extension"), at: now)
      show(push, .original, at: now, &c)
      return
    }
    stream.seek(event: address(.extensionWork, app: push.app, index: push.ordinal))
    let needed = TimeSpan.seconds(max(0, service.duration.sample(stream)))
    let limit = platform.extensionRuntimeLimit
    let duration = min(needed, limit)
    let speed = configuration.device.efficiencyCore.speed
    let cpu = min(.seconds(max(0, service.cpu.sample(stream)) / speed), duration)
    let holder = holdAwake(payer, account: nil, at: now)
    var processor: (claim: ClaimID, timer: EventHandle)?
    if cpu > .zero {
      let claim = power.begin(
        .processor, payer: payer, microwatts: configuration.device.efficiencyCore.microwatts, at: now)
      let timer = c.schedule(PhoneEvent(.extensionProcessorEnd, push.number), at: now + cpu, .completion)
      processor = (claim, timer)
    }
    let isLate = needed > limit
    let end = c.schedule(
      PhoneEvent(.extensionEnd, push.number), at: now + duration, isLate ? .expiry : .completion)
    server.beginExtension(
      ExtensionRun(push: push.id, isLate: isLate, holder: holder, processor: processor, end: end))
  }

  mutating func endExtension(of id: PushID, at now: Instant, _ c: inout Calendar) {
    guard let push = server[id], let run = server.endExtension(id) else { return }
    if run.isLate {
      note(
        .expired, app: push.app, .mode, .timeLimit, identifier: intern("extension"), at: now,
        [.text(.handler, "set")])
    }
    endProcessor(of: run, at: now, &c)
    // The screen lights up before the platform could fall asleep again: one wake-up for both.
    show(push, run.isLate ? .original : .modified, at: now, &c)
    power.releaseAwake(run.holder, at: now)
  }

  /// Reboot or power-off: notifications that an extension still holds are lost with it.
  mutating func endExtensions(at now: Instant, _ c: inout Calendar) {
    while let id = server.firstInExtension, let run = server.endExtension(id) {
      _ = c.cancel(run.end)
      endProcessor(of: run, at: now, &c)
      power.releaseAwake(run.holder, at: now)
      if let push = server[id] { drop(push, .processKilled, at: now) }
    }
  }

  private mutating func endProcessor(of run: ExtensionRun, at now: Instant, _ c: inout Calendar) {
    guard let processor = run.processor else { return }
    _ = c.cancel(processor.timer)
    power.end(processor.claim, at: now)
  }

  private mutating func show(_ push: ServerPush, _ content: LogWord, at now: Instant, _ c: inout Calendar) {
    usage.notice(push.app, at: now)
    lightLockScreen(EnergyPayer(app: push.app, cause: .notification), at: now, &c)
    deliver(push, content, at: now, &c)
  }
}

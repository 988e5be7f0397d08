import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// Visible and VoIP pushes from the server to user or app: rules PUSH-11, MODE-5 and MODE-6.
///
/// They touch neither hold slot nor tokens nor budgets, and no switch stops them (QUIT-6). A phone out of reach
/// leaves them at the server by PUSH-2 and PUSH-3, one for each app and kind of push, so that visible pushes do
/// not displace silent ones.
extension Phone {
  /// A server accepts a push.
  mutating func serverSends(
    _ kind: ServerPush.Kind, _ event: TimelineEvent, at now: Instant, _ c: inout Calendar
  ) {
    let app = AppIndex(event.app)
    let isSending =
      switch kind {
      case .silent: false
      case .visible: specification(app)?.visiblePushes != nil
      case .voip: specification(app)?.voipPushes != nil
      }
    guard isSending else { return }
    let longest = configuration.platform.pushMaximumStorage
    let life = event.value < 0 ? longest : min(.seconds(event.value), longest)
    note(
      .pushSent, app: app, .mode, identifier: intern(kind.name), value: event.value, at: now,
      [.integer(.priority, 10), .instant(.expiration, now + life)])
    journal.count(.sent, app, .mode, at: now)
    let push = server.accept(
      kind, app, expires: now + life, pagingDelay: event.pagingDraw, at: now)
    sendOrStore(push, at: now, &c)
  }

  mutating func handleAlert(
    _ event: PhoneEvent.Alert, _ number: PushNumber, at now: Instant, _ c: inout Calendar
  ) {
    let push = PushID.alert(number)
    switch event {
    case .arrival: pushArrives(push, at: now, &c)
    case .expiry: pushExpires(push, at: now, &c)
    case .extensionProcessorEnd:
      if let claim = server.endExtensionProcessor(push) { power.end(claim, at: now) }
    case .extensionEnd: endExtension(of: push, at: now, &c)
    }
  }

  // MARK: At the device

  /// A visible or VoIP push has reached the device.
  mutating func alertArrives(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    let isVisible = push.kind == .visible
    if push.hasLife, push.expires <= now {
      moveBytes(
        isVisible ? configuration.notificationPayload : configuration.pushPayload,
        payer: EnergyPayer(app: push.app, cause: isVisible ? .notification : .mode), at: now)
      drop(push, .expired, at: now)
    } else if isVisible {
      notificationArrives(push, at: now, &c)
    } else {
      callArrives(push, at: now, &c)
    }
  }

  /// MODE-5: a call starts the app, unless the app has left too many unreported.
  private mutating func callArrives(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    let app = push.app
    moveBytes(configuration.pushPayload, payer: EnergyPayer(app: app, cause: .mode), at: now)
    guard specification(app)?.declarations.modes.contains(.voip) == true else {
      drop(push, .modeMissing, at: now)
      return
    }
    guard modes.missedCalls(app) < configuration.platform.voipMissLimit else {
      drop(push, .voipStopped, at: now)
      return
    }
    server.beginLaunch(push.id)
    start(app, .voip, call: push, at: now, &c)
  }

  /// The app's handler has the call.
  mutating func deliverCall(_ item: WorkItem, isJoined: Bool, at now: Instant, _ c: inout Calendar) {
    guard let push = item.call.flatMap({ server[$0] }) else { return }
    let how: LogWord =
      processes[item.app].isForeground ? .foreground : isJoined ? .joined : .launch
    deliver(push, how, at: now, &c)
  }

  /// The app's process ended before the handler had the call.
  mutating func dropCall(_ item: WorkItem, _ reason: LogWord, at now: Instant) {
    guard let push = item.call.flatMap({ server[$0] }) else { return }
    drop(push, reason, at: now)
  }

  // MARK: The notification service extension

  /// MODE-6: the extension may change the content in a process of its own.
  private mutating func notificationArrives(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    let payer = EnergyPayer(app: push.app, cause: .notification)
    moveBytes(configuration.notificationPayload, payer: payer, at: now)
    guard let service = specification(push.app)?.visiblePushes?.serviceExtension else {
      show(push, .original, at: now, &c)
      return
    }
    guard service.memoryBytes <= configuration.platform.extensionMemoryLimitBytes else {
      note(
        .terminated, app: push.app, .mode, .memoryPressure, identifier: intern("extension"), at: now)
      show(push, .original, at: now, &c)
      return
    }
    stream.seek(event: address(.extensionWork, app: push.app, index: push.ordinal))
    let needed = TimeSpan.seconds(max(0, service.duration.sample(stream)))
    let limit = configuration.platform.extensionRuntimeLimit
    let duration = min(needed, limit)
    let cpu = min(.seconds(max(0, service.cpu.sample(stream))), duration)
    let holder = holdAwake(payer, account: nil, at: now)
    var processor: (claim: ClaimID, timer: EventHandle)?
    if cpu > .zero {
      let claim = power.begin(
        .processor, payer: payer, microwatts: configuration.efficiencyCore, at: now)
      let timer = c.schedule(.alert(.extensionProcessorEnd, push.number), at: now + cpu, .completion)
      processor = (claim, timer)
    }
    let isLate = needed > limit
    let end = c.schedule(
      .alert(.extensionEnd, push.number), at: now + duration, isLate ? .expiry : .completion)
    server.beginExtension(
      ExtensionRun(push: push.id, isLate: isLate, holder: holder, processor: processor, end: end))
  }

  /// In time with changed content, or stopped at its limit and the original is shown.
  private mutating func endExtension(of id: PushID, at now: Instant, _ c: inout Calendar) {
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

  private mutating func endProcessor(of run: ExtensionRun, at now: Instant, _ c: inout Calendar) {
    guard let processor = run.processor else { return }
    _ = c.cancel(processor.timer)
    power.end(processor.claim, at: now)
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

  /// The user sees the notification.
  private mutating func show(
    _ push: ServerPush, _ content: LogWord, at now: Instant, _ c: inout Calendar
  ) {
    lightLockScreen(EnergyPayer(app: push.app, cause: .notification), at: now, &c)
    deliver(push, content, at: now, &c)
  }

  private mutating func deliver(
    _ push: ServerPush, _ word: LogWord, at now: Instant, _ c: inout Calendar
  ) {
    server.remove(push.id)
    note(
      .delivered, app: push.app, .mode, word, identifier: logIdentifier(of: push),
      value: (now - push.sent).seconds, at: now, [.span(.latency, now - push.sent)])
    journal.count(.delivered, push.app, .mode, at: now)
    pushDelivered = now
    requestDecision(at: now, &c)
  }
}

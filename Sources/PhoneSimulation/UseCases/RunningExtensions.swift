import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// The notification service extension, which may change a visible push before the user sees it: MODE-6.
extension Phone {
  /// MODE-6: the extension may change the content in a process of its own.
  mutating func notificationArrives(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
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
    let speed = configuration.efficiencyCore.speed
    let cpu = min(.seconds(max(0, service.cpu.sample(stream)) / speed), duration)
    let holder = holdAwake(payer, account: nil, at: now)
    var processor: (claim: ClaimID, timer: EventHandle)?
    if cpu > .zero {
      let claim = power.begin(
        .processor, payer: payer, microwatts: configuration.efficiencyCore.microwatts, at: now)
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

  /// The user sees the notification.
  private mutating func show(
    _ push: ServerPush, _ content: LogWord, at now: Instant, _ c: inout Calendar
  ) {
    lightLockScreen(EnergyPayer(app: push.app, cause: .notification), at: now, &c)
    deliver(push, content, at: now, &c)
  }
}

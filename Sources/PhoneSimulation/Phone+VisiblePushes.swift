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
    _ kind: Alert.Kind, _ event: TimelineEvent, at now: Instant, _ c: inout Calendar
  ) {
    let app = AppIndex(event.app)
    let isSending =
      switch kind {
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
    let ordinal = modes.takePushOrdinal(app, kind)
    alerts.append(
      Alert(
        number: PushNumber(nextAlert), app: app, kind: kind, place: .stored, ordinal: ordinal, sent: now,
        expires: now + life, pagingDelay: event.pagingDraw))
    nextAlert += 1
    if isReachable {
      send(alerts.count - 1, at: now, &c)
    } else {
      storeOrDrop(at: alerts.count - 1, at: now, &c)
    }
  }

  mutating func handleAlert(
    _ event: PhoneEvent.Alert, _ number: PushNumber, at now: Instant, _ c: inout Calendar
  ) {
    guard let index = alerts.firstIndex(where: { $0.number == number }) else { return }
    switch event {
    case .arrival: alertArrives(at: index, at: now, &c)
    case .expiry: if alerts[index].place == .stored { drop(at: index, .expired, at: now) }
    case .extensionProcessorEnd: endExtensionProcessor(at: index, at: now)
    case .extensionEnd: endExtension(at: index, at: now, &c)
    }
  }

  // MARK: At the server

  /// PUSH-3: the server stores no push that has no life, or none left.
  private mutating func storeOrDrop(at index: Int, at now: Instant, _ c: inout Calendar) {
    if alerts[index].expires <= now {
      drop(at: index, .expired, at: now)
    } else {
      store(at: index, at: now, &c)
    }
  }

  /// PUSH-2: of an app's pushes of a kind the server keeps the newest, or a random one.
  private mutating func store(at index: Int, at now: Instant, _ c: inout Calendar) {
    alerts[index].place = .stored
    let new = alerts[index]
    note(
      .stored, app: new.app, .mode, identifier: intern(new.kind.name), at: now,
      [.instant(.until, new.expires)])
    let others = alerts.indices.filter {
      $0 != index && alerts[$0].app == new.app && alerts[$0].kind == new.kind && alerts[$0].place == .stored
    }
    if new.expires <= plan.end { c.schedule(.alert(.expiry, new.number), at: new.expires, .expiry) }
    guard others.count >= configuration.platform.serverSlots, let oldest = others.first else { return }
    var victim = oldest
    if !configuration.platform.serverKeepsNewest {
      let purpose: StreamPurpose = new.kind == .voip ? .voipPushes : .visiblePushes
      stream.seek(event: address(purpose, app: new.app, index: 1 << 24 + new.ordinal))
      if stream.bernoulli(0.5) { victim = index }
    }
    let lost = remove(alertAt: victim)
    note(
      .coalesced, app: lost.app, .mode, .server, identifier: intern(lost.kind.name),
      value: (now - lost.sent).seconds, at: now)
    journal.count(.coalesced, lost.app, .mode, at: now)
  }

  /// The device can be reached again: what is stored comes in order of app, after the silent pushes.
  mutating func sendStoredAlerts(at now: Instant, _ c: inout Calendar) {
    guard isReachable, !alerts.isEmpty else { return }
    for app in apps.indices {
      for index in alerts.indices where alerts[index].app == app && alerts[index].place == .stored {
        send(index, at: now, &c)
      }
    }
  }

  private mutating func send(_ index: Int, at now: Instant, _ c: inout Calendar) {
    alerts[index].place = .travelling
    let mustPage = network.path == .cellular && !power.radioIsHot
    let delay =
      mustPage ? TimeSpan.seconds(configuration.pagingCycle.seconds * alerts[index].pagingDelay) : .zero
    c.schedule(.alert(.arrival, alerts[index].number), at: now + delay, .arrival)
  }

  // MARK: At the device

  private mutating func alertArrives(at index: Int, at now: Instant, _ c: inout Calendar) {
    guard alerts[index].place == .travelling else { return }
    guard isReachable else {
      storeOrDrop(at: index, at: now, &c)
      return
    }
    if alerts[index].hasLife, alerts[index].expires <= now {
      let cause: EnergyCause = alerts[index].kind == .visible ? .notification : .mode
      moveBytes(
        alerts[index].kind == .visible ? configuration.notificationPayload : configuration.pushPayload,
        payer: EnergyPayer(app: alerts[index].app, cause: cause), at: now)
      drop(at: index, .expired, at: now)
      return
    }
    switch alerts[index].kind {
    case .visible: notificationArrives(at: index, at: now, &c)
    case .voip: callArrives(at: index, at: now, &c)
    }
  }

  /// MODE-5: a call starts the app, unless the app has left too many unreported.
  private mutating func callArrives(at index: Int, at now: Instant, _ c: inout Calendar) {
    let app = alerts[index].app
    moveBytes(configuration.pushPayload, payer: EnergyPayer(app: app, cause: .mode), at: now)
    guard specification(app)?.declarations.modes.contains(.voip) == true else {
      drop(at: index, .modeMissing, at: now)
      return
    }
    guard modes.missedCalls(app) < configuration.platform.voipMissLimit else {
      drop(at: index, .voipStopped, at: now)
      return
    }
    alerts[index].place = .launching
    start(app, .voip, alert: alerts[index], at: now, &c)
  }

  /// The app's handler has the call.
  mutating func deliverCall(_ item: Item, isJoined: Bool, at now: Instant, _ c: inout Calendar) {
    guard let index = alerts.firstIndex(where: { $0.number == item.alert }) else { return }
    let how: LogWord =
      processes[item.app].isForeground ? .foreground : isJoined ? .joined : .launch
    deliver(remove(alertAt: index), how, at: now, &c)
  }

  /// The app's process ended before the handler had the call.
  mutating func dropCall(_ item: Item, _ reason: LogWord, at now: Instant) {
    guard let index = alerts.firstIndex(where: { $0.number == item.alert }) else { return }
    drop(at: index, reason, at: now)
  }

  // MARK: The notification service extension

  /// MODE-6: the extension may change the content in a process of its own.
  private mutating func notificationArrives(at index: Int, at now: Instant, _ c: inout Calendar) {
    let alert = alerts[index]
    let payer = EnergyPayer(app: alert.app, cause: .notification)
    moveBytes(configuration.notificationPayload, payer: payer, at: now)
    guard let service = specification(alert.app)?.visiblePushes?.serviceExtension else {
      show(at: index, .original, at: now, &c)
      return
    }
    guard service.memoryBytes <= configuration.platform.extensionMemoryLimitBytes else {
      note(
        .terminated, app: alert.app, .mode, .memoryPressure, identifier: intern("extension"), at: now)
      show(at: index, .original, at: now, &c)
      return
    }
    stream.seek(event: address(.extensionWork, app: alert.app, index: alert.ordinal))
    let needed = TimeSpan.seconds(max(0, service.duration.sample(stream)))
    let limit = configuration.platform.extensionRuntimeLimit
    let duration = min(needed, limit)
    let cpu = min(.seconds(max(0, service.cpu.sample(stream))), duration)
    alerts[index].place = .inExtension
    alerts[index].isLate = needed > limit
    alerts[index].holder = holdAwake(payer, account: nil, at: now)
    if cpu > .zero {
      alerts[index].processor = power.begin(
        .processor, payer: payer, microwatts: configuration.efficiencyCore, at: now)
      alerts[index].processorTimer = c.schedule(
        .alert(.extensionProcessorEnd, alert.number), at: now + cpu, .completion)
    }
    alerts[index].endTimer = c.schedule(
      .alert(.extensionEnd, alert.number), at: now + duration, needed > limit ? .expiry : .completion)
  }

  private mutating func endExtensionProcessor(at index: Int, at now: Instant) {
    if let claim = alerts[index].processor { power.end(claim, at: now) }
    alerts[index].processor = nil
    alerts[index].processorTimer = nil
  }

  /// In time with changed content, or stopped at its limit and the original is shown.
  private mutating func endExtension(at index: Int, at now: Instant, _ c: inout Calendar) {
    let isLate = alerts[index].isLate
    if isLate {
      note(
        .expired, app: alerts[index].app, .mode, .timeLimit, identifier: intern("extension"), at: now,
        [.text(.handler, "set")])
    }
    alerts[index].endTimer = nil
    // The screen lights up before the platform could fall asleep again: one wake-up for both.
    let holder = alerts[index].holder
    alerts[index].holder = nil
    stopExtension(at: index, at: now, &c)
    show(at: index, isLate ? .original : .modified, at: now, &c)
    if let holder { power.releaseAwake(holder, at: now) }
  }

  private mutating func stopExtension(at index: Int, at now: Instant, _ c: inout Calendar) {
    for timer in [alerts[index].processorTimer, alerts[index].endTimer] {
      if let timer { _ = c.cancel(timer) }
    }
    endExtensionProcessor(at: index, at: now)
    if let holder = alerts[index].holder { power.releaseAwake(holder, at: now) }
    alerts[index].holder = nil
  }

  /// Reboot or power-off: notifications that an extension still holds are lost with it.
  mutating func endExtensions(at now: Instant, _ c: inout Calendar) {
    while let index = alerts.firstIndex(where: { $0.place == .inExtension }) {
      stopExtension(at: index, at: now, &c)
      drop(at: index, .processKilled, at: now)
    }
  }

  /// The user sees the notification.
  private mutating func show(at index: Int, _ content: LogWord, at now: Instant, _ c: inout Calendar) {
    let alert = remove(alertAt: index)
    lightLockScreen(EnergyPayer(app: alert.app, cause: .notification), at: now, &c)
    deliver(alert, content, at: now, &c)
  }

  // MARK: Books

  private mutating func remove(alertAt index: Int) -> Alert { alerts.remove(at: index) }

  private mutating func deliver(
    _ alert: Alert, _ word: LogWord, at now: Instant, _ c: inout Calendar
  ) {
    note(
      .delivered, app: alert.app, .mode, word, identifier: intern(alert.kind.name),
      value: (now - alert.sent).seconds, at: now,
      [.span(.latency, now - alert.sent)])
    journal.count(.delivered, alert.app, .mode, at: now)
    pushDelivered = now
    requestDecision(at: now, &c)
  }

  private mutating func drop(at index: Int, _ reason: LogWord, at now: Instant) {
    let alert = remove(alertAt: index)
    note(
      .dropped, app: alert.app, .mode, reason, identifier: intern(alert.kind.name),
      value: (now - alert.sent).seconds, at: now, [.span(.age, now - alert.sent)])
    journal.count(.dropped, alert.app, .mode, at: now)
  }
}

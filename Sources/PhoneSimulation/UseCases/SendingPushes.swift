import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// Pushes at the server: sent, stored, and on their way to the device. Chapter PUSH.
///
/// Visible and VoIP pushes touch neither hold slot nor tokens nor budgets, and no switch stops them (QUIT-6). A
/// phone out of reach leaves all pushes at the server by PUSH-2 and PUSH-3, one for each app; visible and silent
/// pushes displace each other unless `push.serverSlotsShared` is off, calls have places of their own.
extension Phone {
  /// A silent push that expires at an age in seconds, nil for the longest storage, and has a priority, nil for its app's;
  /// the paging delay follows from a uniform number.
  mutating func serverSends(
    _ app: AppIndex, expiration: Double?, priority: Int?, paging: Double, at now: Instant, _ c: inout Calendar
  ) {
    guard let push = specification(app)?.pushTraits else { return }
    let priority = priority ?? push.priority
    if push.isWakingAlert, platform.alertsWake {
      return send(.visible, app, expiration, priority, wakes: true, paging: paging, at: now, &c)
    }
    guard priority <= 5 else {
      return journal.reject(app, .push, .badPriority, at: now, [.integer(.priority, priority)])
    }
    guard push.isWellFormed else { return journal.reject(app, .push, .badPayload, at: now) }
    journal.items.count(.sent, app, .push, at: now)
    let life = life(expiration)
    let stored = server.accept(
      .silent, app, item: requests.takeNumber(), expires: now + life, pagingDelay: paging, at: now)
    note(
      .pushSent, app: app, .push, item: stored.item, value: life.seconds, at: now,
      [.integer(.priority, priority)])
    sendOrStore(stored, at: now, &c)
  }

  private func life(_ expiration: Double?) -> TimeSpan {
    let longest = platform.pushMaximumStorage
    return expiration.map { min(.seconds($0), longest) } ?? longest
  }

  mutating func serverSends(
    _ kind: ServerPush.Kind, _ app: AppIndex, expiration: Double?, paging: Double, at now: Instant,
    _ c: inout Calendar
  ) {
    let isSending =
      switch kind {
      case .silent: false
      case .visible: specification(app)?.visiblePushes != nil
      case .voip: specification(app)?.voipPushes != nil
      }
    guard isSending else { return }
    let wakes = kind == .visible && specification(app)?.visiblePushes?.launches != nil
    if wakes, !platform.alertsWake {
      return journal.reject(app, .push, .badPriority, at: now, [.integer(.priority, 10)])
    }
    send(kind, app, expiration, 10, wakes: wakes, paging: paging, at: now, &c)
  }

  /// Sends a push that the user sees or hears; one that wakes its app counts as an alert and as a silent push (LOG-2).
  private mutating func send(
    _ kind: ServerPush.Kind, _ app: AppIndex, _ expiration: Double?, _ priority: Int, wakes: Bool,
    paging: Double, at now: Instant, _ c: inout Calendar
  ) {
    let life = life(expiration)
    note(
      .pushSent, app: app, .mode, identifier: intern(kind.rawValue), value: expiration ?? -1, at: now,
      [.integer(.priority, priority), .instant(.expiration, now + life)])
    journal.items.count(.sent, app, .mode, at: now)
    let item = wakes ? requests.takeNumber() : nil
    if wakes {
      note(
        .pushSent, app: app, .push, item: item, value: life.seconds, at: now,
        [.integer(.priority, priority)])
      journal.items.count(.sent, app, .push, at: now)
    }
    let push = server.accept(kind, app, item: item, expires: now + life, pagingDelay: paging, at: now)
    sendOrStore(push, at: now, &c)
  }

  @inline(__always)
  private mutating func sendOrStore(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    if isReachable { travel(push, at: now, &c) } else { storeOrDrop(push, at: now, &c) }
  }

  /// PUSH-3: the server stores no push that has no life, or none left.
  mutating func storeOrDrop(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    if push.expires <= now { drop(push, .expired, at: now) } else { store(push, at: now, &c) }
  }

  /// PUSH-2: of an app's pushes of a kind the server keeps the newest, or a random one.
  private mutating func store(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    for half in push.halves {
      note(
        .stored, app: half.app, half.kind.mechanism, item: half.item, identifier: logIdentifier(of: half),
        at: now, [.instant(.until, half.expires)])
    }
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
    if server.stored(push.id) != nil, push.expires <= plan.end {
      server.setExpiry(of: push.id, c.schedule(push.expiry, at: push.expires, .expiry))
    }
  }

  private mutating func coalesceAtServer(_ lost: ServerPush, by newer: ServerPush, at now: Instant) {
    // A visible push has no number of an item: its kind stands for it.
    let by = newer.item.map { LogField.integer(.by, $0.rawValue) } ?? .text(.by, newer.kind.rawValue)
    for half in lost.halves {
      note(
        .coalesced, app: half.app, half.kind.mechanism, .server, item: half.item,
        identifier: logIdentifier(of: half), value: (now - half.sent).seconds, at: now,
        lost.item != nil || newer.item != nil ? [by] : [])
      journal.items.count(.coalesced, half.app, half.kind.mechanism, at: now)
    }
  }

  /// The device can be reached again: stored pushes come in order of app, silent ones first.
  mutating func serverReaches(at now: Instant, _ c: inout Calendar) {
    guard isReachable else { return }
    for isSilent in [true, false] {
      for app in apps.indices {
        while let push = server.takeStored(app, silent: isSilent) { travel(push, at: now, &c) }
      }
    }
  }

  /// A push leaves for a reachable device. On an idle cellular radio it waits for the paging cycle.
  private mutating func travel(_ push: ServerPush, at now: Instant, _ c: inout Calendar) {
    if push.item != nil { journal.items.countTravelling(1, push.app) }
    let mustPage = network.path == .cellular ? !power.readRadioIsHot() : false
    let delay =
      mustPage ? TimeSpan.seconds(configuration.device.pagingCycle.seconds * push.pagingDelay) : .zero
    c.schedule(push.arrival, at: now + delay, .arrival)
  }

  mutating func pushExpires(_ id: PushID, at now: Instant) {
    if id.isSilent, let slot = requests.heldPush(id.number) {
      dropHeld(slot, .expired, at: now)
    } else if let push = server.stored(id) {
      drop(push, .expired, at: now)
    }
  }
}

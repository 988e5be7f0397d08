import EventSimulation
import RandomStreams
import Workload

struct LeverReplay {
  let explainer: Explainer
  let app: Int
  let series: String?

  /// The replay with a lever; nil where the lever does not apply, for example a floor to an app without one.
  func with(_ lever: Lever) -> DeviceReplay? {
    let replay = explainer.replay
    guard let index = replay.plan.apps[app].specification else { return nil }
    var (study, plan) = (replay.study, replay.plan)
    guard change(&study.apps[index], &plan, lever) else { return nil }
    return DeviceReplay(replay, study: study, plan: plan)
  }

  private func change(_ app: inout AppSpecification, _ plan: inout DevicePlan, _ lever: Lever) -> Bool {
    switch lever.kind {
    case .namesRight:
      let refusals = explainer.refusals(app: Int32(self.app), series: series)
      guard refusals.contains(where: { $0.reason == "notPermitted" }) else { return false }
      app.quality.spelling = .exact
      app.declarations.permittedIdentifiers = nil
      app.declarations.modes = .all
    case .submitWhenNone: return withdraw(&app.quality.rearmsAtExit)
    case .checkpoints:
      guard app.quality.checkpointInterval == nil, !app.tasks.isEmpty else { return false }
      app.quality.checkpointInterval = .seconds(5)
    case .moreProgress:
      guard app.quality.progressInterval.map({ $0 > .seconds(1) }) ?? true else { return false }
      app.quality.progressInterval = .seconds(1)
    case .fetchAtOpen:
      guard app.content.process != .none, !app.content.fetchOnOpen else { return false }
      app.content.fetchOnOpen = true
    case .pushInsteadOfRefresh, .pushPerChange, .morePushes, .fewerPushes, .noPushes:
      return changePushes(&app, &plan, lever)
    case .noTransfers, .halfTransfers, .wifiTransfers, .discretionaryTransfers, .frontTransfers:
      return changeTransfers(&app, lever)
    case .lessWork where lever.subject == "push":
      guard let work = app.pushes?.work else { return false }
      app.pushes?.work = work.halved
    case .lessWork, .shorterFloor, .longerFloor, .withoutExternalPower, .withoutNetwork, .oneIdentifier:
      return changeTask(&app, lever)
    case .refreshOn:
      let conditions = DeviceConditions(explainer.result, app: Int32(self.app), plan: plan)
      guard conditions.refreshOff > .zero || conditions.appRefreshOff > .zero else { return false }
      switchRefreshOn(&plan)
    case .opensDaily: return openDaily(&plan)
    }
    return true
  }

  private func withdraw(_ flag: inout Bool) -> Bool {
    defer { flag = false }
    return flag
  }

  private func changeTask(_ app: inout AppSpecification, _ lever: Lever) -> Bool {
    guard let place = app.tasks.firstIndex(where: { $0.identifier == lever.subject }) else { return false }
    func scale(_ scale: (TimeSpan) -> TimeSpan) -> Bool {
      guard case .after(let floor)? = app.tasks[place].floor, floor > .zero else { return false }
      app.tasks[place].floor = .after(scale(floor))
      return true
    }
    switch lever.kind {
    case .shorterFloor: return scale { $0 / 2 }
    case .longerFloor: return scale { $0 * 2 }
    case .withoutExternalPower: return withdraw(&app.tasks[place].requiresExternalPower)
    case .withoutNetwork: return withdraw(&app.tasks[place].requiresNetworkConnectivity)
    case .oneIdentifier:
      // The first refresh task of an app stays, and does the work of the others.
      guard app.tasks.firstIndex(where: { $0.mechanism == .refresh }) != place else { return false }
      withhold(lever.subject, &app)
    default: app.tasks[place].work = app.tasks[place].work.halved
    }
    return true
  }

  /// A task that is never submitted; it stays, so that others keep their places.
  private func withhold(_ identifier: String, _ app: inout AppSpecification) {
    for place in app.tasks.indices {
      if app.tasks[place].identifier == identifier { app.tasks[place].submitsAtFirstLaunch = false }
      app.tasks[place].alsoSubmits.removeAll { $0.task == identifier }
    }
  }

  private func changeTransfers(_ app: inout AppSpecification, _ lever: Lever) -> Bool {
    guard let place = app.transfers.firstIndex(where: { $0.session == lever.subject }) else { return false }
    let old = app.transfers[place]
    let isScripted = old.trigger == .script
    switch lever.kind {
    case .noTransfers: app.transfers[place].files = 0
    case .halfTransfers:
      app.transfers[place].up = old.up.times(0.5)
      app.transfers[place].down = old.down.times(0.5)
    case .wifiTransfers:
      guard old.allowsCellular else { return false }
      app.transfers[place].allowsCellular = false
    case .discretionaryTransfers:
      // What is created in the background is discretionary in any case.
      guard !old.isDiscretionary, old.trigger == .open || isScripted else { return false }
      app.transfers[place].isDiscretionary = true
    default:
      guard old.isDiscretionary || old.trigger != .open, !isScripted else { return false }
      app.transfers[place].isDiscretionary = false
      app.transfers[place].trigger = .open
    }
    return true
  }

  /// Paging delays of new pushes are spread evenly by the golden ratio, so that no random stream is disturbed.
  private func changePushes(_ app: inout AppSpecification, _ plan: inout DevicePlan, _ lever: Lever) -> Bool {
    let own = self.app
    func isPush(_ event: TimelineEvent) -> Bool { event.type == .pushSent && event.kind.app == own }
    let sent = plan.timeline.events.filter(isPush)
    let changes = plan.timeline.events.filter { $0.kind == .contentChange(app: own) }.map(\.time)
    let work =
      app.pushes?.work ?? app.tasks.first { $0.identifier == lever.subject || $0.mechanism == .refresh }?.work
    var kept: [TimelineEvent] = []
    var times: [Instant] = []
    switch lever.kind {
    case .pushInsteadOfRefresh, .pushPerChange:
      guard app.pushes?.trigger != .contentChange, let work, !changes.isEmpty else { return false }
      if lever.kind == .pushInsteadOfRefresh {
        guard app.pushes == nil else { return false }
        withhold(lever.subject, &app)
      }
      app.declarations.modes.formUnion(.remoteNotification)
      app.pushes = PushSpecification(trigger: .contentChange, expiration: .day, work: work)
      times = changes
    case .morePushes:
      guard sent.count > 1 else { return false }
      kept = sent
      times = zip(sent, sent.dropFirst()).map { $0.time + ($1.time - $0.time) / 2 }
    case .fewerPushes:
      guard sent.count > 1 else { return false }
      kept = sent.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    default: guard !sent.isEmpty else { return false }
    }
    let expiration = app.pushes?.expiration?.seconds
    var timeline = TimelineBuilder()
    timeline.append(contentsOf: plan.timeline.events.filter { !isPush($0) } + kept)
    for (ordinal, time) in times.enumerated() {
      let position = Double(ordinal + 1) * 0.618_033_988_7
      timeline.append(
        .pushSent(
          app: own, expiration: expiration, priority: nil, paging: position - position.rounded(.down)),
        at: time)
    }
    plan.timeline = timeline.finish()
    return true
  }

  private func switchRefreshOn(_ plan: inout DevicePlan) {
    let own = app
    if plan.initial.backgroundRefresh == 0 { plan.initial.backgroundRefresh = 2 }
    plan.initial.appsRefreshOff.removeAll { $0 == own }
    plan.timeline = ExogenousTimeline(
      plan.timeline.events.filter { event in
        switch event.kind {
        case .setting(.backgroundRefresh, _, let value): value >= 1 && value <= 2
        case .setting(.appRefresh, .some(own), let value): value == 1
        default: true
        }
      })
  }

  /// On each day without an open the user opens the app for a minute, in the first pause; none on a day without one.
  private func openDaily(_ plan: inout DevicePlan) -> Bool {
    let own = app
    var opened: Set<Int> = []
    var sessions: [(time: Instant, isOn: Bool)] = []
    for event in plan.timeline.events {
      switch event.kind {
      case .appForeground(app: own): opened.insert(event.time.day)
      case .screenOn: sessions.append((event.time, true))
      case .screenOff: sessions.append((event.time, false))
      default: break
      }
    }
    let missing = (0...max(0, (plan.end - .tick).day)).filter { !opened.contains($0) }
    guard !missing.isEmpty else { return false }
    var timeline = TimelineBuilder(before: plan.end)
    timeline.append(contentsOf: plan.timeline.events)
    let starts = missing.compactMap { Self.pause(on: $0, sessions) }
    for start in starts {
      for kind in [TimelineEvent.Kind.usualScreenOn, .unlock, .appForeground(app: own)] {
        timeline.append(kind, at: start + .minute)
      }
      for kind in [TimelineEvent.Kind.appBackground(app: own), .lock, .screenOff] {
        timeline.append(kind, at: start + .minute * 2)
      }
    }
    plan.timeline = timeline.finish()
    return !starts.isEmpty
  }

  /// The start of the first pause of five minutes with a dark screen between 09:00 and 23:00 of a day.
  private static func pause(on day: Int, _ sessions: [(time: Instant, isOn: Bool)]) -> Instant? {
    let (morning, end) = (Instant.day(day, .hours(9)), Instant.day(day, .hours(23)))
    var start: Instant? = morning
    for session in sessions {
      if let start, session.isOn, session.time >= start + .minutes(5) { return start }
      if session.time > end { break }
      start = session.isOn ? nil : max(session.time, morning)
    }
    return start.flatMap { $0 + .minutes(5) <= end ? $0 : nil }
  }
}

extension WorkSpecification {
  fileprivate var halved: WorkSpecification {
    var half = self
    (half.cpu, half.wait) = (cpu.times(0.5), wait.times(0.5))
    (half.up, half.down) = (up.times(0.5), down.times(0.5))
    half.growth = growth.mapValues(\.halved)
    return half
  }
}

extension DeviceReplay {
  /// The same device, policy and streams with another description of its apps and another plan.
  init(_ replay: DeviceReplay, study: Study, plan: DevicePlan) {
    (self.study, self.policy, self.plan) = (study, replay.policy, plan)
  }
}

import EventSimulation
import PhoneSimulation
import RandomStreams
import Workload

struct LeverReplay {
  let explainer: Explainer
  /// Of the app on the device.
  let index: Int
  let series: String?

  /// The replay with a lever; nil where the lever does not apply, for example a floor to an app without one.
  func with(_ lever: Lever) -> DeviceReplay? {
    let replay = explainer.replay
    guard let specification = replay.plan.apps[index].specification else { return nil }
    var (study, plan) = (replay.study, replay.plan)
    guard change(&study.apps[specification], &plan, lever) else { return nil }
    return DeviceReplay(replay, study: study, plan: plan)
  }

  private func change(_ app: inout AppSpecification, _ plan: inout DevicePlan, _ lever: Lever) -> Bool {
    switch lever.kind {
    case .namesRight:
      let refusals = explainer.refusals(app: Int32(index), series: series)
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
      let place = app.transfers.firstIndex { $0.session == lever.subject }
      return place.map { change(&app.transfers[$0], lever.kind) } ?? false
    case .lessWork where lever.subject == "push":
      guard let work = app.pushes?.work else { return false }
      app.pushes?.work = work.halved
    case .lessWork, .shorterFloor, .longerFloor, .withoutExternalPower, .withoutNetwork:
      let place = app.tasks.firstIndex { $0.identifier == lever.subject }
      return place.map { change(&app.tasks[$0], lever.kind) } ?? false
    case .oneIdentifier:
      // The first refresh task of an app stays, and does the work of the others.
      guard let place = app.tasks.firstIndex(where: { $0.identifier == lever.subject }),
        app.tasks.firstIndex(where: { $0.mechanism == .refresh }) != place
      else { return false }
      withhold(lever.subject, &app)
    case .refreshOn:
      let conditions = DeviceConditions(explainer.history, app: Int32(index), plan: plan)
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

  /// A task that is never submitted; it stays, so that others keep their places.
  private func withhold(_ identifier: String, _ app: inout AppSpecification) {
    for place in app.tasks.indices {
      if app.tasks[place].identifier == identifier { app.tasks[place].submitsAtFirstLaunch = false }
      app.tasks[place].alsoSubmits.removeAll { $0.task == identifier }
    }
  }

  private func change(_ task: inout TaskSpecification, _ kind: Lever.Kind) -> Bool {
    switch kind {
    case .shorterFloor, .longerFloor:
      guard case .after(let floor)? = task.floor, floor > .zero else { return false }
      task.floor = .after(kind == .shorterFloor ? floor / 2 : floor * 2)
    case .withoutExternalPower: return withdraw(&task.requiresExternalPower)
    case .withoutNetwork: return withdraw(&task.requiresNetworkConnectivity)
    default: task.work = task.work.halved
    }
    return true
  }

  private func change(_ transfer: inout TransferSpecification, _ kind: Lever.Kind) -> Bool {
    let isScripted = transfer.trigger == .script
    switch kind {
    case .noTransfers: transfer.files = 0
    case .halfTransfers: (transfer.up, transfer.down) = (transfer.up.times(0.5), transfer.down.times(0.5))
    case .wifiTransfers: return withdraw(&transfer.allowsCellular)
    case .discretionaryTransfers:
      // What is created in the background is discretionary in any case.
      guard !transfer.isDiscretionary, transfer.trigger == .open || isScripted else { return false }
      transfer.isDiscretionary = true
    default:
      guard transfer.isDiscretionary || transfer.trigger != .open, !isScripted else { return false }
      (transfer.isDiscretionary, transfer.trigger) = (false, .open)
    }
    return true
  }

  /// Paging delays of new pushes are spread evenly by the golden ratio, so that no random stream is disturbed.
  private func changePushes(_ app: inout AppSpecification, _ plan: inout DevicePlan, _ lever: Lever) -> Bool {
    func isPush(_ event: TimelineEvent) -> Bool { event.type == .pushSent && event.kind.app == index }
    let sent = plan.timeline.events.filter(isPush)
    var kept: [TimelineEvent] = []
    var times: [Instant] = []
    switch lever.kind {
    case .pushInsteadOfRefresh, .pushPerChange:
      let task = app.tasks.first { $0.identifier == lever.subject || $0.mechanism == .refresh }
      times = plan.timeline.events.filter { $0.kind == .contentChange(app: index) }.map(\.time)
      guard app.pushes?.trigger != .contentChange, let work = app.pushes?.work ?? task?.work, !times.isEmpty
      else { return false }
      if lever.kind == .pushInsteadOfRefresh {
        guard app.pushes == nil else { return false }
        withhold(lever.subject, &app)
      }
      app.declarations.modes.formUnion(.remoteNotification)
      app.pushes = PushSpecification(trigger: .contentChange, expiration: .day, work: work)
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
    let added = times.enumerated().map { ordinal, time in
      let position = Double(ordinal + 1) * 0.618_033_988_7
      let paging = position - position.rounded(.down)
      return TimelineEvent(
        time: time, kind: .pushSent(app: index, expiration: expiration, priority: nil, paging: paging))
    }
    plan.timeline = ExogenousTimeline(plan.timeline.events.filter { !isPush($0) } + kept + added)
    return true
  }

  private func switchRefreshOn(_ plan: inout DevicePlan) {
    if plan.initial.backgroundRefresh == 0 { plan.initial.backgroundRefresh = 2 }
    plan.initial.appsRefreshOff.removeAll { $0 == index }
    plan.timeline = ExogenousTimeline(
      plan.timeline.events.filter { event in
        switch event.kind {
        case .setting(.backgroundRefresh, _, let value): value >= 1 && value <= 2
        case .setting(.appRefresh, .some(index), let value): value == 1
        default: true
        }
      })
  }

  /// On each day without an open the user opens the app for a minute, in the first pause; none on a day without one.
  private func openDaily(_ plan: inout DevicePlan) -> Bool {
    var opened: Set<Int> = []
    var sessions: [(time: Instant, isOn: Bool)] = []
    for event in plan.timeline.events {
      switch event.kind {
      case .appForeground(app: index): opened.insert(event.time.day)
      case .screenOn: sessions.append((event.time, true))
      case .screenOff: sessions.append((event.time, false))
      default: break
      }
    }
    let starts = (0...max(0, (plan.end - .tick).day)).filter { !opened.contains($0) }
      .compactMap { Self.pause(on: $0, sessions) }
    let visits = starts.flatMap { start in
      [TimelineEvent.Kind.usualScreenOn, .unlock, .appForeground(app: index)]
        .map { TimelineEvent(time: start + .minute, kind: $0) }
        + [.appBackground(app: index), .lock, .screenOff]
        .map { TimelineEvent(time: start + .minute * 2, kind: $0) }
    }
    let end = plan.end
    plan.timeline = ExogenousTimeline((plan.timeline.events + visits).filter { $0.time < end })
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

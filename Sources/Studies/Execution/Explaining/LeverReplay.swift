import EventSimulation
import RandomStreams
import Workload

/// A change that a developer can make, tried by replaying the device with it.
enum Lever: String, Sendable, Hashable, CaseIterable {
  case namesRight, refreshOn, withoutExternalPower, withoutNetwork, shorterFloor, longerFloor, lessWork
  case checkpoints, pushInsteadOfRefresh, fetchAtOpen, opensDaily

  var title: String {
    switch self {
    case .namesRight: "identifiers and modes declared right"
    case .refreshOn: "Background App Refresh switched on"
    case .withoutExternalPower: "without external power"
    case .withoutNetwork: "without network"
    case .shorterFloor: "half the floor"
    case .longerFloor: "twice the floor"
    case .lessWork: "half the work in each run"
    case .checkpoints: "a checkpoint every 5 s"
    case .pushInsteadOfRefresh: "a push instead of refresh"
    case .fetchAtOpen: "a fetch at every open"
    case .opensDaily: "the user opens the app daily"
    }
  }
}

/// Makes replays of a device with one lever at work: everything else stays the same.
struct LeverReplay {
  let replay: DeviceReplay
  let app: Int
  /// Identifier or mechanism that the lever is about; nil for all of the app's work.
  let series: String?
  let conditions: DeviceConditions
  let refusals: [Refusal]

  /// The replay with a lever; nil where the lever does not apply, for example a floor to an app without one.
  func with(_ lever: Lever) -> DeviceReplay? {
    guard let index = replay.plan.apps[app].specification else { return nil }
    var study = replay.study
    var plan = replay.plan
    guard change(&study.apps[index], &plan, lever) else { return nil }
    return DeviceReplay(replay, study: study, plan: plan)
  }

  private func change(_ app: inout AppSpecification, _ plan: inout DevicePlan, _ lever: Lever) -> Bool {
    switch lever {
    case .namesRight:
      guard refusals.contains(where: { $0.reason == "notPermitted" }) else { return false }
      app.quality.spelling = .exact
      app.declarations.permittedIdentifiers = nil
      app.declarations.modes = .all
      return true
    case .refreshOn:
      guard conditions.refreshOff > .zero || conditions.appRefreshOff > .zero else { return false }
      switchRefreshOn(&plan)
      return true
    case .withoutExternalPower: return withdraw(\.requiresExternalPower, &app)
    case .withoutNetwork: return withdraw(\.requiresNetworkConnectivity, &app)
    case .shorterFloor: return scaleFloor(&app) { $0 / 2 }
    case .longerFloor: return scaleFloor(&app) { $0 * 2 }
    case .lessWork: return halveWork(&app)
    case .checkpoints:
      guard app.quality.checkpointInterval == nil, !app.tasks.isEmpty else { return false }
      app.quality.checkpointInterval = .seconds(5)
      return true
    case .pushInsteadOfRefresh: return pushInstead(&app, &plan)
    case .fetchAtOpen:
      guard app.content.process != .none, !app.content.fetchOnOpen else { return false }
      app.content.fetchOnOpen = true
      return true
    case .opensDaily: return openDaily(&plan)
    }
  }

  // MARK: Tasks

  private func isChosen(_ task: TaskSpecification) -> Bool {
    task.mechanism != .continued
      && (series == nil || task.identifier == series || task.mechanism.name == series)
  }

  /// Whether `change` has changed a task of the chosen series.
  private func changeTasks(
    _ app: inout AppSpecification, _ change: (inout TaskSpecification) -> Bool
  ) -> Bool {
    var hasChanged = false
    for index in app.tasks.indices where isChosen(app.tasks[index]) {
      if change(&app.tasks[index]) { hasChanged = true }
    }
    return hasChanged
  }

  private func withdraw(_ need: WritableKeyPath<TaskSpecification, Bool>, _ app: inout AppSpecification)
    -> Bool
  {
    changeTasks(&app) { task in
      defer { task[keyPath: need] = false }
      return task[keyPath: need]
    }
  }

  private func scaleFloor(_ app: inout AppSpecification, _ scale: (TimeSpan) -> TimeSpan) -> Bool {
    changeTasks(&app) { task in
      guard case .after(let floor)? = task.floor, floor > .zero else { return false }
      task.floor = .after(scale(floor))
      return true
    }
  }

  private func halveWork(_ app: inout AppSpecification) -> Bool {
    var hasChanged = changeTasks(&app) { task in
      task.work = task.work.halved
      return true
    }
    if var pushes = app.pushes, series == nil || series == Mechanism.push.name {
      pushes.work = pushes.work.halved
      app.pushes = pushes
      hasChanged = true
    }
    return hasChanged
  }

  /// A silent push for every change takes the place of the refresh tasks. Paging delays are spread evenly by the
  /// golden ratio, so that no random stream is disturbed.
  private func pushInstead(_ app: inout AppSpecification, _ plan: inout DevicePlan) -> Bool {
    guard app.pushes == nil, app.content.process != .none,
      let task = app.tasks.first(where: { $0.mechanism == .refresh && isChosen($0) })
    else { return false }
    let own = self.app
    let changes = plan.timeline.events.filter { $0.kind == .contentChange(app: own) }.map(\.time)
    guard !changes.isEmpty else { return false }
    app.tasks = app.tasks.map { old in
      var new = old
      if old.mechanism == .refresh, isChosen(old) { new.submitsAtFirstLaunch = false }
      return new
    }
    app.declarations.modes.formUnion(.remoteNotification)
    app.pushes = PushSpecification(trigger: .contentChange, expiration: .day, work: task.work)
    var timeline = TimelineBuilder()
    timeline.append(contentsOf: plan.timeline.events)
    for (ordinal, time) in changes.enumerated() {
      let position = Double(ordinal + 1) * 0.618_033_988_7
      timeline.append(
        .pushSent(
          app: own, expiration: TimeSpan.day.seconds, priority: nil,
          paging: position - position.rounded(.down)),
        at: time)
    }
    plan.timeline = timeline.finish()
    return true
  }

  // MARK: The user

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

  /// On each day without an open the user opens the app for a minute, in the first pause of five minutes with a dark
  /// screen from nine in the morning on. Nothing is changed on a day without such a pause.
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
    let lastDay = (plan.end - .tick).day
    let missing = (0...max(0, lastDay)).filter { !opened.contains($0) }
    guard !missing.isEmpty else { return false }
    var timeline = TimelineBuilder(before: plan.end)
    timeline.append(contentsOf: plan.timeline.events)
    var hasChanged = false
    for day in missing {
      guard let start = Self.pause(on: day, sessions) else { continue }
      for kind in [TimelineEvent.Kind.usualScreenOn, .unlock, .appForeground(app: own)] {
        timeline.append(kind, at: start + .minute)
      }
      for kind in [TimelineEvent.Kind.appBackground(app: own), .lock, .screenOff] {
        timeline.append(kind, at: start + .minute * 2)
      }
      hasChanged = true
    }
    plan.timeline = timeline.finish()
    return hasChanged
  }

  /// The start of the first pause of five minutes with a dark screen between 09:00 and 23:00 of a day.
  private static func pause(on day: Int, _ sessions: [(time: Instant, isOn: Bool)]) -> Instant? {
    var start: Instant? = .day(day, .hours(9))
    let end = Instant.day(day, .hours(23))
    var isOn = false
    for session in sessions {
      if session.time > .day(day, .hours(9)) {
        if let start, session.isOn, session.time >= start + .minutes(5) { return start }
        if session.time > end { break }
        start = session.isOn ? nil : session.time
      } else {
        isOn = session.isOn
        start = isOn ? nil : .day(day, .hours(9))
      }
    }
    return start.flatMap { $0 + .minutes(5) <= end ? $0 : nil }
  }
}

extension WorkSpecification {
  fileprivate var halved: WorkSpecification {
    var half = self
    half.cpu = ScaledDistribution(base: cpu, factor: 0.5)
    half.wait = ScaledDistribution(base: wait, factor: 0.5)
    half.up = ScaledDistribution(base: up, factor: 0.5)
    half.down = ScaledDistribution(base: down, factor: 0.5)
    half.growth = growth.mapValues(\.halved)
    return half
  }
}

extension DeviceReplay {
  /// The same device, policy and streams with another description of its apps and another plan.
  init(_ replay: DeviceReplay, study: Study, plan: DevicePlan) {
    self.study = study
    self.policy = replay.policy
    self.plan = plan
  }
}

/// A probability distribution whose draws are those of another one times a factor.
struct ScaledDistribution: Distribution {
  let base: any Distribution
  let factor: Double

  func sample(_ stream: RandomStream) -> Double { base.sample(stream) * factor }
  var mean: Double { base.mean * factor }
  var variance: Double { base.variance * factor * factor }
  func cumulative(_ x: Double) -> Double { base.cumulative(x / factor) }
  func survival(_ x: Double) -> Double { base.survival(x / factor) }
  func quantile(_ p: Double) -> Double { base.quantile(p) * factor }
  func upperQuantile(_ q: Double) -> Double { base.upperQuantile(q) * factor }
  var hasAtoms: Bool { base.hasAtoms }
  var canonicalText: String { "\(factor) × \(base.canonicalText)" }
}

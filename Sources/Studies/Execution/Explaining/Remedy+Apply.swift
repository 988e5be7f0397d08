import EventSimulation
import RandomStreams
import Workload

extension Remedy {
  /// Applies the remedy to a scene. Returns whether it changes anything.
  func apply(to scene: inout AppScene) -> Bool {
    if let change { return change.apply(to: &scene) }
    if [.pushPerChange, .morePushes, .fewerPushes].contains(kind) || subject == "push" && kind == .without {
      return changePushes(&scene)
    }
    var app = scene.specification
    guard change(&app, in: scene) else { return false }
    scene.specification = app
    return true
  }

  /// Whether the remedy changes anything on a device.
  func changes(_ scene: AppScene) -> Bool {
    var changed = scene
    return apply(to: &changed)
  }

  private func change(_ app: inout AppSpecification, in scene: AppScene) -> Bool {
    let task = app.tasks.firstIndex { $0.identifier == subject }
    let transfer = app.transfers.firstIndex { $0.session == subject }
    switch kind {
    case .fetchAtOpen:
      guard !app.content.fetchOnOpen else { return false }
      app.content.fetchOnOpen = true
    case .halfWork where subject == "push":
      guard let work = app.pushes?.work else { return false }
      app.pushes?.work = work.halved
    case .backgroundSession, .continuedTask, .extraTime: return moveExitWork(&app)
    default:
      if let task { return change(&app.tasks[task]) || kind == .without && withhold(task, &app) }
      if let transfer { return change(&app.transfers[transfer]) }
      return false
    }
    return true
  }

  private func change(_ task: inout TaskSpecification) -> Bool {
    switch kind {
    case .externalPowerOff: return withdraw(&task.requiresExternalPower)
    case .networkOff: return withdraw(&task.requiresNetworkConnectivity)
    case .earlierBegin, .laterBegin:
      guard case .after(let delay)? = task.floor, delay > .zero else { return false }
      task.floor = .after(kind == .earlierBegin ? delay / 2 : delay * 2)
    case .halfWork: task.work = task.work.halved
    case .pacing: task.work.cpuShare = DefaultWork.constant(0.5)
    default: return false
    }
    return true
  }

  private func change(_ transfer: inout TransferSpecification) -> Bool {
    let isScripted = transfer.trigger == .script
    switch kind {
    case .without: transfer.files = 0
    case .halfTransfers: (transfer.up, transfer.down) = (transfer.up.times(0.5), transfer.down.times(0.5))
    case .wifiTransfers: return withdraw(&transfer.allowsCellular)
    case .cellularTransfers: transfer.allowsCellular = true
    case .discretionaryTransfers:
      // A transfer that the app creates in the background is discretionary in any case.
      guard !transfer.isDiscretionary, transfer.trigger == .open || isScripted else { return false }
      transfer.isDiscretionary = true
    case .foregroundTransfers:
      guard transfer.isDiscretionary || transfer.trigger != .open else { return false }
      (transfer.isDiscretionary, transfer.trigger) = (false, .open)
    default: return false
    }
    return true
  }

  private func withdraw(_ flag: inout Bool) -> Bool {
    defer { flag = false }
    return flag
  }

  /// A task that is never submitted. It stays, so that others keep their places.
  private func withhold(_ place: Int, _ app: inout AppSpecification) -> Bool {
    app.tasks[place].submitsAtFirstLaunch = false
    for other in app.tasks.indices { app.tasks[other].alsoSubmits.removeAll { $0.task == subject } }
    return true
  }

  /// Work that is left at an exit becomes a transfer, a continued task, or work under an assertion.
  private func moveExitWork(_ app: inout AppSpecification) -> Bool {
    guard let place = app.exitWork.firstIndex(where: { $0.name == subject }) else { return false }
    let work = app.exitWork[place]
    switch kind {
    case .extraTime: app.exitWork[place].usesAssertion = true
    case .continuedTask:
      app.exitWork.remove(at: place)
      let length = work.length
      var task = TaskSpecification(
        identifier: "\(app.bundleID).\(work.name)", mechanism: .continued, floor: nil,
        work: WorkSpecification(
          cpu: length.times(work.cpuShare), wait: length.times(1 - work.cpuShare),
          up: DefaultWork.constant(0),
          down: DefaultWork.constant(0)), fetches: false)
      task.continued.startsAfterOpen = .seconds(1)
      app.tasks.append(task)
    default:
      app.exitWork.remove(at: place)
      // The bytes that the work would move at 2 MB/s while it waits for its server.
      let bytes = work.length.times((1 - work.cpuShare) * 2e6)
      app.transfers.append(
        TransferSpecification(
          session: work.name, files: 1, up: DefaultWork.constant(0), down: bytes,
          work: WorkSpecification(
            cpu: DefaultWork.constant(0), wait: DefaultWork.constant(0), up: DefaultWork.constant(0),
            down: DefaultWork.constant(0)),
          trigger: .open))
    }
    return true
  }

  /// Paging delays of new pushes are spread evenly by the golden ratio, so that no random stream is disturbed.
  private func changePushes(_ scene: inout AppScene) -> Bool {
    let index = scene.app
    var app = scene.specification
    let sent = scene.plan.timeline.events.filter { $0.type == .pushSent && $0.kind.app == index }
    var kept: [TimelineEvent] = []
    var times: [Instant] = []
    switch kind {
    case .pushPerChange:
      times = scene.plan.timeline.events.filter { $0.kind == .contentChange(app: index) }.map(\.time)
      let task = app.tasks.first { $0.mechanism == .refresh } ?? app.tasks.first
      guard app.pushes?.trigger != .contentChange, let work = app.pushes?.work ?? task?.work, !times.isEmpty
      else { return false }
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
    scene.specification = app
    scene.plan.timeline = ExogenousTimeline(
      scene.plan.timeline.events.filter { !($0.type == .pushSent && $0.kind.app == index) } + kept + added)
    return true
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

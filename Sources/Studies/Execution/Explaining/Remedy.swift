import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// A change that a developer can make to an app, tried by replaying devices with it.
struct Remedy: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case repair, halfWork, pacing, externalPowerOff, networkOff, earlierBegin, laterBegin
    case cellularTransfers, foregroundTransfers, discretionaryTransfers, wifiTransfers, halfTransfers, without
    case backgroundSession, continuedTask, backgroundTime
    case pushPerChange, morePushes, fewerPushes, fetchAtOpen

    /// The cells of the table of remedies: parts of an app, conditions, instruction, and reason.
    fileprivate var row: [String] { Remedy.rows[rawValue] ?? Array(repeating: "", count: 5) }

    /// Whether the remedy can act on a part of an app of which some conditions are known.
    fileprivate func canAct(on part: String, if conditions: Set<String>) -> Bool {
      let needed = row[2].split(separator: " ").map(String.init)
      return row[1].split(separator: " ").contains(part[...])
        && (needed.isEmpty || !conditions.isDisjoint(with: needed))
    }
  }

  var kind: Kind
  /// The task, session or kind of push that it changes; empty for the whole app.
  var subject = ""
  /// The defect that a ``Kind/repair`` repairs.
  var change: Change?

  init(_ kind: Kind, _ subject: String = "") { (self.kind, self.subject) = (kind, subject) }

  init(repairing change: Change) {
    kind = .repair
    self.change = change
  }

  /// The name for `--change` and in JSON: `halfWork`, `fileLock`, `checkpoints:sync`.
  var name: String {
    let word = change?.name ?? kind.rawValue
    return subject.isEmpty ? word : "\(word):\(subject)"
  }

  /// The change as an instruction: "save a checkpoint every 5 s".
  var title: String { change?.repair ?? kind.row[3] }

  /// The effect of the change on the platform, for the sentence; empty for one that needs no explanation.
  var reason: String { kind.row[4] }

  /// `` `sync` (processing): do half of the work in each run ``.
  func sentence(of app: AppSpecification) -> String {
    guard !subject.isEmpty else { return title }
    let prefix = app.bundleID + "."
    let short = subject.hasPrefix(prefix) ? String(subject.dropFirst(prefix.count)) : subject
    let mechanism = app.tasks.first { $0.identifier == subject }?.mechanism.name
    return "`\(short)`\(mechanism.map { " (\($0))" } ?? ""): \(title)"
  }

  /// The remedies with the parts of an app on which they act, and the conditions of which one has to be known: reasons
  /// that block the part, or that its runs are `cut` off, end by the CPU monitor (`monitored`) or use `budgets`.
  private static let rows = CatalogueText.byName(
    """
    halfWork | work | cut monitored budgets | do half of the work in each run
    pacing | work | monitored | compute for 10 s, then pause for 10 s | The CPU monitor ends runs that compute without pauses.
    externalPowerOff | task | externalPower | do not require external power
    networkOff | task | noNetwork | do not require a network
    earlierBegin | task | | halve the earliest begin date
    laterBegin | task | | double the earliest begin date
    cellularTransfers | transfer | | allow the transfers to use cellular
    foregroundTransfers | transfer | | start the transfers in the foreground | Transfers that the app creates in the background wait for Wi-Fi and a charger.
    discretionaryTransfers | transfer | budgets | make the transfers discretionary | Discretionary transfers wait for Wi-Fi and a charger, where they use no budget.
    wifiTransfers | transfer | budgets | move the files over Wi-Fi only
    halfTransfers | transfer | budgets | move half of the bytes
    without | task transfer push | budgets | leave out this work
    backgroundSession | backgroundEntryWork | | move the bytes in a background URLSession | The system continues the transfers of a background session while the app is suspended.
    continuedTask | backgroundEntryWork | | do the work in a continued task | A continued task continues after the user leaves the app.
    backgroundTime | backgroundEntryWork | | take an assertion for the work | The assertion keeps the app running for a short time after it enters the background.
    pushPerChange | content | | send a silent push for each change of content
    morePushes | pushes | | send twice as many pushes
    fewerPushes | pushes | | send half as many pushes
    fetchAtOpen | fetch | | fetch in the foreground at each open | The fetches use the network and the battery at each open.
    """, columns: 5)

  /// The remedies that can act on an app: on its declared work, and on the reasons and defects of its replay.
  ///
  /// - Parameters:
  ///   - blocked: The reasons that blocked items, by task or session.
  ///   - ends: The words of the log for ends of runs: expirations and kills.
  static func all(
    for scene: AppScene, blocked: [String: BlockingSet], ends: Set<String>
  ) -> [Remedy] {
    let app = scene.specification
    guard app.code == nil else { return [] }
    let cuts: Set = ["timeLimit", "deviceInUse", "unplugged", "stalled", "resourcePressure"]
    let usesBudgets = blocked.values.contains { !$0.isDisjoint(with: .of(.energyBudget, .dataBudget)) }
    let known = [
      ends.isDisjoint(with: cuts) ? "" : "cut", ends.contains("cpuMonitor") ? "monitored" : "",
      usesBudgets ? "budgets" : "",
    ]
    let tasks = app.tasks.filter { $0.mechanism != .continued }
    let push = app.pushes == nil ? [] : ["push"]
    let hasContent = app.content.process != .none
    // The fetch of an open has the size of the first task or push that fetches.
    let fetches = app.tasks.contains(where: \.fetches) || app.pushes?.fetches ?? false
    let parts: [(name: String, subjects: [String])] = [
      ("work", app.tasks.map(\.identifier) + push), ("task", tasks.map(\.identifier)),
      ("transfer", app.transfers.map(\.session)),
      ("backgroundEntryWork", app.backgroundEntryWork.map(\.name)),
      ("content", hasContent ? [""] : []), ("pushes", push.map { _ in "" }), ("push", push),
      ("fetch", hasContent && fetches ? [""] : []),
    ]
    let flags: Set<Kind> = [.externalPowerOff, .networkOff, .cellularTransfers, .backgroundTime]
    let repairs = Change.allCases.filter { $0.kind == .defect }.map(Remedy.init(repairing:))
    return parts.reduce(into: repairs) { found, part in
      for subject in part.subjects {
        let conditions = Set(known + blocked[subject, default: []].reasons.map(\.name))
        let remedies = Kind.allCases.filter { $0.canAct(on: part.name, if: conditions) }.map {
          Remedy($0, subject)
        }
        // A flag that the app has set already is no remedy.
        found += remedies.filter { !flags.contains($0.kind) || $0.applies(to: scene) }
      }
    }
  }
}

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

  /// Whether the remedy makes a difference to a scene.
  func applies(to scene: AppScene) -> Bool {
    var changed = scene
    return apply(to: &changed)
  }

  private func change(_ app: inout AppSpecification, in scene: AppScene) -> Bool {
    let task = app.tasks.firstIndex { $0.identifier == subject }
    let transfer = app.transfers.firstIndex { $0.session == subject }
    switch kind {
    case .fetchAtOpen: return set(&app.content.fetchOnOpen, true)
    case .halfWork where subject == "push":
      guard let work = app.pushes?.work else { return false }
      app.pushes?.work = work.halved
    case .backgroundSession, .continuedTask, .backgroundTime: return moveExitWork(&app)
    default:
      if let task { return change(&app.tasks[task]) || kind == .without && withhold(task, &app) }
      if let transfer { return change(&app.transfers[transfer]) }
      return false
    }
    return true
  }

  private func change(_ task: inout TaskSpecification) -> Bool {
    switch kind {
    case .externalPowerOff: return set(&task.requiresExternalPower, false)
    case .networkOff: return set(&task.requiresNetworkConnectivity, false)
    case .earlierBegin, .laterBegin:
      guard case .after(let delay)? = task.earliestBegin, delay > .zero else { return false }
      task.earliestBegin = .after(kind == .earlierBegin ? delay / 2 : delay * 2)
    case .halfWork: task.work = task.work.halved
    case .pacing: task.work.pace = Pace(on: .seconds(10), off: .seconds(10))
    default: return false
    }
    return true
  }

  private func change(_ transfer: inout TransferSpecification) -> Bool {
    switch kind {
    case .without: transfer.files = 0
    case .halfTransfers: (transfer.up, transfer.down) = (transfer.up.times(0.5), transfer.down.times(0.5))
    case .wifiTransfers: return set(&transfer.allowsCellular, false)
    case .cellularTransfers: return set(&transfer.allowsCellular, true)
    case .discretionaryTransfers:
      // A transfer that the app creates in the background is discretionary in any case.
      return [.open, .script].contains(transfer.trigger) && set(&transfer.isDiscretionary, true)
    case .foregroundTransfers:
      guard transfer.isDiscretionary || transfer.trigger != .open else { return false }
      (transfer.isDiscretionary, transfer.trigger) = (false, .open)
    default: return false
    }
    return true
  }

  /// Sets a flag. Returns whether that changes it.
  private func set(_ flag: inout Bool, _ value: Bool) -> Bool {
    defer { flag = value }
    return flag != value
  }

  /// A task that is never submitted. It stays, so that others keep their places.
  private func withhold(_ place: Int, _ app: inout AppSpecification) -> Bool {
    app.tasks[place].submitsAtFirstLaunch = false
    for other in app.tasks.indices { app.tasks[other].alsoSubmits.removeAll { $0.task == subject } }
    return true
  }

  /// Work that is left at an exit becomes a transfer, a continued task, or work under an assertion.
  private func moveExitWork(_ app: inout AppSpecification) -> Bool {
    guard let place = app.backgroundEntryWork.firstIndex(where: { $0.name == subject }) else { return false }
    let work = app.backgroundEntryWork[place]
    switch kind {
    case .backgroundTime: return set(&app.backgroundEntryWork[place].usesAssertion, true)
    case .continuedTask:
      app.backgroundEntryWork.remove(at: place)
      var own = DefaultWork.none
      (own.cpu, own.wait) = (work.length.times(work.cpuShare), work.length.times(1 - work.cpuShare))
      var task = TaskSpecification(
        identifier: "\(app.bundleID).\(work.name)", mechanism: .continued, earliestBegin: nil, work: own,
        fetches: false)
      task.continued.startsAfterOpen = .seconds(1)
      app.tasks.append(task)
    default:
      app.backgroundEntryWork.remove(at: place)
      var transfer = TransferSpecification.ofScript(session: work.name)
      // The bytes that the work would move at 2 MB/s while it waits for its server.
      transfer.down = work.length.times((1 - work.cpuShare) * 2e6)
      transfer.trigger = .open
      app.transfers.append(transfer)
    }
    return true
  }

  /// Paging delays of new pushes are spread evenly by the golden ratio, so that no random stream is disturbed.
  private func changePushes(_ scene: inout AppScene) -> Bool {
    let index = scene.app
    var app = scene.specification
    func isSent(_ event: TimelineEvent) -> Bool { event.type == .pushSent && event.kind.app == index }
    let sent = scene.plan.timeline.events.filter(isSent)
    guard kind == .pushPerChange || sent.count > (kind == .without ? 0 : 1) else { return false }
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
      kept = sent
      times = zip(sent, sent.dropFirst()).map { $0.time + ($1.time - $0.time) / 2 }
    case .fewerPushes: kept = sent.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    default: break
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
      scene.plan.timeline.events.filter { !isSent($0) } + kept + added)
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

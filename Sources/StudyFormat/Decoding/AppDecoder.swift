import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// The random-stream groups of apps.
enum StreamGroups {
  static func group(of bundleID: String) -> UInt64 { StreamAddress.group(of: bundleID) }
}

/// Decodes one app of a study.
struct AppDecoder {
  let map: MapReader

  func app() -> AppSpecification? {
    guard let id = map.name("id") else { return nil }
    let (content, hasContent) = self.content()
    let tasks = tasks(hasContent: hasContent)
    var app = AppSpecification(
      bundleID: id, declarations: declarations(), usage: usage(), content: content, tasks: tasks,
      pushes: pushes(hasContent: hasContent), quality: quality(), isHeavy: map.boolean("heavy") ?? false)
    app.visiblePushes = visiblePushes(hasContent: hasContent)
    app.voipPushes = voipPushes()
    app.modes = modes()
    app.exitWork = exitWork()
    app.transfers = TransferDecoder(app: map, tasks: tasks.map(\.identifier)).transfers()
    return app
  }

  private func declarations() -> Declarations {
    guard let declared = map.map("declarations", .declarations) else { return .everything }
    var result = Declarations.everything
    if let identifiers = declared.texts("permittedIdentifiers") {
      result.permittedIdentifiers = identifiers.map(\.text)
    }
    if let modes = declared.texts("modes") {
      result.modes = []
      for (text, node, path) in modes {
        switch declared.word(node, path, of: FieldTable.modeWords) {
        case "fetch": result.modes.insert(.fetch)
        case "processing": result.modes.insert(.processing)
        case "remote-notification": result.modes.insert(.remoteNotification)
        case "audio": result.modes.insert(.audio)
        case "location": result.modes.insert(.location)
        case "voip": result.modes.insert(.voip)
        default: _ = text
        }
      }
    }
    result.hasGPUEntitlement = declared.boolean("gpu") ?? false
    return result
  }

  private func usage() -> AppUsage {
    if let popularity = map.map("popularity", .popularity) {
      return .popularity(
        installShare: popularity.share("installShare") ?? 1, weight: popularity.number("weight") ?? 0,
        spread: popularity.number("spread") ?? 0)
    }
    guard let usage = map.map("usage", .usage) else { return .none }
    let times = (usage.list("at") ?? []).compactMap { usage.timeOfDay($0.node, $0.path) }
    return .scripted(
      ScriptedUse(
        opensPerDay: usage.number("opensPerDay") ?? Double(times.count), times: times,
        spread: usage.span("spread") ?? .zero, everyDays: usage.integer("everyDays") ?? 1,
        stay: usage.span("stay") ?? .minute))
  }

  private func content() -> (ContentSpecification, Bool) {
    guard let content = map.map("content", .content), let word = content.choice("process"),
      let process = ContentSpecification.Process(rawValue: word)
    else { return (.none, false) }
    return (
      ContentSpecification(
        process: process, changesPerDay: content.number("perDay") ?? 0,
        freshWithin: content.span("freshWithin") ?? .zero, fetchOnOpen: content.boolean("fetchOnOpen") ?? true
      ),
      process != .none
    )
  }

  private func tasks(hasContent: Bool) -> [TaskSpecification] {
    var result: [TaskSpecification] = []
    for task in map.maps("tasks", .task) {
      guard let id = task.name("id"), let kind = task.choice("kind"),
        let mechanism = Mechanism.allCases.first(where: { $0.name == kind })
      else { continue }
      if result.contains(where: { $0.identifier == id }) {
        task.log.add(
          task.node["id"] ?? task.node, task.join("id"), found: "a second task `\(id)`",
          expected: "identifiers that differ within an app")
      }
      var specification = TaskSpecification(
        identifier: id, mechanism: mechanism, floor: task.floor("floor"),
        requiresExternalPower: task.boolean("requiresExternalPower") ?? false,
        requiresNetworkConnectivity: task.boolean("requiresNetworkConnectivity") ?? false,
        work: work(task, mechanism, hasContent: hasContent),
        fetches: task.boolean("fetches") ?? (mechanism == .refresh),
        submitsAtFirstLaunch: task.boolean("submits") ?? true)
      specification.failOn = task.runNumbers("failOn")
      if let word = task.choice("origin") { specification.origin = .init(rawValue: word) ?? .app }
      specification.continued = ContinuedRequest(
        strategy: task.choice("strategy").flatMap { .init(rawValue: $0) } ?? .queue,
        usesGPU: task.boolean("gpu") ?? false, startsAfterOpen: task.span("startsAfterOpen"))
      specification.continued.progressSession = task.map("progress", .progress)?.name(
        "from", of: "a session of the app", among: names(of: "transfers", "session"))
      let others = names(of: "tasks", "id").filter { $0 != id }
      for other in task.maps("alsoSubmits", .furtherSubmission) {
        let moment = other.choice("when").flatMap { FieldTable.moments[$0] } ?? .atStart
        guard let name = other.name("task", of: "another task of the app", among: others) else { continue }
        specification.alsoSubmits.append((name, moment))
      }
      result.append(specification)
    }
    return result
  }

  /// The names in a list of the app.
  private func names(of list: String, _ key: String) -> [String] {
    (map.node[list]?.elements ?? []).compactMap { $0[key]?.text }
  }

  /// The parts that a study gives, over the default work: a small fetch; processing needs no bytes.
  private func work(_ owner: MapReader, _ mechanism: Mechanism, hasContent: Bool) -> WorkSpecification {
    let given = owner.map("work", .work)
    let isProcessing = mechanism.isProcessing || mechanism == .continued
    func part(_ key: String, _ unit: ParameterUnit, _ fallback: @autoclosure () -> any Distribution)
      -> any Distribution
    {
      given?.distribution(key, unit) ?? fallback()
    }
    var work = WorkSpecification(
      cpu: part("cpu", .seconds, DefaultWork.law(isProcessing ? 60 : 1.5, isProcessing ? 0.5 : 0.6)),
      wait: part("wait", .seconds, isProcessing ? DefaultWork.nothing : DefaultWork.law(2, 0.7)),
      up: part("up", .kilobytes, isProcessing ? DefaultWork.nothing : DefaultWork.constant(10_000)),
      down: part("down", .kilobytes, isProcessing ? DefaultWork.nothing : DefaultWork.law(150_000, 1)))
    // Where a study says nothing, long work leaves half a core free: the processor monitor lets it be.
    if isProcessing, given?.has("cpu") != true { work.cpuShare = DefaultWork.constant(0.5) }
    if let share = given?.distribution("cpuShare", .percent) { work.cpuShare = share }
    for cause in WorkGrowth.allCases {
      work.growth[cause] = given?.map(cause.rawValue, .growth)?.amounts
    }
    if work.growth[.perChange] != nil, !hasContent, let given, let node = given.node["perChange"] {
      given.log.add(
        node, given.join("perChange"), found: "work per change of content", expected: "an app with content")
    }
    return work
  }

  private func pushes(hasContent: Bool) -> PushSpecification? {
    guard let pushes = map.map("pushes", .pushes) else { return nil }
    let word = pushes.choice("on") ?? "contentChange"
    let trigger: PushSpecification.Trigger
    var individual: [ScheduledPush] = []
    switch word {
    case "poisson": trigger = .poisson(perDay: pushes.number("perDay") ?? 0)
    case "schedule":
      let (instants, own) = schedule(pushes)
      trigger = .schedule(instants)
      individual = own
    default:
      trigger = .contentChange
      if !hasContent {
        pushes.log.add(
          pushes.node, map.join("pushes"), found: "pushes on contentChange", expected: "an app with content")
      }
    }
    var result = PushSpecification(
      trigger: trigger, expiration: pushes.span("expiration") ?? .hours(24),
      priority: pushes.integer("priority") ?? 5, work: work(pushes, .push, hasContent: hasContent),
      fetches: pushes.boolean("fetches") ?? true)
    result.isContentAvailable = pushes.boolean("contentAvailable") ?? true
    result.isUserVisible = pushes.boolean("userVisible") ?? false
    result.isOfTypeBackground = pushes.choice("type") != "alert"
    result.individual = individual
    result.failOn = pushes.runNumbers("failOn")
    return result
  }

  /// The instants of scheduled pushes, and the pushes with a life or priority of their own.
  private func schedule(_ pushes: MapReader) -> ([Instant], [ScheduledPush]) {
    var instants: [Instant] = []
    var individual: [ScheduledPush] = []
    for (node, path) in pushes.list("at") ?? [] {
      guard node.entries != nil else {
        if let instant = pushes.instant(node, path) { instants.append(instant) }
        continue
      }
      let push = MapReader(node, path, .scheduledPush, pushes.log)
      guard let at = push.node["at"], let time = push.instant(at, push.join("at")) else { continue }
      individual.append(
        ScheduledPush(
          time: time, expiration: push.span("expiration"), priority: push.integer("priority")))
    }
    return (instants, individual)
  }

  private func quality() -> QualityProfile {
    guard let node = map.node["quality"] else { return .careful }
    let names = QualityProfile.canned.map(\.name)
    guard node.entries != nil else {
      let name = map.word(node, map.join("quality"), of: names)
      return QualityProfile.canned.first { $0.name == name } ?? .careful
    }
    guard let given = map.map("quality", .quality) else { return .careful }
    let base = given.choice("profile") ?? "careful"
    var profile = QualityProfile.canned.first { $0.name == base } ?? .careful
    if let value = given.boolean("setsExpirationHandler") { profile.setsExpirationHandler = value }
    if given.node["expiryReaction"]?.text == "never" {
      profile.expiryReaction = nil
    } else if let value = given.span("expiryReaction") {
      profile.expiryReaction = value
    }
    if let paths = given.texts("completesOn") {
      profile.completesOn = []
      for (_, node, path) in paths {
        switch given.word(node, path, of: ["success", "failure", "expiry"]) {
        case "success": profile.completesOn.insert(.success)
        case "failure": profile.completesOn.insert(.failure)
        case "expiry": profile.completesOn.insert(.expiry)
        default: break
        }
      }
    }
    if given.node["checkpointInterval"]?.text == "none" {
      profile.checkpointInterval = nil
    } else if let value = given.span("checkpointInterval") {
      profile.checkpointInterval = value
    }
    if let word = given.choice("resubmits") { profile.resubmits = .init(rawValue: word) ?? profile.resubmits }
    if let word = given.choice("registration") {
      profile.registration = .init(rawValue: word) ?? profile.registration
    }
    if let word = given.choice("identifierSpelling") {
      profile.spelling = .init(rawValue: word) ?? profile.spelling
    }
    if let value = given.share("failureProbability") { profile.failureProbability = value }
    readBehaviours(given, over: &profile)
    if let value = given.boolean("movesFiles") { profile.movesFiles = value }
    if let value = given.boolean("callsWakeCompletion") { profile.callsWakeCompletion = value }
    return profile
  }
}

/// The default work of a run (definitions, section 4).
enum DefaultWork {
  static var none: WorkSpecification { .init(cpu: nothing, wait: nothing, up: nothing, down: nothing) }
  static var nothing: any Distribution { constant(0) }

  static func constant(_ value: Double) -> any Distribution {
    guard let law = try? Constant(value) else { preconditionFailure("\(value) is no constant") }
    return law
  }

  static func law(_ median: Double, _ sigma: Double) -> any Distribution {
    guard let law = try? Lognormal(median: median, sigma: sigma) else {
      preconditionFailure("no lognormal law has median \(median) and sigma \(sigma)")
    }
    return law
  }
}

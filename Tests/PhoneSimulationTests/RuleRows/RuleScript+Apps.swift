import EventSimulation
import PhoneSimulation
import RandomStreams
import Workload

/// The apps of a row: `app KIND key=value… flag…`, and below it tasks, files and what is left at each exit.
extension PhoneBench {
  mutating func describe(_ part: String, _ words: RuleWords) throws {
    if part == "app" { return apps.append(try AppSpecification(words)) }
    guard !apps.isEmpty else { throw RuleRowError("`\(part)` has no app above it") }
    switch part {
    case "task": apps[apps.count - 1].tasks.append(try TaskSpecification(words))
    case "files": apps[apps.count - 1].transfers.append(try TransferSpecification(words))
    default:
      apps[apps.count - 1].backgroundEntryWork.append(
        BackgroundEntryWork(
          name: words["name"] ?? "work-\(apps[apps.count - 1].backgroundEntryWork.count)",
          length: try Constant(words.number("length") ?? 0), usesAssertion: !words.has("unasserted"),
          origin: words.has("extension") ? .extension : .app, cpuShare: try words.number("share") ?? 0.2))
    }
  }
}

extension AppSpecification {
  init(_ words: RuleWords) throws {
    let kind = words.plain.first ?? "refresh"
    switch kind {
    case "pushed":
      self = try .pushed(priority: Int(words["priority"] ?? "5") ?? 5)
      pushes?.work = try WorkSpecification(words)
    case "moving": self = .moving()
    case "visible":
      self = try .visible(
        words.number("extension"), cpu: words.number("cpu") ?? 0, megabytes: words.number("megabytes") ?? 10)
    case "moded":
      let regions = try words.number("regions").map {
        RegionSpecification(count: Int($0), visitsPerDay: 0, stay: try Constant(0))
      }
      self = try .moded(
        ModeSpecification(
          significantChanges: words.has("significantChanges"), regions: regions,
          work: words["cpu"] == nil ? nil : try WorkSpecification(words)))
      modes.significantChangeAssertion = try words.time("assertion")
    case "continued": self = try .continued(words)
    default:
      self = try .with()
      tasks = kind == "bare" ? [] : [try TaskSpecification(words)]
    }
    for (key, value) in words.keyed { try change(key, value) }
    declarations.hasHealthEntitlement = !words.has("unentitled")
    for source in wakes.indices where words["cpu"] != nil || words["up"] != nil {
      wakes[source].work = try .constant(cpu: words.number("cpu") ?? 0, up: words.number("up") ?? 0)
    }
    if let protection = words["protection"] {
      self.protection = try RuleWords.word(DataProtection.self, protection)
    }
    if words.has("pushes") { pushes = try AppSpecification.pushed().pushes }
    if words.has("alert") || words.has("alertAsVisible") { try wake(asVisible: words.has("alertAsVisible")) }
    if words.has("calls") { voipPushes = VoIPPushSpecification(trigger: .schedule([])) }
    if words.has("shown") {
      visiblePushes = VisiblePushSpecification(trigger: .schedule([]), expiration: nil)
    }
    isHeavy = words.has("heavy")
  }

  /// Makes the pushes alerts that wake the app, as silent or as visible ones.
  private mutating func wake(asVisible: Bool) throws {
    guard var launches = pushes else { throw RuleRowError("an alert needs `pushes`") }
    (launches.priority, launches.isUserVisible, launches.isOfTypeBackground) = (10, true, false)
    if asVisible { visiblePushes?.launches = launches }
    pushes = asVisible ? nil : launches
  }

  /// An app with continued tasks of constant processor time.
  private static func continued(_ words: RuleWords) throws -> AppSpecification {
    let bundleID = words["id"] ?? "org.example"
    var app = AppSpecification(
      bundleID: bundleID, declarations: Declarations(modes: []), quality: .flawless { $0.resubmits = .never })
    let seconds = try (words["cpu"] ?? "300").split(separator: ",").map { try RuleWords.number(String($0)) }
    let count = Int(words["tasks"] ?? "") ?? seconds.count
    let failing = words["failing"].flatMap { Int($0) }
    app.tasks = try (0..<count).map { index in
      var task = TaskSpecification(
        identifier: "\(bundleID).export.\(index)", mechanism: .continued, earliestBegin: .after(.hours(5)),
        work: try .constant(cpu: seconds[index % seconds.count], up: words.number("up") ?? 0), fetches: false,
        submitsAtFirstLaunch: false)
      let strategy = failing == index ? "fail" : words["strategy"] ?? "queue"
      task.continued = ContinuedRequest(
        strategy: try RuleWords.word(ContinuedRequest.Strategy.self, strategy), usesGPU: words.has("gpu"),
        startsAfterOpen: try words.time("startsAfterOpen"))
      return task
    }
    app.declarations.hasGPUEntitlement = words.has("entitled")
    return app
  }

  private mutating func change(_ key: String, _ value: String) throws {
    switch key {
    case "id": bundleID = value
    case "bluetooth":
      wakes.append(WakeSpecification(source: .bluetooth, arrival: .random(perDay: 0)))
      wakes[wakes.count - 1].restores = value != "forgets"
      wakes[wakes.count - 1].accessorySetup = value == "accessory"
    case "health":
      let words = value.split(separator: ":").map(String.init)
      wakes.append(
        WakeSpecification(
          source: .health, arrival: .random(perDay: 0), type: try RuleWords.word(HealthType.self, words[0])))
      wakes[wakes.count - 1].frequency = try RuleWords.word(HealthFrequency.self, words[1])
    case "modes": declarations.modes = try BackgroundModes(words: value)
    case "permitted": declarations.permittedIdentifiers = value.split(separator: ",").map(String.init)
    case "content":
      content = ContentSpecification(
        process: .fixed, changesPerDay: try RuleWords.number(value), fetchOnOpen: true)
    case "profile":
      guard let profile = QualityProfile.canned.first(where: { $0.name == value }) else {
        throw RuleRowError("`\(value)` is no profile")
      }
      let failureProbability = quality.failureProbability
      quality = profile
      quality.failureProbability = failureProbability
    default: if !AppSpecification.keysOfParts.contains(key) { try quality.change(key, value) }
    }
  }

  /// Keys that tasks, pushes and modes have read.
  private static let keysOfParts: Set = [
    "earliestBegin", "at", "cpu", "wait", "up", "down", "share", "priority", "extension", "megabytes",
    "regions",
    "assertion", "tasks", "strategy", "startsAfterOpen", "failing", "identifier", "origin", "perChange",
    "alsoSubmits", "failOn",
    "perDay", "protection", "on", "off",
  ]
}

extension BackgroundModes {
  init(words: String) throws {
    let known: [String: BackgroundModes] = [
      "none": [], "all": .all, "fetch": .fetch, "processing": .processing, "audio": .audio,
      "remoteNotification": .remoteNotification,
    ]
    self = try words.split(separator: ",").reduce(into: []) {
      guard let mode = known[String($1)] else { throw RuleRowError("`\($1)` is no background mode") }
      $0.formUnion(mode)
    }
  }
}

extension WorkSpecification {
  init(_ words: RuleWords) throws {
    self = try .constant(
      cpu: words.number("cpu") ?? 1, wait: words.number("wait") ?? 0, up: words.number("up") ?? 0,
      down: words.number("down") ?? 0)
    for kind in WorkGrowth.allCases {
      growth[kind] = try words.number(kind.rawValue).map { try .constant(cpu: $0) }
    }
    cpuShare = try words.number("share").map { try Constant($0) }
    if let on = try words.time("on"), let off = try words.time("off") { pace = Pace(on: on, off: off) }
  }
}

extension TaskSpecification {
  init(_ words: RuleWords) throws {
    let mechanism = try RuleWords.word(Mechanism.self, words.plain.first ?? "refresh")
    let earliestBegin =
      try words.time("earliestBegin").map { EarliestBegin.after($0) }
      ?? words.time("at").map { EarliestBegin.at($0) }
    self.init(
      identifier: words["identifier"] ?? "task", mechanism: mechanism, earliestBegin: earliestBegin,
      requiresExternalPower: words.has("power"), requiresNetworkConnectivity: words.has("network"),
      work: try WorkSpecification(words), fetches: !words.has("fetchesNothing"),
      submitsAtFirstLaunch: !words.has("unsubmitted"))
    failOn = words["failOn"].map { Set($0.split(separator: ",").compactMap { Int($0) }) }
    if let parts = words["alsoSubmits"]?.split(separator: ":"), parts.count == 2 {
      alsoSubmits = [
        (String(parts[0]), try RuleWords.word(QualityProfile.Resubmission.self, String(parts[1])))
      ]
    }
    protection = try words["protection"].map { try RuleWords.word(DataProtection.self, $0) }
    continued.startsAfterOpen = try words.time("startsAfterOpen")
    continued.progressSession = words["shows"]
    if let origin = words["origin"] { self.origin = try RuleWords.word(SubmissionOrigin.self, origin) }
  }
}

extension TransferSpecification {
  /// Files of a session: `files 3 session key=value… flag…`.
  init(_ words: RuleWords) throws {
    var numbers = words
    let count = numbers.popFirst().flatMap { Int($0) } ?? 1
    let triggers: [String: Trigger] = ["open": .open, "background": .background, "script": .script]
    let trigger = words["on"].map { triggers[$0] ?? .success(of: $0) } ?? .open
    self = try .files(
      count, words["session"] ?? "session", megabytes: words.number("megabytes") ?? 100,
      discretionary: words.has("discretionary"), sendsLaunchEvents: !words.has("mute"),
      chained: words.has("chained"), fetches: words.has("fetches"),
      handling: words.number("handling") ?? 0, on: trigger)
    earliestBegin = try words.time("earliestBegin").map { .after($0) } ?? words.time("at").map { .at($0) }
    allowsCellular = !words.has("wifiOnly")
  }
}

extension QualityProfile {
  /// Changes what a key names; `none` stands for never.
  mutating func change(_ key: String, _ value: String) throws {
    func time() throws -> TimeSpan? { value == "none" ? nil : try RuleWords.time(value) }
    let flag = value == "true"
    switch key {
    case "resubmits": resubmits = try RuleWords.word(Resubmission.self, value)
    case "registration": registration = try RuleWords.word(Registration.self, value)
    case "spelling": spelling = try RuleWords.word(Spelling.self, value)
    case "completionStyle": completionStyle = try RuleWords.word(CompletionStyle.self, value)
    case "endsAssertion": endsAssertion = try RuleWords.word(AssertionEnd.self, value)
    case "completesOn":
      let known: [String: Completions] = [
        "success": .success, "failure": .failure, "expiry": .expiry, "none": [],
      ]
      completesOn = value.split(separator: ",").reduce(into: []) { $0.formUnion(known[String($1)] ?? []) }
    case "failureProbability": failureProbability = try RuleWords.number(value)
    case "expiryReaction": expiryReaction = try time()
    case "checkpointInterval": checkpointInterval = try time()
    case "progressInterval": progressInterval = try time()
    case "enterBackgroundTime": enterBackgroundTime = try time() ?? .zero
    case "launchTime": launchTime = try time() ?? .zero
    case "setsExpirationHandler": setsExpirationHandler = flag
    case "handlesSubmitError": handlesSubmitError = flag
    case "completesEarly": completesEarly = flag
    case "rearmsOnBackground": rearmsOnBackground = flag
    case "checksLowPowerMode": checksLowPowerMode = flag
    case "checksRefreshStatus": checksRefreshStatus = flag
    case "holdsLock": holdsLock = flag
    case "movesFiles": movesFiles = flag
    case "callsWakeCompletion": callsWakeCompletion = flag
    case "reportsCall": reportsCall = flag
    default: throw RuleRowError("an app has no `\(key)`")
    }
  }
}

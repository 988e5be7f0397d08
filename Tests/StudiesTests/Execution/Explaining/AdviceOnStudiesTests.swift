import EventSimulation
import Testing
import Workload

@testable import Studies

/// Each sentence of the advice on a study in which it is due, and on one of the same app in which it is not.
/// ``AppHealthTests`` has the simulator, the user's settings, misspelled names, missing modes, apps that ask for
/// nothing, failing runs and debuggers.
@Suite("Advice on whole studies") struct AdviceOnStudiesTests {
  /// A sentence with the study in which it is due.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// A part of the sentence that no other sentence has.
    var words: String
    var study: ExplainedStudy

    init(_ name: String, _ words: String, _ change: (inout ExplainedStudy) -> Void) {
      testDescription = name
      self.words = words
      study = AdviceOnStudiesTests.stale
      change(&study)
    }

    init(_ reason: BlockingReason, _ change: (inout ExplainedStudy) -> Void) {
      self.init(reason.name, "\(reason.clause). \(reason.remedy(Self.kind(reason)))", change)
    }

    private static func kind(_ reason: BlockingReason) -> BlockingReason.WorkKind {
      reason == .transferStage || reason == .resumeDelay ? .transferInBackground : .short
    }
  }

  /// An app whose content changes so fast that hourly runs leave it stale, and which nothing else holds up.
  static let stale: ExplainedStudy = {
    var study = ExplainedStudy()
    study.content = "{process: poisson, perDay: 1000, freshWithin: 1 s}"
    study.policy = "{name: immediate, enforces: all}"
    return study
  }()

  private static let refresh = "    tasks:\n      - {id: news.refresh, kind: refresh, floor: 1 h}\n"
  private static let plugged = "[{from: \"00:00\", to: \"23:59\"}]"

  private static func refresh(_ keys: String) -> String {
    "    tasks:\n      - {id: news.refresh, kind: refresh, \(keys)}\n"
  }

  private static func setting(_ name: String, _ value: String) -> String {
    "script: [{at: 2 d 08:00, action: setting, setting: \(name), value: \(value)}]\n"
  }

  /// Steps of every day, or of every hour where the times have no hour.
  private static func daily(_ steps: [(time: String, action: String)], from first: Int = 0) -> String {
    (first..<12).flatMap { day in
      steps.map { "  - {at: \(day) d \($0.time), action: \($0.action)}\n" }
    }.joined()
  }

  private static func hourly(_ steps: [(minute: String, action: String)], from first: Int = 0) -> String {
    let all = (0..<24).flatMap { hour in steps.map { ("\(twoDigits(hour)):\($0.minute)", $0.action) } }
    return daily(all, from: first)
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  static let waits: [Case] = [
    Case(.barWifiOnly) {
      $0.network = "cellular"
      $0.population = AppHealthTests.settings.replacing("barWifiOnly: 0 %", with: "barWifiOnly: 100 %")
    },
    Case(.firstUnlock) { $0.extra = "script:\n" + daily([("20:30", "reboot")]) },
    Case(.appForeground) {
      $0.usage = "{opensPerDay: 8, stay: 40 min}"
      $0.work = refresh("floor: 1 min")
    },
    Case(.alreadyRunning, concurrent),
    Case(.concurrency, concurrent),
    Case(.earliestBeginDate) {
      // A request whose window is open is replaced once a day.
      $0.work = refresh("floor: 1 min")
      $0.extra =
        "parameters: {refresh.minGap: 1 h}\nscript:\n"
        + daily([
          ("10:30", "submit, app: org.example.news, task: news.refresh, kind: refresh, floor: 5 h")
        ])
    },
    Case(.deviceInUse) {
      $0.usage = "{opensPerDay: 100, stay: 1 min}"
      $0.work = refresh + "      - {id: news.index, kind: processing, floor: 15 min}\n"
      $0.charging = plugged
      $0.extra = "parameters: {processing.settlingMean: 0 min, processing.runtimeLimit: 10 min}\n"
    },
    Case(.noNetwork, offAndOn),
    Case(.noPermittedPath) {
      $0.network = "cellular"
      $0.work = "    transfers: [{session: s, files: 3, down: 0.2 MB, allowsCellular: false, on: open}]\n"
    },
    Case(.herd, offAndOn),
    Case(.settling) {
      $0.work = refresh + "      - {id: news.index, kind: processing, floor: 15 min}\n"
      $0.charging = plugged
      $0.extra = "parameters: {processing.settlingMean: 60 min}\n"
    },
    Case(.resumeDelay) {
      $0.work = refresh + "    transfers: [{session: s, files: 10, chained: true, down: 5 MB, on: exit}]\n"
      $0.charging = plugged
    },
    Case(.thermalCritical) { $0.extra = setting("thermal", "3") },
    Case(.thermalSerious) { $0.extra = setting("thermal", "2") },
    Case(.busy) { $0.extra = setting("busy", "1") },
    Case(.cpuLoad) {
      $0.work = refresh + "      - {id: news.index, kind: processing, floor: 1 h}\n"
      $0.charging = plugged
      $0.extra = setting("cpuLoad", "0.9")
    },
    // Another app drains the cell.
    Case(.lowBattery) {
      $0.charging = "[{from: \"00:00\", to: \"01:00\"}]"
      $0.work =
        refresh + "  - id: org.example.game\n    usage: {at: [\"09:00\"], stay: 380 min}\n"
        + "    content: {process: poisson, perDay: 1, freshWithin: 3 h}\n"
    },
    Case(.energyBudget) {
      $0.work = refresh("floor: 15 min, work: {down: 50 MB}")
      $0.extra = "parameters: {budget.energyFraction: 0.005}\n"
    },
    Case(.dataBudget) {
      $0.network = "cellular"
      $0.work = refresh("floor: 15 min, work: {down: 10 MB}")
      $0.extra = "parameters: {budget.cellularCapacity: 5 MB, budget.useWeight: 0}\n"
    },
    Case(.rateLimit) {
      $0.work = refresh("floor: 1 min")
      $0.extra = "parameters: {refresh.minGap: 60 min}\n"
    },
    Case(.appUsage) { $0.usage = "{at: [\"08:00\"], everyDays: 6, stay: 3 min}" },
    Case(.bootHold) {
      $0.work = refresh("floor: 1 min")
      $0.extra =
        "parameters: {gate.bootHold: 600 s}\nscript:\n"
        + hourly([("02", "reboot"), ("03", "unlock"), ("04", "lock")])
    },
    Case(.transferStage) {
      $0.network = "cellular"
      $0.work = "    transfers: [{session: s, files: 3, down: 0.2 MB, discretionary: true, on: open}]\n"
    },
    Case(.score) { $0.policy = "seven-factor" },
    Case(.policyChoice) { $0.policy = "never" },
  ]

  /// Eight series of one app that work for nine minutes each, with one slot for all.
  private static func concurrent(_ study: inout ExplainedStudy) {
    study.work =
      refresh
      + (0..<8).map { number in
        "      - {id: news.p\(number), kind: processing, floor: 1 min, "
          + "work: {cpu: 1 s, wait: 9 min, down: 0 kB}}\n"
      }
      .joined()
    study.charging = plugged
    study.extra =
      "parameters: {processing.maxConcurrent: 1, processing.minGap: 15 min, processing.runtimeLimit: 10 min, "
      + "submit.windowDelay: 0 s, processing.restFactor: 0}\n"
  }

  /// A phone without a path for 70 minutes of every two hours.
  private static func offAndOn(_ study: inout ExplainedStudy) {
    study.work =
      refresh("floor: 1 h, work: {down: 0 kB, up: 0 kB}")
      + "      - {id: news.index, kind: processing, floor: 15 min, requiresNetworkConnectivity: true, "
      + "work: {down: 1 kB}}\n"
    study.charging = plugged
    let steps = stride(from: 0, to: 22, by: 2).flatMap { hour in
      [
        ("\(twoDigits(hour)):00", "network, path: none"),
        ("\(twoDigits(hour + 1)):10", "network, path: wifi"),
      ]
    }
    study.extra =
      "parameters: {gate.herdPause: 1 h, gate.herdHold: 900 s, processing.minGap: 15 min}\nscript:\n"
      + daily(steps)
  }

  private static func pushes(_ keys: String, _ study: inout ExplainedStudy) {
    study.work = "    pushes: {\(keys)}\n"
  }

  static let refusals: [Case] = [
    Case(
      "continued task outside the bundle id", "no permitted wildcard that begins with the bundle id fits it"
    ) {
      $0.work = refresh + "      - {id: news.c, kind: continued, startsAfterOpen: 5 s}\n"
    },
    Case("GPU without entitlement", "it asks for the GPU without the entitlement") {
      $0.work =
        refresh + "      - {id: org.example.news.c, kind: continued, startsAfterOpen: 5 s, gpu: true}\n"
        + "    declarations: {permittedIdentifiers: [news.refresh, org.example.news.*], modes: [fetch]}\n"
    },
    Case("extension that may not schedule", "background tasks are not available here") {
      $0.work = refresh("floor: 1 h, origin: limitedExtension")
    },
    Case("two refresh requests", "because too many requests were pending. Reuse one identifier") {
      $0.work = refresh + "      - {id: news.second, kind: refresh, floor: 1 h}\n"
    },
    Case("push of priority 10", "the push server refused") { pushes("perDay: 10, priority: 10", &$0) },
    Case("push without content", "Send silent pushes with priority 5") {
      pushes("perDay: 10, contentAvailable: false", &$0)
    },
  ]

  static let losses: [Case] = [
    Case("coalesced pushes", "because a newer push came before they could run") {
      $0.policy = "charging-only"
      pushes("perDay: 200, expiration: 24 h", &$0)
    },
    Case("expired pushes", "because they expired before they could run") {
      $0.policy = "charging-only"
      $0.content = "{process: poisson, perDay: 12, freshWithin: 3 h}"
      pushes("perDay: 20, expiration: 5 min", &$0)
    },
    Case("pushes to an app that was force-quit", "lost (%), because the user had force-quit the app") {
      $0.extra = "script:\n" + daily([("19:10", "forceQuit, app: org.example.news")])
      pushes("perDay: 10, expiration: 24 h", &$0)
    },
    Case("pushes while refresh is off", "lost (%), because Background App Refresh was off") {
      $0.population = AppHealthTests.settings.replacing("barOff: 0 %", with: "barOff: 100 %")
      pushes("perDay: 10, expiration: 24 h", &$0)
    },
    Case("pushes without their mode", "the background mode `remote-notification`") {
      pushes("perDay: 10, expiration: 24 h", &$0)
      $0.work += "    declarations: {modes: [fetch]}\n"
    },
    Case("transfers that never find a path", "transfers failed (%)") {
      $0.network = "none"
      $0.usage = "{at: [\"08:00\"], stay: 3 min}"
      $0.work = "    transfers: [{session: s, files: 3, down: 200 MB, on: open}]\n"
    },
  ]

  static let defects: [Case] = [
    Case("no completion", "for want of a completion") { $0.work += "    quality: {completesOn: []}\n" },
    Case("processor monitor", "by the processor monitor") {
      $0.work = refresh + "      - {id: news.index, kind: processing, floor: 6 h, work: {cpu: 20 min}}\n"
    },
    Case("no handler", "killed: noHandler. Register each handler once") {
      $0.work += "    quality: {registration: missing}\n"
    },
    Case("handler registered twice", "In the warm-up, 1 of 1 runs was killed: duplicateRegistration.") {
      $0.work += "    quality: {registration: twice}\n"
    },
    Case("crashes", "by a crash. Read the crash reports") {
      $0.work = refresh("floor: 15 min, work: {wait: 25 s}")
      $0.extra = "script:\n" + kills(", crash: true")
    },
    Case("memory pressure", "for memory. Use less of it") {
      $0.work = refresh("floor: 15 min, work: {wait: 25 s}")
      $0.extra = "script:\n" + kills("")
    },
    Case("too much for one run", "met their time limit") {
      $0.work = refresh("floor: 1 h, work: {wait: 60 s}")
    },
    Case("cut off by the user", "were cut off by the user or the charger") {
      $0.usage = "{opensPerDay: 100, stay: 1 min}"
      $0.work = refresh + "      - {id: news.index, kind: processing, floor: 15 min, work: {wait: 4 min}}\n"
      $0.extra = "parameters: {processing.minGap: 1 h, processing.restFactor: 0}\n"
      $0.charging = plugged
    },
    Case("failing work", "failed by themselves. Find out why") {
      $0.work += "    quality: {failureProbability: 40 %}\n"
    },
    Case("replaced requests", "requests were replaced before they could run") {
      $0.usage = "{opensPerDay: 60, stay: 1 min}"
      $0.work += "    quality: {rearmsAtExit: true}\n"
    },
  ]

  /// The app's process ends in every other minute of every other hour after warm-up.
  private static func kills(_ key: String) -> String {
    let minutes = stride(from: 10, to: 60, by: 2)
    return hourly(minutes.map { ("\($0):20", "kill, app: org.example.news\(key)") }, from: 4)
  }

  private static func advice(_ study: ExplainedStudy) throws -> String {
    let explainer = try study.explainer()
    let app = try #require(explainer.installed("org.example.news"))
    return AppHealth(explainer, app: app, series: nil).advice.joined(separator: "\n")
      .replacing(/\(\d[\d.]* %\)/, with: "(%)")
      .replacing(#/ \(`[^`]*` took [\d.]+ % of what the app was debited\)/#, with: "")
  }

  @Test(
    "each sentence is there where it is due, and not for an app that nothing holds up",
    arguments: waits + refusals + losses + defects)
  func due(_ example: Case) throws {
    let words = example.words.lowercased()
    let due = try Self.advice(example.study)
    #expect(due.lowercased().contains(words), "\(due)")
    // The same words are missing where the app is as stale for no other reason than its content.
    #expect(try !Self.advice(Self.stale).lowercased().contains(words))
  }

  @Test("an app whose content is faster than any run is told that no reason held it up")
  func stale() throws {
    #expect(
      try Self.advice(Self.stale)
        == "No reason held the work up for long: see the changes above and what they would do.")
    #expect(try !Self.advice(ExplainedStudy()).contains("No reason held"))
  }

  @Test("an app whose only run was killed before the verdict counts is told of that in its cause, too")
  func earlierKill() throws {
    let twice = try #require(Self.defects.first { $0.testDescription == "handler registered twice" })
    let health = AppHealth(try twice.study.explainer(), app: 0, series: nil)
    #expect(health.verdict == .never)
    #expect(
      health.cause
        == "24 of 24 opens found stale content. In the warm-up, 1 of 1 runs was killed: duplicateRegistration."
    )
  }

  @Test("every reason has a study here or among the user's settings")
  func complete() {
    let settings: Set<String> = ["forceQuit", "barOff", "lowPowerMode", "externalPower"]
    let here = Set(Self.waits.map(\.testDescription))
    #expect(here.union(settings) == Set(BlockingReason.allCases.map(\.name)))
    #expect(here.isDisjoint(with: settings))
  }
}

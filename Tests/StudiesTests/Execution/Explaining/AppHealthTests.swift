import Basics
import EventSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("Verdicts on background work") struct AppHealthTests {
  /// A situation with the verdict, the cause's name and words of its sentence.
  struct Situation: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var study: ExplainedStudy
    var verdict: HealthVerdict
    var cause: String
    var words: String

    init(
      _ name: String, _ verdict: HealthVerdict, _ cause: String, _ words: String,
      _ change: (inout ExplainedStudy) -> Void
    ) {
      testDescription = name
      study = ExplainedStudy()
      change(&study)
      self.verdict = verdict
      self.cause = cause
      self.words = words
    }
  }

  static let settings =
    "  settings: {barOff: 0 %, barWifiOnly: 0 %, perAppOff: 0 %, manualLowPowerMode: 0 %}\n"

  static let situations: [Situation] = [
    Situation("simulator", .refused, "simulator", "the device is a simulator") {
      $0.archetype = ", device: simulator"
    },
    Situation("force quit for good", .never, "forceQuit", "the user had force-quit the app") {
      $0.usage = "{opensPerDay: 0}"
      $0.extra = """
        script:
          - {at: 0 d 08:00, action: open, app: org.example.news}
          - {at: 0 d 08:05, action: close, app: org.example.news}
          - {at: 0 d 09:00, action: forceQuit, app: org.example.news}

        """
    },
    Situation(
      "refresh off for the phone", .refused, "barOff", "Background App Refresh was off for the whole phone"
    ) {
      $0.population = settings.replacing("barOff: 0 %", with: "barOff: 100 %")
    },
    Situation("refresh off for the app", .refused, "barOff", "Background App Refresh was off for this app") {
      $0.population = settings.replacing("perAppOff: 0 %", with: "perAppOff: 100 %")
    },
    Situation("refresh switched off on day 2", .refused, "barOff", "Background App Refresh was off") {
      $0.extra = "script: [{at: 2 d 08:00, action: setting, setting: backgroundRefresh, value: 0}]\n"
    },
    Situation(
      "misspelled identifier", .refused, "misspelledIdentifier",
      "not among the permitted identifiers (`news.refresh` is)"
    ) { $0.work += "    quality: typo\n" },
    Situation("mode missing", .refused, "modeMissing", "does not declare the background mode `fetch`") {
      $0.work += "    declarations: {modes: [processing]}\n"
    },
    Situation("never opened", .never, "neverOpened", "the user never opened the app") {
      $0.usage = "{opensPerDay: 0}"
      $0.archetype = ", start: {newApps: [org.example.news]}"
    },
    Situation("Low Power Mode always", .never, "lowPowerMode", "Low Power Mode was on") {
      $0.population = settings.replacing("manualLowPowerMode: 0 %", with: "manualLowPowerMode: 100 %")
    },
    Situation("nothing submitted", .never, "nothingSubmitted", "The app never submitted a request") {
      $0.work = "    tasks:\n      - {id: news.refresh, kind: refresh, floor: 1 h, submits: false}\n"
    },
    Situation("nothing declared", .never, "nothingDeclared", "The app has no background task") {
      $0.work = ""
    },
    Situation(
      "extra time only", .failing, "timeLimit",
      "were cut off when the extra time of 30 s after leaving the app ended"
    ) {
      $0.work =
        "    assertions:\n      - {name: upload, length: 600 s}\n    quality: {endsAssertion: atExpiryOnly}\n"
    },
    Situation(
      "continued task that the user leaves before it starts", .never, "leftTooSoon",
      "visits the user left the app before the task was to start, 5 min after the open"
    ) { $0.work = continued("startsAfterOpen: 5 min") },
    Situation(
      "continued task without progress", .failing, "stalled",
      "stalled: they reported no progress for 20 s (10 s under heat or memory pressure)"
    ) {
      $0.work =
        continued("startsAfterOpen: 20 s, work: {wait: 10 min}") + "    quality: {progressInterval: none}\n"
    },
    Situation("continued task that the user cancels", .failing, "userCancelled", "were canceled by the user")
    {
      $0.work = continued("startsAfterOpen: 20 s, work: {wait: 10 min}")
      $0.extra = daily("cancelContinued, app: org.example.news, task: org.example.news.export")
    },
    Situation("continued task swiped away", .failing, "appRemoved", "the user swiped the app away") {
      $0.work = continued("startsAfterOpen: 20 s, work: {wait: 10 min}")
      $0.extra = daily("forceQuit, app: org.example.news")
    },
    Situation(
      "continued task without its entitlement", .refused, "gpuNotEntitled",
      "it asks for the GPU without the entitlement"
    ) { $0.work = continued("startsAfterOpen: 20 s, gpu: true") },
    Situation("second refresh request", .refused, "tooManyPending", "because too many requests were pending")
    {
      $0.work += "      - {id: news.second, kind: refresh, floor: 1 h}\n"
    },
    Situation(
      "floor anew at each exit", .never, "replaced", "requests were replaced before they could run"
    ) {
      $0.usage = "{at: [\"08:00\", \"12:30\", \"19:00\"], stay: 3 min}"
      $0.work =
        "    tasks:\n      - {id: news.refresh, kind: refresh, floor: 15 min}\n"
        + "      - {id: news.index, kind: processing, floor: 14 h}\n    quality: {rearmsAtExit: true}\n"
    },
    Situation("no charger", .never, "externalPower", "there was no charger connected") {
      $0.work =
        "    tasks:\n      - {id: news.index, kind: processing, floor: 6 h, requiresExternalPower: true}\n"
      $0.charging = "[{from: \"12:00\", to: \"14:00\", screenOn: true}]"
    },
    Situation("every run fails", .failing, "timeLimit", "met their time limit of 30 s") {
      $0.work =
        "    tasks:\n      - {id: news.refresh, kind: refresh, floor: 1 h, work: {cpu: 2 min}}\n"
        + "    quality: noCheckpoint\n"
    },
  ]

  /// A continued task with its wildcard.
  private static func continued(_ keys: String) -> String {
    "    tasks:\n      - {id: org.example.news.export, kind: continued, \(keys)}\n"
      + "    declarations: {permittedIdentifiers: [org.example.news.*]}\n"
  }

  /// An act of every day, two minutes after each open.
  private static func daily(_ action: String) -> String {
    "script:\n"
      + (0..<12).flatMap { day in
        ["08:02", "12:32", "19:02"].map { "  - {at: \(day) d \($0), action: \(action)}\n" }
      }.joined()
  }

  @Test("each situation has its verdict, and its cause in the first five lines", arguments: situations)
  func cause(_ situation: Situation) throws {
    let report = try situation.study.report()
    #expect(report.health.verdict == situation.verdict, "\(report.health.cause)")
    #expect(report.health.causeName == situation.cause, "\(report.health.cause)")
    let lines = report.page.text().split(separator: "\n", omittingEmptySubsequences: false).prefix(5)
    let start = lines.joined(separator: " ").lowercased()
    #expect(start.contains(situation.words.lowercased()), "\(start)")
    #expect(start.contains("verdict: \(situation.verdict.rawValue)"))
  }

  @Test("a healthy app is told how well it runs, and one thing more")
  func healthy() throws {
    let report = try ExplainedStudy().report()
    #expect(report.health.verdict == .healthy)
    #expect(report.health.causeName == nil)
    #expect(
      report.health.cause.contains(
        /^The work runs as often as the app can expect, and \d+ of the \d+ runs that ended succeeded\.$/))
    #expect(report.health.advice.count == 1)
    for situation in Self.situations { #expect(!report.page.text().contains(situation.words)) }
  }

  @Test("the worst series comes first and hides behind none that runs; remedies are told once")
  func perSeries() throws {
    let dead = try #require(Self.situations.first { $0.testDescription == "floor anew at each exit" })
    let report = try dead.study.report()
    let lines = report.page.text().split(separator: "\n")
    #expect(lines[1] == "Verdict: never, for the worst of its 2 series, `news.index` (processing)")
    #expect(lines[2].hasPrefix("Cause: `news.index`: "))
    #expect(report.health.series.map(\.verdict) == [.healthy, .never])
    #expect(report.health.series[0].findings.isEmpty)
    #expect(report.health.advice[0].hasPrefix("`news.index`: "))
    var study = ExplainedStudy()
    study.work += (0..<2).map { "      - {id: news.more\($0), kind: refresh, floor: 1 h}\n" }.joined()
    let text = try study.report().page.text().replacing("\n", with: " ")
    #expect(text.contains("Also: `news.more1` (refresh) refused"), "\(text)")
    #expect(text.contains("; `news.more0` refused 3") && text.contains("; `news.more1` refused 3"), "\(text)")
    #expect(text.ranges(of: "submitting it again replaces the old").count == 1)
  }

  @Test("freshness is fresh from nine in ten, mostly stale below seven, and leads where it is worse")
  func freshness() throws {
    #expect(
      [1, 0.9, 0.899, 0.7, 0.699].map(HealthVerdict.init(freshShare:)) == [
        .healthy, .healthy, .someStale, .someStale, .mostlyStale,
      ])
    var study = ExplainedStudy()
    study.content = "{process: poisson, perDay: 1000, freshWithin: 1 s}"
    let report = try study.report()
    #expect(report.health.freshness == .mostlyStale && report.health.verdict == .mostlyStale)
    let text = report.page.text()
    #expect(text.contains("Verdict: mostlyStale, for what its users find at opens"))
    #expect(!text.contains("nothing needs to be changed"))
    // Runs are counted by kind, energy is a share of the battery, and use in front stands apart.
    #expect(text.contains(/Runs: refresh [\d.]+ a day/))
    #expect(text.contains(/Energy: background work [\d.]+ % of the battery a day/))
  }

  @Test("a cause names the second finding where the first leaves something to explain")
  func told() {
    let refused = Finding("notPermitted", "it was refused. Add it.", 1)
    let (half, third) = (Finding("wait", "it waited. Wait.", 0.5), Finding("quit", "it was quit. Ask.", 0.3))
    #expect(SeriesHealth.told([refused, third]).map(\.name) == ["notPermitted"])
    #expect(SeriesHealth.told([half, third, third]).map(\.name) == ["wait", "quit"])
    #expect(SeriesHealth.sentence([half, third]) == "It waited; it was quit.")
    #expect(SeriesHealth.told([]).isEmpty)
  }

  @Test("a healthy app is told what held it up most, with what it rests on where that is the cause")
  func blocker() throws {
    let report = try ExplainedStudy().report()
    #expect(report.health.advice[0].hasPrefix("What held the work up most: for "))
    #expect(report.health.restsOn.isEmpty)
    var study = ExplainedStudy()
    study.network = "cellular"
    study.work += "    transfers: [{session: photo, up: 20 MB, on: exit}]\n"
    let stuck = try study.report()
    #expect(stuck.health.restsOn.contains("budget.cellularCapacity = 30 MB (plausible range 5 to 200 MB)"))
    let budget = try #require(stuck.health.budget)
    #expect(budget.rows.first?.series == "photo" && budget.rows.first?.mechanism == .transferD)
    let bytes = try #require(budget.rows.first).amounts.bytes
    #expect(bytes > budget.allowance.bytes / 2 && budget.allowance.bytes < budget.phoneAllowance.bytes)
    let page = stuck.page.text()
    #expect(page.contains("\nDepends on assumed parameters: budget.cellularCapacity = 30 MB ("))
    #expect(page.contains("Who emptied the budgets") && page.contains("(`photo` took "))
    // Neither the flag nor the foreground is given back as advice for a transfer that has it.
    #expect(!stuck.health.advice.contains { $0.contains("without the flag") })
    #expect(try ExplainedStudy().report().health.budget == nil)
  }

  @Test("opens within reach are told as what they are")
  func opens() throws {
    let text = try ExplainedStudy().report().page.text().replacing("\n", with: " ")
    #expect(
      text.contains(
        /Opens: \d+ of \d+ \([\d.]+ %\) found fresh content; a background run could have reached \d+, \d+ of which \(/
      ))
  }

  @Test("a user who swipes the app away every evening is named with the time that it cost")
  func swiping() throws {
    var study = ExplainedStudy.swipingAway(at: "08:10")
    study.usage = "{at: [\"08:00\"], stay: 3 min}"
    let health = try study.report().health
    #expect(health.verdict > .healthy)
    let sentence = try #require(health.advice.first { $0.contains("force-quit") })
    #expect(sentence.contains("8 times after warm-up") && sentence.contains("% of the time ("))
    #expect(sentence.contains("% of the waiting ("), "\(sentence)")
    #expect(health.conditions.forceQuits == 8)
  }

  @Test("what held for a hundredth of the time is no advice")
  func threshold() throws {
    var study = ExplainedStudy()
    study.extra = """
      script:
        - {at: 6 d 03:00, action: setting, setting: lowPowerMode, value: 1}
        - {at: 6 d 04:00, action: setting, setting: lowPowerMode, value: 0}

      """
    let health = try study.report().health
    #expect(health.conditions.lowPowerMode == .hour)
    #expect(!health.advice.contains { $0.contains("Low Power Mode") })
  }

  @Test("runs of a debugger do not make an app healthy")
  func debugger() throws {
    var study = ExplainedStudy()
    study.usage = "{opensPerDay: 0}"
    study.archetype = ", start: {newApps: [org.example.news]}"
    study.extra =
      "parameters: {debug.attached: true}\nscript:\n"
      + (4..<10).map {
        "  - {at: \($0) d 10:00, action: simulateLaunch, app: org.example.news, task: news.refresh}\n"
      }.joined()
    let health = try study.report().health
    #expect(health.verdict == .never)
    #expect(health.series.first?.debuggerRuns == 6)
    #expect(health.advice.contains { $0.hasPrefix("6 of 6 runs were started by a debugger.") })
    #expect(try !ExplainedStudy().report().health.advice.contains { $0.contains("debugger") })
  }

  @Test("a simulated launch without a debugger is named")
  func refusedSimulation() throws {
    var study = ExplainedStudy()
    study.usage = "{opensPerDay: 0}"
    study.archetype = ", start: {newApps: [org.example.news]}"
    study.extra =
      "script: [{at: 5 d 10:00, action: simulateLaunch, app: org.example.news, task: news.refresh}]\n"
    let health = try study.report().health
    #expect(health.advice.contains { $0.contains("no debugger was attached") }, "\(health.advice)")
  }
}

import Basics
import EventSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("Verdicts on background work") struct AppHealthTests {
  static let settings =
    "  settings: {barOff: 0 %, barWifiOnly: 0 %, perAppOff: 0 %, manualLowPowerMode: 0 %}\n"

  @Test("each situation has its verdict, and its cause in the first five lines")
  func cause() throws {
    try RecordedCases("Tests/StudiesTests/Execution/Fixtures/verdicts.txt").expect { _, changes in
      let report = try ExplainedStudy(changes).report()
      let lines = report.page.text().split(separator: "\n", omittingEmptySubsequences: false).prefix(5)
      return ["cause: \(report.health.causeName ?? "none")"] + lines.filter { !$0.isEmpty }.map(String.init)
    }
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
  }

  @Test("the worst series comes first and hides behind none that runs; remedies are told once")
  func perSeries() throws {
    let dead = ExplainedStudy([
      "work     tasks:", "work       - {id: news.refresh, kind: refresh, floor: 15 min}",
      "work       - {id: news.index, kind: processing, floor: 14 h}",
      "work     quality: {rearmsAtExit: true}",
    ])
    let report = try dead.report()
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

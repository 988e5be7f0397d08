import Basics
import EventSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("The text of an explanation") struct ExplanationTextTests {
  @Test("no line is wider than 100 columns, on everyday phones with everything shown")
  func width() throws {
    let file = try StudyFile(
      path: ShippedStudy.path("quickstart"), overrides: [("horizonDays", "8"), ("warmUpDays", "3")])
    for device in 0..<3 {
      let explainer = try Explainer(DeviceReplay(file.study, policy: 0, replication: 0, device: device))
      for app in explainer.replay.plan.apps.indices where explainer.replay.plan.apps[app].specification != nil
      {
        let text = try ExplanationReport(
          explainer, app: Int32(app), series: nil, item: nil, showsGates: true, needsGates: device == 0
        ).page.text()
        for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
      }
    }
  }

  @Test("an end carries its reason, and times their weekday")
  func ends() throws {
    var study = ExplainedStudy()
    study.work =
      "    tasks:\n      - {id: news.refresh, kind: refresh, floor: 1 h, work: {cpu: 2 min}}\n"
      + "    quality: noCheckpoint\n"
    let report = try study.report()
    #expect(report.page.text().contains(/failed:\s+timeLimit/))
    #expect(report.page.text().contains("Thu 10 d ") || report.page.text().contains("Fri 11 d "))
    let plan = report.explainer.replay.plan
    #expect(plan.moment(.day(13, .minutes(8 * 60 + 5))) == "Sun 13 d 08:05")
  }

  @Test("the gates of the system are shown on demand")
  func gates() throws {
    let explainer = try ExplainedStudy().explainer()
    let plain = try ExplanationReport(
      explainer, app: 0, series: nil, item: nil, showsGates: false, needsGates: false
    ).page.text()
    let full = try ExplanationReport(explainer, app: 0, series: nil, item: nil).page.text()
    for words in ["What if: off for this item", "under each rule for radio tails"] {
      #expect(full.contains(words) && !plain.contains(words))
    }
    #expect(plain.contains("--gates adds") && !full.contains("--gates adds"))
  }

  @Test("the headings come in order, with the advice after the waits")
  func headings() throws {
    let text = try ExplainedStudy().report().page.text()
    var rest = text[...]
    for heading in [
      "Verdict: ", "Cause: ", "Runs: ", "Opens: ", "What blocked, over all waits",
      "What your changes would do",
      "What would help", "By hour of day", "Legend",
    ] {
      let range = try #require(rest.firstRange(of: heading), "\(heading)")
      rest = rest[range.upperBound...]
    }
  }
}

import Basics
import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("The page of an explanation") struct ExplanationTests {
  @Test("the first screen has at most 25 lines of 100 columns, and every table is at most as wide")
  func size() throws {
    let file = try StudyFile(
      path: ShippedStudy.path("examples/news-app"), overrides: [("horizonDays", "10"), ("warmUpDays", "4")])
    for device in 0..<3 {
      let replay = DeviceReplay(file.study, policy: 0, replication: 0, device: device)
      for app in replay.plan.apps.indices where replay.plan.apps[app].specification != nil {
        var explanation = try Explanation(replay, app: Int32(app), .init())
        try explanation.replayGates(item: nil)
        try explanation.tryRemedies(
          on: PhoneSample(replay, bundleID: explanation.bundleID, count: 3, jobs: 2))
        #expect(explanation.page([]).text().split(separator: "\n").count <= 25)
        let text = explanation.page(Set(Explanation.Detail.allCases)).text()
        for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
      }
    }
  }

  @Test("each table has its heading, and only where it is asked for")
  func tables() throws {
    let headings: [Explanation.Detail: String] = [
      .items: "Items", .waits: "Reasons for waiting", .hours: "By hour of day",
      .gates: "under each rule for radio tails",
    ]
    var explanation = try ExplainedStudy().explanation()
    try explanation.replayGates(item: nil)
    for (detail, heading) in headings {
      #expect(explanation.page([detail]).text().contains(heading) || detail == .items, "\(heading)")
      #expect(!explanation.page([]).text().contains(heading))
    }
  }

  @Test("a remedy counts as one replay of each device, and its name repeats it to the digit")
  func remedies() throws {
    var study = ExplainedStudy()
    study.work += "    quality: {identifierSpelling: wrong}\n"
    let all = try study.explanation(devices: 6)
    let row = try #require(all.bestRemedy()?.row)
    let alone = try study.explanation(devices: 6, remedy: row.remedy.name)
    #expect(alone.trial?.rows.map(\.results) == [row.results])
    #expect(alone.trial?.rows.first?.lost == row.lost)
    holds(row.isBetter && all.lines.contains { $0.remedies.contains { $0.remedy == row.remedy } })
  }

  @Test("a kill without an effect on the outcome is a defect with its number and rule")
  func defects() throws {
    var study = ExplainedStudy()
    study.work += "    quality: {holdsLock: true}\n"
    let explanation = try study.explanation()
    let defect = try #require(explanation.defects.first { $0.change == .fileLock })
    let kills = explanation.base.history.apps[0].acts.count {
      if case .terminated(_, "lockHeld") = $0.kind { true } else { false }
    }
    #expect(defect.count == kills && kills > 0)
    let outcome = try #require(explanation.chosen?.outcome)
    #expect(defect.sentence(outcome).contains("(LIFE-8)"))
  }

  @Test("a replay without one cause prints the number of its line in JSON")
  func without() throws {
    let study = ExplainedStudy.swipingAway()
    let line = try #require(try study.explanation().lines.first)
    let single = try #require(
      try SingleReplay(without: "forceQuit", study.replay(), app: 0, .init()))
    #expect(line.cause.changes == [.forceQuit] && single.lost == line.lostWithout)
    let both = try SingleReplay(without: "forceQuit,score", study.replay(), app: 0, .init())
    #expect(both.map { $0.lost <= single.lost } == true)
    #expect(try SingleReplay(without: "forceQuit,nothing", study.replay(), app: 0, .init()) == nil)
  }

  @Test("every key of the JSON is explained, and every explained key exists")
  func keys() throws {
    var found: Set<String> = []
    func collect(_ value: JSONValue, _ path: String) {
      switch value {
      case .object(let members):
        for member in members { collect(member.value, path.isEmpty ? member.name : "\(path).\(member.name)") }
      case .array(let elements): for element in elements { collect(element, path + "[]") }
      default: break
      }
      found.insert(path)
    }
    let explained = Set(
      Explanation.keys.flatMap { $0[0].split(separator: ",").map { String($0.trimmingPrefix(" ")) } }
        .map { $0.replacing("[]", with: "") })
    var study = ExplainedStudy.swipingAway()
    study.work += "    quality: {holdsLock: true}\n"
    collect(try study.explanation(devices: 2).json, "")
    // The tables behind the first screen are explained as a whole.
    let tables = ["items", "waits", "budgets", "hours", "energy", "gates", "sure", "other_outcomes"]
    let keys = found.map { $0.replacing("[]", with: "") }.filter { key in
      !key.isEmpty && !tables.contains { key.hasPrefix("\($0).") } && !key.hasPrefix("causes.or.")
    }
    for key in keys { holds(explained.contains(key), "\(key)") }
    for key in explained where !["findings", "causes.or"].contains(where: { key.hasPrefix("\($0).") }) {
      holds(keys.contains(key), "\(key)")
    }
  }

  @Test(
    "work of the app is named by identifier, last word, or kind, and a task that brings content has its cadence"
  )
  func task() throws {
    let study = ExplainedStudy.swipingAway()
    func outcome(_ task: String) throws -> String? {
      try study.explanation(.init(task: task)).chosen?.outcome.name
    }
    let refresh = try outcome("refresh")
    #expect(refresh?.hasPrefix("cadence: ") == true, "\(refresh ?? "")")
    #expect(try outcome("nothing") == nil)
    holds(try study.explanation().knownWords.tasks.contains("refresh"))
  }
}

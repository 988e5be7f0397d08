import Basics
import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("Causes that replays show") struct CauseTests {
  @Test("each case has its outcome and its causes, and they add up to the lost slots")
  func causes() throws {
    try RecordedCases("Tests/StudiesTests/Execution/Fixtures/causes.txt").expect { title, changes in
      let explanation = try ExplainedStudy(changes).explanation()
      let named = explanation.lines.reduce(0) { $0 + $1.cause.slots }
      let lost = explanation.chosen?.lost ?? 0
      #expect(named + explanation.ordinary + explanation.unexplained == lost, "\(title)")
      return explanation.page([]).text().split(separator: "\n").map(String.init)
    }
  }

  @Test("the plant of each case is the first cause, or an alternative to it")
  func planted() throws {
    try RecordedCases("Tests/StudiesTests/Execution/Fixtures/planted.txt").expect { title, changes in
      // The title ends with the names that count.
      let names = title.split(separator: ": ")[1].split(separator: " ").map(String.init)
      let explanation = try ExplainedStudy(changes).explanation()
      let first = explanation.lines.first
      let said = (first?.cause.changes ?? []) + (first?.cause.alternatives ?? [])
      #expect(!Set(said.map(\.name)).isDisjoint(with: names), "\(title): \(said.map(\.name))")
      let lines = explanation.lines.map { line in
        "\(line.cause.slots) \(line.cause.changes.map(\.name).joined(separator: " + "))"
          + (line.cause.alternatives.isEmpty
            ? "" : " or \(line.cause.alternatives.map(\.name).joined(separator: ", "))")
      }
      let rest = explanation.unexplained > 0 ? ["\(explanation.unexplained) not explained"] : []
      #expect(explanation.replayCount <= 60, "\(title)")
      return ["\(explanation.chosen?.lost ?? 0) of \(explanation.chosen?.slots ?? 0)"] + lines + rest
    }
  }

  @Test("a change and its study key give the same events")
  func keys() throws {
    let defects: [(Change, String)] = [
      (.registration, "registration: missing"), (.spelling, "identifierSpelling: wrong"),
      (.resubmission, "resubmits: never"), (.rearming, "rearmsOnBackground: true"),
      (.emptyWork, "doesNoWork: true"),
      (.earlyCompletion, "completesEarly: true"), (.completion, "completesOn: [failure]"),
      (.expirationHandler, "setsExpirationHandler: false"), (.expiryReaction, "expiryReaction: 9 s"),
      (.checkpoints, "checkpointInterval: none"), (.fileLock, "holdsLock: true"),
      (.lowPowerCheck, "checksLowPowerMode: true"), (.refreshCheck, "checksRefreshStatus: true"),
      (.randomFailures, "failureProbability: 4 %"), (.failures, "failureProbability: 60 %"),
    ]
    for (change, defect) in defects {
      let words = try #require(change.key).replacing("[].quality.", with: "")
      func study(_ quality: String) -> ExplainedStudy {
        var study = ExplainedStudy()
        // The work meets its time limit, so that expiry and checkpoints matter.
        study.work = "    tasks:\n      - {id: news.refresh, kind: refresh, work: {cpu: 5 s, wait: 40 s}}\n"
        study.work += "    quality: {\(quality)}\n"
        return study
      }
      let broken = try AppScene(study(defect).replay(), app: 0)
      let repaired = try AppScene(study(words).replay(), app: 0)
      let hash = try broken.with([change]).run().eventHash
      #expect(try hash == repaired.run().eventHash, "\(change)")
      #expect(
        try hash != broken.run().eventHash || change == .lowPowerCheck || change == .refreshCheck, "\(change)"
      )
    }
  }

  @Test("a change of the events of an app and the study keys that are named give the same events")
  func eventKeys() throws {
    let bluetooth =
      "    declarations: {modes: [bluetooth-central]}\n    bluetooth: {every: 1 h, restores: false}\n"
    let steps = "[{type: steps, perDay: 0}]\n"
    let task = "    tasks:\n      - {id: news.refresh, kind: refresh, earliestBegin: 1 h"
    let cases: [(Change, String)] = [
      (.bluetoothRestore, bluetooth), (.accessorySetup, bluetooth.replacing("false", with: "true")),
      (.healthEntitlement, "    declarations: {modes: [fetch]}\n    health: \(steps)"),
      (.stepsInterval, "    declarations: {modes: [fetch], health: true}\n    health: \(steps)"),
      (.dataProtection, "\(task)}\n    protection: complete\n"),
      (.dataProtection, "\(task), protection: complete}\n"),
      (.dataProtection, "\(task), protection: complete}\n    protection: complete\n"),
    ]
    for (change, work) in cases {
      var study = ExplainedStudy()
      study.work = work
      // A device that the user left unlocked gets its steps at once.
      study.extra = """
        script:
          - {at: 5 d 13:00, action: forceQuit, app: org.example.news}
          - {at: 6 d 02:00, action: kill, app: org.example.news}
          - {at: 6 d 12:50, action: unlock}
        """
      if work.contains("steps") {
        study.extra += "\n  - {at: 6 d 13:00, action: health, app: org.example.news}"
        study.extra += "\n  - {at: 6 d 13:10, action: health, app: org.example.news}"
      }
      let scene = try AppScene(study.replay(), app: 0)
      let keys = try #require(Change.studyKeys([change], of: scene)).split(separator: ", ").map { pair in
        let parts = pair.split(separator: ": ").map(String.init)
        return (parts[0].contains("[") ? parts[0] : "parameters.\(parts[0])", parts[1])
      }
      let repaired = AppScene(
        DeviceReplay(try study.file(keys).study, policy: 0, replication: 0, device: 0), app: 0)
      let hash = try scene.with([change]).run().eventHash
      #expect(try hash == repaired.run().eventHash, "\(change)")
      #expect(try hash != scene.run().eventHash, "\(change)")
    }
  }

  @Test("the key of each defect repairs an app that has all of them")
  func repairs() throws {
    var study = ExplainedStudy()
    study.work += """
          declarations: {modes: [], health: false}
          bluetooth: {every: 1 h, restores: false}
          health: [{type: steps, perDay: 4}]
          protection: complete
          quality: {registration: missing, identifierSpelling: wrong, resubmits: never, rearmsOnBackground: true,
            handlesSubmitError: false, checksLowPowerMode: true, checksRefreshStatus: true, doesNoWork: true,
            completesEarly: true, completesOn: [failure], setsExpirationHandler: false, expiryReaction: 9 s,
            checkpointInterval: none, progressInterval: none, holdsLock: true, endsAssertion: never,
            movesFiles: false, callsWakeCompletion: false, reportsCall: false, enterBackgroundTime: 9 s,
            launchTime: 9 s, failureProbability: 60 %}

      """
    let scene = try AppScene(study.replay(), app: 0)
    for change in Change.allCases where change.kind == .defect && change.key != nil {
      #expect(change.applies(to: scene), "\(change)")
    }
  }

  @Test("the key of the earliest begin date names each task that begins late, and gives the same events")
  func beginDate() throws {
    func scene(_ earliestBegin: String) throws -> AppScene {
      var study = ExplainedStudy()
      study.work = """
            tasks:
              - {id: news.check, kind: refresh, fetches: false}
              - {id: news.refresh, kind: processing, earliestBegin: \(earliestBegin)}

        """
      return try AppScene(study.replay(), app: 0)
    }
    let (late, soon) = (try scene("9 h"), try scene("15 min"))
    #expect(Change.studyKeys([.beginDate], of: late) == "apps[0].tasks[1].earliestBegin: 15 min")
    let hash = try late.with([.beginDate]).run().eventHash
    #expect(try hash == soon.run().eventHash && hash != late.run().eventHash)
  }

  @Test(
    "PUSH-2 a message counts as shown within its expiration only, and a newer one takes the place of the oldest"
  )
  func messages() throws {
    var study = ExplainedStudy()
    study.content = "{process: none}"
    study.work = "    visiblePushes: {on: poisson, perDay: 8, expiration: 1 h}\n"
    study.archetype = ", noNetwork: [{from: \"08:30\", to: \"18:50\"}]"
    let scene = try AppScene(study.replay(), app: 0)
    let replay = try Replay(scene)
    let counter = SlotCounter(scene, base: replay)
    func lost(_ limit: TimeSpan) -> Int { counter.messages(within: limit)(replay).lost.count }
    #expect(lost(.hour) == 26 && lost(.hours(24)) == 26 && lost(.zero) > lost(.hour))
  }

  @Test("attempts of two continued tasks count for their own task")
  func continuedTasks() throws {
    var study = ExplainedStudy()
    study.content = "{process: none}"
    study.work = """
          tasks:
            - {id: org.example.news.a, kind: continued, startsAfterOpen: 5 s, work: {cpu: 20 s}}
            - {id: org.example.news.b, kind: continued, startsAfterOpen: 90 s, work: {cpu: 20 s}}

      """
    let scene = try AppScene(study.replay(), app: 0)
    let replay = try Replay(scene)
    let own = replay.items(of: 0).filter { $0.submitted >= scene.plan.warmUpEnd }
    for name in ["org.example.news.a", "org.example.news.b"] {
      let outcome = Outcome.all(scene, base: replay).first { $0.task == name }
      #expect(outcome?.slots(replay) == own.count { $0.identifier == name }, "\(name)")
    }
  }

  @Test("a change of parameters and its study key give the same events, which differ without it")
  func parameters() throws {
    let defects: [(Change, String)] = [
      (.memory, "life.pressureHazard: 1 1/h"), (.cpuLimit, "life.cpuMonitorLimit: 1 s"),
      (.runLimit, "refresh.runtimeLimit: 8 s"),
    ]
    for (change, defect) in defects {
      let key = try #require(change.key)
      func scene(_ parameters: String) throws -> AppScene {
        var study = ExplainedStudy()
        study.work = "    tasks:\n      - {id: news.refresh, kind: refresh, work: {cpu: 5 s, wait: 9 s}}\n"
        study.extra = "parameters: {\(parameters)}\n"
        return try AppScene(study.replay(), app: 0)
      }
      let (broken, repaired) = (try scene(defect), try scene(key))
      let hash = try broken.with([change]).run().eventHash
      #expect(try hash == repaired.run().eventHash, "\(change)")
      #expect(try hash != broken.run().eventHash, "\(change)")
    }
  }

  @Test(
    "whole numbers add up to a total by largest remainders",
    arguments: [
      ([1.5, 1.5], 3, [2, 1]), ([0.4, 0.6, 2], 3, [0, 1, 2]), ([7.2, 0.9, 0.9], 9, [7, 1, 1]),
    ])
  func whole(values: [Double], total: Int, expected: [Int]) {
    #expect(CauseSearch.whole(values, total: total) == expected)
  }

  @Test("reasons are lifted for the items of one app only, and a lifted reason blocks none of them")
  func oneApp() throws {
    let file = try StudyFile(
      path: ShippedStudy.path("quickstart"), overrides: [("horizonDays", "4"), ("warmUpDays", "0")])
    let scene = AppScene(DeviceReplay(file.study, policy: 0, replication: 0, device: 1), app: 0)
    func blocked(_ whatIf: WhatIf, app: Int32) throws -> Bool {
      let result = try scene.replay.run(records: [.log, .blocking], whatIf: whatIf)
      let own = Set(History(result, of: scene.plan).items.filter { $0.app == app }.map(\.item))
      return result.blocked.contains { own.contains($0.item) && $0.reasons.contains(BlockingSet(.score)) }
    }
    let apps = scene.plan.apps.indices.filter { scene.plan.apps[$0].specification != nil }.map { Int32($0) }
    let waiting = try apps.filter { try blocked(WhatIf(), app: $0) }
    let one = try #require(waiting.first)
    let lifted = WhatIf(app: one, lifted: BlockingSet(.score))
    #expect(try !blocked(lifted, app: one))
    #expect(try waiting.dropFirst().contains { try blocked(lifted, app: $0) })
  }
}

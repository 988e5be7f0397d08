import EventSimulation
import OutputAnalysis
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("A developer's levers") struct LeverTests {
  /// The outcomes of the levers on the study's phone, by kind; nil is the phone as it is.
  private static func outcomes(_ study: ExplainedStudy) throws -> [Lever.Kind?: AppOutcome] {
    let replay = DeviceReplay(try study.file().study, policy: 0, replication: 0, device: 0)
    let levers = Lever.all(replay.study.apps[0], series: nil)
    let found = try LeverTrial.outcomes(replay, app: 0, series: nil, levers: levers)
    var outcomes: [Lever.Kind?: AppOutcome] = [nil: found.base]
    for lever in levers { if let moved = found.moved[lever] { outcomes[lever.kind] = moved } }
    return outcomes
  }

  @Test("only the levers that apply are tried")
  func applying() throws {
    let found = Set(try Self.outcomes(ExplainedStudy()).keys)
    #expect(
      found == [nil, .shorterFloor, .longerFloor, .lessWork, .pushInsteadOfRefresh, .pushPerChange])
  }

  @Test("refresh switched on brings the runs of the same phone with it on")
  func refreshOn() throws {
    var off = ExplainedStudy()
    off.population = AppHealthTests.settings.replacing("barOff: 0 %", with: "barOff: 100 %")
    var on = ExplainedStudy()
    on.population = AppHealthTests.settings
    let found = try Self.outcomes(off)
    #expect(found[nil]?.runsPerDay == 0)
    let expected = try #require(try Self.outcomes(on)[nil])
    #expect(expected.runsPerDay > 1)
    #expect(found[.refreshOn] == expected)
    var scripted = ExplainedStudy()
    scripted.extra = "script: [{at: 2 d 08:00, action: setting, setting: backgroundRefresh, value: 0}]\n"
    #expect(try Self.outcomes(scripted)[.refreshOn]?.runsPerDay == expected.runsPerDay)
  }

  @Test("the right identifier brings the runs of the careful app")
  func namesRight() throws {
    var typo = ExplainedStudy()
    typo.work += "    quality: typo\n"
    let found = try Self.outcomes(typo)
    #expect(found[nil]?.runsPerDay == 0)
    #expect(found[.namesRight]?.runsPerDay == (try Self.outcomes(ExplainedStudy())[nil]?.runsPerDay))
  }

  @Test("half and twice the floor are the same study with that floor")
  func floors() throws {
    let found = try Self.outcomes(ExplainedStudy())
    for (lever, floor) in [(Lever.Kind.shorterFloor, "30 min"), (.longerFloor, "2 h")] {
      var study = ExplainedStudy()
      study.work = study.work.replacing("floor: 1 h", with: "floor: \(floor)")
      #expect(found[lever] == (try Self.outcomes(study)[nil]))
    }
  }

  @Test("flags are lifted from the tasks that have them")
  func flags() throws {
    var study = ExplainedStudy()
    study.usage = "{at: [\"12:00\"], stay: 3 min}"
    study.work = """
          tasks:
            - {id: news.index, kind: processing, floor: 6 h, requiresExternalPower: true, requiresNetworkConnectivity: true}

      """
    study.network = "none"
    let found = try Self.outcomes(study)
    #expect(found[nil]?.runsPerDay == 0)
    #expect(try #require(found[.withoutNetwork]).runsPerDay > 0)
    #expect(found[.withoutExternalPower]?.runsPerDay == 0)
  }

  @Test("less work takes less energy, and a checkpoint finishes what one run cannot")
  func work() throws {
    var study = ExplainedStudy()
    study.work =
      "    tasks:\n      - {id: news.refresh, kind: refresh, floor: 1 h, work: {cpu: 10 s, wait: 40 s}}\n"
      + "    quality: noCheckpoint\n"
    let found = try Self.outcomes(study)
    let plain = try #require(found[nil]?.opens?.freshShare)
    #expect(try #require(found[.lessWork]?.opens?.freshShare) > plain)
    #expect(try #require(found[.checkpoints]?.opens?.freshShare) > plain)
    #expect(try Self.outcomes(ExplainedStudy())[.checkpoints] == nil)
    let light = try Self.outcomes(ExplainedStudy())
    #expect(
      try #require(light[.lessWork]).batteryJoulesPerDay < (try #require(light[nil])).batteryJoulesPerDay)
  }

  @Test("a push for each change runs about as often as the content changes")
  func pushes() throws {
    let found = try Self.outcomes(ExplainedStudy())
    let pushes = try #require(found[.pushInsteadOfRefresh])
    #expect(pushes.runsPerDay > 6 && pushes.runsPerDay < 18, "\(pushes.runsPerDay)")
    var study = ExplainedStudy()
    study.content = "{process: none}"
    #expect(try Self.outcomes(study)[.pushInsteadOfRefresh] == nil)
  }

  @Test("a user who opens the app daily gives it runs")
  func opens() throws {
    var study = ExplainedStudy()
    study.usage = "{opensPerDay: 0}"
    study.archetype = ", start: {newApps: [org.example.news]}"
    let found = try Self.outcomes(study)
    #expect(found[nil]?.runsPerDay == 0)
    #expect(try #require(found[.opensDaily]).runsPerDay > 1)
    #expect(try Self.outcomes(ExplainedStudy())[.opensDaily] == nil)
  }

  @Test("a fetch at every open applies to content that is not fetched there")
  func fetchAtOpen() throws {
    var study = ExplainedStudy()
    study.content = "{process: poisson, perDay: 12, fetchOnOpen: false}"
    #expect(try Self.outcomes(study)[.fetchAtOpen] != nil)
    #expect(try Self.outcomes(ExplainedStudy())[.fetchAtOpen] == nil)
  }

  /// A phone without Wi-Fi whose photos go over cellular.
  private static func mobile(_ keys: String) -> ExplainedStudy {
    var study = ExplainedStudy()
    study.network = "cellular"
    study.work += "    transfers: [{session: photo, up: 20 MB, \(keys)}]\n"
    return study
  }

  @Test("transfers are withdrawn, halved, kept for Wi-Fi, left to the system or started in the foreground")
  func transfers() throws {
    let behind = try Self.outcomes(Self.mobile("on: exit"))
    let plain = try #require(behind[nil])
    #expect(Set(behind.keys).isSuperset(of: [.noTransfers, .halfTransfers, .wifiTransfers, .frontTransfers]))
    #expect(behind[.discretionaryTransfers] == nil)
    let lever = Lever(kind: .frontTransfers, subject: "photo")
    #expect(lever.title(in: "a") == "photo: start transfers in the foreground")
    // What is not sent over cellular leaves the budget to refresh.
    for lever in [Lever.Kind.noTransfers, .wifiTransfers, .frontTransfers] {
      #expect(try #require(behind[lever]).runs > plain.runs, "\(lever)")
    }
    let front = try Self.outcomes(Self.mobile("on: open"))
    #expect(front[.discretionaryTransfers] != nil && front[.frontTransfers] == nil)
    #expect(
      try #require(front[.discretionaryTransfers]).backgroundJoules < #require(front[nil]).backgroundJoules)
  }

  @Test("pushes come once a change, more often, less often or never")
  func pushRates() throws {
    var study = ExplainedStudy()
    study.work = "    pushes: {on: poisson, perDay: 6, expiration: 12 h}\n"
    let found = try Self.outcomes(study)
    func runs(_ kind: Lever.Kind?) throws -> Int { try #require(found[kind]).runs }
    #expect(try runs(.noPushes) == 0 && runs(.fewerPushes) < runs(nil) && runs(nil) < runs(.morePushes))
    #expect(try runs(.pushPerChange) > runs(nil))
    study.work = "    pushes: {on: contentChange}\n"
    #expect(try Self.outcomes(study)[.pushPerChange] == nil)
  }

  @Test("progress more often, one identifier and submitting only when none is pending bring more runs")
  func habits() throws {
    var rearming = ExplainedStudy()
    rearming.usage = "{opensPerDay: 60, stay: 1 min}"
    rearming.work += "    quality: {rearmsAtExit: true}\n"
    let found = try Self.outcomes(rearming)
    #expect(try #require(found[.submitWhenNone]).runs > #require(found[nil]).runs)
    var two = ExplainedStudy()
    two.work += "      - {id: news.second, kind: refresh, floor: 1 h}\n"
    #expect(try Self.outcomes(two)[.oneIdentifier] != nil)
    var silent = ExplainedStudy()
    silent.work =
      "    tasks:\n      - {id: org.example.news.c, kind: continued, startsAfterOpen: 20 s, work: {wait: 20 min}}\n"
      + "    declarations: {permittedIdentifiers: [org.example.news.*]}\n    quality: {progressInterval: none}\n"
    let continued = try Self.outcomes(silent)
    #expect(continued[nil]?.successes == 0)
    #expect(try #require(continued[.moreProgress]).successes > 0)
  }

  @Test("over phones each lever has a paired interval, those that are shown to help come first, users last")
  func phones() throws {
    let file = try StudyFile(
      path: ShippedStudy.path("examples/news-app"), overrides: [("horizonDays", "16"), ("warmUpDays", "9")])
    let replay = DeviceReplay(file.study, policy: 0, replication: 0, device: 3)
    let sample = PhoneSample(replay, bundleID: "org.example.news", count: 22, jobs: 2)
    let trial = try LeverTrial(sample, series: nil)
    // Two more than the fleet has come from the next replication.
    #expect(trial.phones == 22 && trial.hasContent)
    let gains = trial.rows.filter { !$0.lever.kind.isUsers }.map(\.shownGain)
    #expect(gains == gains.sorted(by: >))
    #expect(trial.rows.last.map(\.lever.kind.isUsers) == true)
    for row in trial.rows {
      let gain = try #require(row.gain), half = try #require(row.gain?.halfWidth)
      #expect((row.effect == "no effect shown") == (abs(gain.mean) <= half), "\(row.lever)")
    }
    let first = try #require(trial.first)
    #expect(first.title.hasPrefix("photo: "), "\(first.title)")
    let one = try LeverTrial(
      PhoneSample(replay, bundleID: "org.example.news", count: 1, jobs: 1), series: "photo")
    #expect(one.phones == 1 && one.first == nil)
    #expect(one.rows.allSatisfy { $0.lever.subject == "photo" || $0.lever.subject.isEmpty })
    // The phone looked at is the first.
    #expect(one.base == [trial.base[0]] || one.base[0].opens == trial.base[0].opens)
  }
}

import EventSimulation
import Testing
import Workload

@testable import Studies

@Suite("A developer's levers") struct LeverTests {
  private static func outcomes(_ study: ExplainedStudy, series: String? = nil) throws -> [Lever?:
    LeverOutcome]
  {
    let explainer = try study.explainer()
    let health = AppHealth(explainer, app: 0, series: series)
    let found = try explainer.levers(app: 0, series: series, conditions: health.conditions)
    #expect(found.first?.lever == nil)
    return Dictionary(uniqueKeysWithValues: found.map { ($0.lever, $0) })
  }

  @Test("only the levers that apply are tried")
  func applying() throws {
    let found = Set(try Self.outcomes(ExplainedStudy()).keys)
    #expect(found == [nil, .shorterFloor, .longerFloor, .lessWork, .pushInsteadOfRefresh])
  }

  @Test("refresh switched on brings the runs of the same phone with it on")
  func refreshOn() throws {
    var off = ExplainedStudy()
    off.population = AppHealthTests.settings.replacing("barOff: 0 %", with: "barOff: 100 %")
    var on = ExplainedStudy()
    on.population = AppHealthTests.settings
    let found = try Self.outcomes(off)
    #expect(found[nil]?.runsPerDay == 0)
    var expected = try #require(try Self.outcomes(on)[nil])
    expected.lever = .refreshOn
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
    for (lever, floor) in [(Lever.shorterFloor, "30 min"), (.longerFloor, "2 h")] {
      var study = ExplainedStudy()
      study.work = study.work.replacing("floor: 1 h", with: "floor: \(floor)")
      var expected = try #require(try Self.outcomes(study)[nil])
      expected.lever = lever
      #expect(found[lever] == expected)
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
    let plain = try #require(found[nil])
    #expect(try #require(found[.lessWork]).freshOpens ?? 0 > plain.freshOpens ?? 1)
    #expect(try #require(found[.checkpoints]).freshOpens ?? 0 > plain.freshOpens ?? 1)
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
}

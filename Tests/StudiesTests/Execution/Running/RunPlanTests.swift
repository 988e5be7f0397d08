import ResultsStore
import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Plan of runs")
struct RunPlanTests {
  @Test("Every policy of every design point has a run for each replication, with its own identity")
  func everyRun() throws {
    let plain = try StudyFolder().study(StudyText.minimal)
    #expect(RunPlan(plain, command: "slumber run").entries.count == 4)
    let factorial = try StudyFolder().study(
      StudyText.minimal + """
        arms:
          - {name: plain, set: {}}
          - {name: busy, set: {"apps[0].content.perDay": 24}}
        factors:
          refresh.minGap: [10 min, 20 min, 30 min]
          push.minGap: {from: 10 min, to: 20 min, steps: 3}
        """)
    let plan = RunPlan(factorial, command: "slumber run")
    #expect(plan.entries.count == 18 * 2 * 2)
    #expect(Set(plan.entries.map(\.planned.runID)).count == plan.entries.count)
  }

  @Test(
    "GATE-1: a run lists the soft gates that its policy obeys, without gates that the platform enforces"
  )
  func gates() throws {
    func gates(_ value: String, _ parameters: String = "") throws -> [String] {
      let file = try StudyFolder().study(
        StudyText.minimal + parameters, overrides: [("policies.fixed-interval.enforces", value)])
      return RunPlan(file, command: "slumber run").entries[1].planned.enforces
    }
    #expect(try gates("none") == [])
    #expect(try gates("all").count == 12)
    #expect(try gates("[lowBattery, lowPowerMode]") == ["lowBattery"])
    #expect(
      try gates(
        "[lowBattery, lowPowerMode]", "parameters: {factor.lowBattery: off, factor.lowPowerMode: soft}\n")
        == ["lowPowerMode"])
  }
}

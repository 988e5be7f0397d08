import ResultsStore
import StudyExecution
import StudyTestSupport
import TestSupport
import Testing

@Suite("Plan of runs")
struct RunPlanTests {
  @Test("Every policy of every design point has a run for each replication, with an identity of its own")
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
}

import ModelParameters
import ResultsStore
import StudyFormat
import StudyTestSupport
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Design of a study")
struct DesignTests {
  @Test("A study without arms and factors has the one point `base`")
  func base() throws {
    let file = try StudyFolder().study(StudyText.minimal)
    #expect(file.points.map(\.name) == ["base"])
  }

  @Test("A full factorial has every combination once, the first factor slowest")
  func factorial() throws {
    let file = try StudyFolder().study(
      StudyText.minimal + """
        arms:
          - {name: plain, set: {}}
          - {name: busy, set: {"apps[0].content.perDay": 24}}
        factors:
          refresh.minGap: [10 min, 20 min, 30 min]
          push.minGap: {from: 10 min, to: 20 min, steps: 3}
        """)
    #expect(file.points.count == 18)
    #expect(Set(file.points.map(\.name)).count == 18)
    #expect(file.points.map(\.order) == Array(0..<18))
    #expect(
      file.points[..<4].map(\.name) == [
        "plain;refresh.minGap=10 min;push.minGap=10 min", "plain;refresh.minGap=10 min;push.minGap=15 min",
        "plain;refresh.minGap=10 min;push.minGap=20 min", "plain;refresh.minGap=20 min;push.minGap=10 min",
      ])
    #expect(file.points[9].name == "busy;refresh.minGap=10 min;push.minGap=10 min")
    #expect(file.points[17].study.parameters.number("push.minGap") == 20)
    #expect(file.points[17].study.apps[0].content.changesPerDay == 24)
  }

  @Test("A factor of one policy varies that policy only")
  func policyFactor() throws {
    let file = try StudyFolder().study(
      StudyText.minimal + "factors: {policies.fixed-interval.fixed.interval: [10 min, 20 min]}\n")
    #expect(file.points.map { $0.study.policies[1].parameters.number("fixed.interval") } == [10, 20])
    #expect(Set(file.points.map { $0.study.policies[0].parameters.number("fixed.interval") }).count == 1)
  }

  @Test("Arms with one name are refused")
  func twice() throws {
    #expect(
      try StudyFolder().errors(StudyText.minimal + "arms:\n  - {name: a, set: {}}\n  - {name: a, set: {}}\n")
        == [
          "study.yaml:19:5: arms[1].name: found a second arm `a`, expected names that differ"
        ])
  }
}

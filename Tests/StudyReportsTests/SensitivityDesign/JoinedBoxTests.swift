import ModelParameters
import StudyReports
import Testing

@Suite("Boxes of several studies") struct JoinedBoxTests {
  @Test("what a study does not have stays in it, and its own values are part of the conditions")
  func joining() throws {
    var parameters = ParameterSet()
    parameters.set("score.thresholdEnd", .number(0.2))
    let own = SensitivityBoxTests.box(["score.thresholdStart"], parameters: parameters)
    let other = SensitivityBoxTests.box(["gate.herdPause", "score.threshold"])
    let box = SensitivityBox(joining: [own, other])
    let names = box.factors.map(\.name)
    #expect(names.sorted() == ["gate.herdPause", "score.thresholdEnd", "score.thresholdStart"])
    let start = try #require(names.firstIndex(of: "score.thresholdStart"))
    let end = try #require(names.firstIndex(of: "score.thresholdEnd"))
    let point = SensitivityPoint.base.moving(start, to: .number(0.7)).moving(end, to: .number(0.1))
    #expect(box.study(0).moving(point).moves.map(\.factor) == [start])
    #expect(box.study(1).moving(point) == point)
    #expect(box.study(0).values(at: point)?.map(\.name) == ["score.thresholdStart"])
    #expect(box.study(1).values(at: point)?.map(\.name) == ["score.thresholdEnd", "score.thresholdStart"])
    #expect(box.values(at: point) != nil)
  }

  @Test("a point is outside where one of the studies does not allow it")
  func conditions() throws {
    let names = ["usage.learningDays", "usage.refreshEligibilityDays"]
    var parameters = ParameterSet()
    parameters.set(names[0], .number(6))
    func box(_ parameters: ParameterSet) -> SensitivityBox {
      SensitivityBoxTests.box([names[1]], grades: [.c, .d], parameters: parameters)
    }
    let joined = SensitivityBox(joining: [box(ParameterSet()), box(parameters)])
    let low = SensitivityPoint.base.moving(0, to: .number(5))
    #expect(joined.study(0).values(at: low) != nil)
    #expect(joined.study(1).values(at: low) == nil && joined.values(at: low) == nil)
  }
}

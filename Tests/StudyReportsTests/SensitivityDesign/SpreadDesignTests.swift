import ModelParameters
import StudyReports
import Testing

@Suite("Spread points") struct SpreadDesignTests {
  private static let design = SpreadDesign(count: 40, seed: 2)

  @Test("what a condition ties together is drawn again until it holds, and each point has all assumptions")
  func conditions() {
    // Days that are looked at, from 2 to 28, and days that are asked for, from 0 to 7: at most the former.
    let box = SensitivityBoxTests.box([
      "usage.learningDays", "usage.refreshEligibilityDays", "gate.herdPause",
    ])
    let points = Self.design.points(Array(box.factors.indices), in: box)
    #expect(points.count == 40 && points.allSatisfy { $0.moves.count == 3 && box.values(at: $0) != nil })
    // The other assumption keeps its stratum: 40 pauses from 1 to 8 h, one in each fortieth.
    let strata = points.compactMap { box.numbers(at: $0)["gate.herdPause"] }.map { Int(($0 - 1) / 7 * 40) }
    #expect(Set(strata).count == 40)
    #expect(Self.design.points([0, 1, 2], in: box) == points)
    let other = SpreadDesign(count: 40, seed: 2, name: "fit", number: 1)
    #expect(other.points([0, 1, 2], in: box) != points)
  }

  @Test("points through given ones take their assumptions together, and spread the others")
  func through() throws {
    let box = SensitivityBoxTests.box(["score.threshold", "gate.herdPause"])
    func factor(_ name: String) throws -> Int { try #require(box.factors.firstIndex { $0.name == name }) }
    let (start, end) = (try factor("score.thresholdStart"), try factor("score.thresholdEnd"))
    let given = [(0.61, 0.01), (0.94, 0.27), (0.7, 0.1)].map {
      SensitivityPoint.base.moving(start, to: .number($0.0)).moving(end, to: .number($0.1))
    }
    let points = Self.design.points([try factor("gate.herdPause"), start], in: box, through: given)
    #expect(points.count == 3 && points.allSatisfy { $0.moves.count == 3 })
    let taken = points.map { point in
      SensitivityPoint(point.moves.filter { [start, end].contains($0.factor) })
    }
    #expect(taken == given)
    #expect(Set(points.compactMap { box.numbers(at: $0)["gate.herdPause"] }).count == 3)
    #expect(Self.design.points([start], in: box, through: given).unique.count == 3)
  }
}

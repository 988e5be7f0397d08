import ModelParameters
import StudyReports
import TestSupport
import Testing

@testable import Studies

@Suite("Plausible points") struct PlausiblePointsTests {
  private func points(_ text: String) throws -> PlausiblePoints { try PlausiblePoints(csv: Array(text.utf8)) }

  @Test(
    "the table of a fit contains parameter values, and a parameter space uses the values of its own parameters"
  )
  func table() throws {
    let found = try points(
      """
      set,weight,distance,score.thresholdStart,gate.herdPause,"d_O1, twice",d_O2
      p1,0.75,3.5,0.7,2.5,0.1,
      p2,0.25,4,0.9,3,0,1.5

      """)
    #expect(found.names == ["score.thresholdStart", "gate.herdPause"])
    #expect(found.levels == [[0.7, 2.5], [0.9, 3]] && found.weights == [0.75, 0.25])
    #expect(found.effectiveSize == 1.6 && found.effectiveSize(of: 1) == 1)
    #expect(try Set(found.drawn(2, seed: 1).levels) == Set(found.levels))
    #expect(throws: PlausiblePoints.Failure.tooFewSets(2, asked: 3)) { try found.drawn(3, seed: 1) }
    let box = SensitivityBox(ParameterSet(), grades: [.d], patterns: ["score.thresholdStart"]) { _ in nil }
    #expect(found.points(in: box).map { $0.moves.map(\.level) } == [[.number(0.7)], [.number(0.9)]])
  }

  @Test("another table is refused, and so is one without a point")
  func refusals() {
    #expect(throws: PlausiblePoints.Failure.noTable) { try points("a,b\n1,2\n") }
    #expect(throws: PlausiblePoints.Failure.noTable) {
      try points("set,weight,distance,score.x,d_O1\np1,1,2,many,0\n")
    }
    #expect(throws: PlausiblePoints.Failure.noTable) {
      try points("set,weight,distance,score.x,d_O1\np1,0,2,1,0\n")
    }
    #expect(throws: PlausiblePoints.Failure.nothingPlausible) {
      try points("set,weight,distance,score.x,d_O1\n")
    }
  }

  @Test(
    "the points that come with the studies lie in the ranges of the catalogue, and move parameters of today")
  func shipped() throws {
    let found = try points(PackageRoot.text("scenarios/fitted/plausible.csv"))
    let box = SensitivityBox(ParameterSet(), grades: [.d], named: found.names) { _ in nil }
    #expect(Set(found.names).isSubset(of: Set(box.factors.map(\.name))))
    for point in found.points(in: box) {
      #expect(point.moves.count == found.names.count && box.values(at: point) != nil)
      for move in point.moves {
        guard let number = box.factors[move.factor].number(move.level) else { continue }
        #expect(box.factors[move.factor].range?.contains(number) == true, "\(box.text(point))")
      }
    }
  }
}

import ModelParameters
import StudyReports
import Testing

@testable import Studies

@Suite("Plausible points") struct PlausiblePointsTests {
  private func points(_ text: String) throws -> PlausiblePoints { try PlausiblePoints(csv: Array(text.utf8)) }

  @Test("the table of a fit gives the values of its parameters, of which a box takes those that it has")
  func table() throws {
    let found = try points(
      """
      point,wave,score.thresholdStart,gate.herdPause,"i_O1, twice",i_O2,deciding,largest
      p1,1,0.7,2.5,0.1,,0,0.1
      p2,2,0.9,3,0,1.5,0,1.5

      """)
    #expect(found.names == ["score.thresholdStart", "gate.herdPause"])
    #expect(found.levels == [[0.7, 2.5], [0.9, 3]])
    let box = SensitivityBox(ParameterSet(), grades: [.d], patterns: ["score.thresholdStart"]) { _ in nil }
    #expect(found.points(in: box).map { $0.moves.map(\.level) } == [[.number(0.7)], [.number(0.9)]])
  }

  @Test("another table is refused, and so is one without a point")
  func refusals() {
    #expect(throws: PlausiblePoints.Failure.noTable) { try points("a,b\n1,2\n") }
    #expect(throws: PlausiblePoints.Failure.noTable) { try points("point,wave,score.x,i_O1\np1,1,many,0\n") }
    #expect(throws: PlausiblePoints.Failure.nothingPlausible) { try points("point,wave,score.x,i_O1\n") }
  }
}

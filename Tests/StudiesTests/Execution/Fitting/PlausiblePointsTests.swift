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

  @Test("points that repeat a set have its level with a number")
  func levels() {
    let levels = (0..<5).map { PlausibleDifferences.level(ofPoint: $0, sets: 2) }
    #expect(levels == ["p1", "p2", "p1.2", "p2.2", "p1.3"])
  }

  @Test("the supplied plausible sets state the rules of their fit")
  func rules() throws {
    let found = try points(PackageRoot.text("scenarios/fitted/plausible.csv"))
    let box = SensitivityBox(ParameterSet(), grades: [.d], named: found.names) { _ in nil }
    // The fit has varied the gap itself.
    for (name, words) in EarlierRules.changes where name != "processing.minGap" {
      var earlier = ParameterSet()
      try earlier.set(name, parsing: [words])
      for point in found.points(in: box) {
        let value = box.values(at: point)?.first { $0.name == name }?.value
        #expect(value == earlier.value(name), "\(name)")
      }
    }
  }
}

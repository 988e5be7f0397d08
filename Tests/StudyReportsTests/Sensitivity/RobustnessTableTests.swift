import JSON
import ResultsStore
import SensitivityDesign
import Testing

@testable import StudyReports

@Suite("Verdicts over the box of assumptions") struct RobustnessTableTests {
  /// A difference of 10 J that is negative where the threshold at the end is above 0.4 of 0 to 0.5.
  private func table() throws -> RobustnessTable {
    let analysis = try SensitivityWorld.analysis(["score.thresholdEnd"], spread: 20) { numbers, replication in
      40 * (0.4 - numbers["score.thresholdEnd", default: 0]) + (replication % 2 == 0 ? 0.1 : -0.1)
    }
    let report = SensitivityReport(
      analysis,
      heading: SearchHeading(
        study: "tiny", studyDigest: "d", designPoint: "base", devices: 3, replications: 4))
    return try RobustnessTable(json: Array(report.json.text().utf8))
  }

  private func row(_ difference: Double, _ verdict: String?, point: String = "base") -> ComparisonRow {
    var row = ComparisonRow(
      designPoint: point, arm: "base", metric: SensitivityWorld.metric, unit: "J/d", policy: "poll",
      mean: nil, halfWidth: nil, baseline: "base", replicationsUsed: 4)
    row.judged.difference = difference
    row.judged.verdict = verdict
    return row
  }

  @Test("a verdict with a sign carries the share of points of the same comparison and sign")
  func words() throws {
    let table = try table()
    #expect(table.study == "tiny" && table.studyDigest == "d")
    let words = table.words(of: row(8, "worse"))
    #expect(["; holds in 15 of 20 points", "; holds in 16 of 20 points"].contains(words), "\(words)")
    #expect(table.words(of: row(-8, "better")).isEmpty)
    #expect(table.words(of: row(8, "equivalent")).isEmpty)
    #expect(table.words(of: row(8, "worse", point: "other")).isEmpty)
  }

  @Test("a file that is none, and a search without points, are refused with what was expected")
  func refusals() throws {
    #expect(
      throws: RobustnessTable.Failure.noTable(
        expected: "sensitivity.json as `slumber sensitivity --to` writes it")
    ) {
      try RobustnessTable(json: Array("{}".utf8))
    }
    let report = try SensitivityWorld.corner()
    #expect(
      throws: RobustnessTable.Failure.noTable(
        expected:
          "points over the box and a sign that is clear in the study as it is: run `slumber sensitivity --quick` "
          + "with --points 64")
    ) { try RobustnessTable(json: Array(report.json.text().utf8)) }
  }
}

import Basics
import ResultsStore
import Testing

@testable import StudyReports

@Suite("Verdicts over the box of assumptions") struct PointShareTests {
  /// A difference of 10 J that is negative where the threshold at the end is above 0.2208 of 0 to 0.276.
  private func table(replications: Int = 10) throws -> SensitivityTable {
    let analysis = try SensitivityWorld.analysis(
      ["score.thresholdEnd"], spread: 20, replications: replications
    ) { numbers, replication in
      40 * (0.2208 - numbers["score.thresholdEnd", default: 0]) + (replication % 2 == 0 ? 0.1 : -0.1)
    }
    let report = SensitivityWorld.report(analysis)
    return try SensitivityTable(json: Array(report.json.text().utf8), needsShares: true)
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
    let form = try Regex(
      "^; same sign in 1[56] of 20 points, noise-adjusted in [78][0-9.]* % \\([0-9.]+ to [0-9.]+ %\\)$")
    #expect(words.contains(form), "\(words)")
    #expect(table.words(of: row(8, "unresolved")) == words)
    let members = table.members(of: row(8, "worse"))
    #expect(
      members.map(\.name) == [
        "robust_points", "robust_by_estimates", "robust_freed_of_noise", "robust_lower", "robust_upper",
      ])
    #expect(members.dropFirst().allSatisfy { $0.value.real != nil } && members[0].value.wholeNumber == 20)
    #expect(
      try self.table(replications: 4).words(of: row(8, "worse")) == "; no share (fewer than 5 replications)")
    #expect(table.words(of: row(-8, "better")).isEmpty)
    #expect(table.words(of: row(8, "equivalent")).isEmpty)
    #expect(table.words(of: row(8, "worse", point: "other")).isEmpty)
  }

  @Test("a file that is none, and a search without points, are refused with what was expected")
  func refusals() throws {
    #expect(
      throws: SensitivityTable.Failure(
        expected: "sensitivity.json as `slumber sensitivity --to` writes it")
    ) {
      try SensitivityTable(json: Array("{}".utf8), needsShares: true)
    }
    let report = try SensitivityWorld.corner()
    #expect(
      throws: SensitivityTable.Failure(
        expected:
          "points over the box, with their shares: run `slumber sensitivity --quick` of this version with --points 64"
      )
    ) { try SensitivityTable(json: Array(report.json.text().utf8), needsShares: true) }
  }
}

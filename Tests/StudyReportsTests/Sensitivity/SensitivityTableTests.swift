import Basics
import OutputAnalysis
import ResultsStore
import TestSupport
import Testing

@testable import StudyReports

@Suite("A stored search for decisive assumptions") struct SensitivityTableTests {
  private func stored(_ report: SensitivityReport, needsShares: Bool = false) throws -> SensitivityTable {
    try SensitivityTable(json: Array(report.json.text().utf8), needsShares: needsShares)
  }

  /// A difference of 10 J that is negative where the threshold at the end is above 0.2208 of 0 to 0.276.
  private func report(replications: Int = 10) throws -> SensitivityReport {
    SensitivityWorld.report(
      try SensitivityWorld.analysis(["score.thresholdEnd"], spread: 20, replications: replications) {
        40 * (0.2208 - $0["score.thresholdEnd", default: 0]) + ($1 % 2 == 0 ? 0.1 : -0.1)
      })
  }

  @Test("a file gives back conclusions, boundaries and pictures of the search that wrote it")
  func roundTrip() throws {
    let report = try SensitivityWorld.corner()
    let table = try stored(report)
    holds(table.heading.study == "tiny" && table.heading.studyDigest == "d")
    holds(table.heading.designPoint == "base" && table.conclusions == report.conclusions)
    #expect((table.heading.devices, table.heading.replications) == (3, 4))
    #expect(table.boundaries.map(\.sentence) == report.boundaries.map(\.sentence))
    let own = try #require(table.comparisons.first)
    let picture = RowChart(
      title: own.contrast.text, unit: own.unit, base: own.inStudy.difference.estimate, bars: own.bars)
    holds(!table.boundaries.isEmpty && own.share == nil && picture.svg == report.chart(0).svg)
  }

  @Test("a verdict with a sign carries the share of points of the same comparison and sign")
  func words() throws {
    let report = try report()
    let table = try stored(report, needsShares: true)
    let share = try #require(table.comparisons.first?.share)
    holds(share == report.shares[0] && share.points == 20 && [15, 16].contains(share.withSign))
    func row(_ difference: Double, _ verdict: String, point: String = "base") -> ComparisonRow {
      var row = ComparisonRow(
        designPoint: point, arm: "base", metric: SensitivityWorld.metric, unit: "J/d", policy: "poll",
        mean: nil, halfWidth: nil, baseline: "base", replicationsUsed: 4)
      (row.judged.difference, row.judged.verdict) = (difference, verdict)
      return row
    }
    let words = table.words(of: row(8, "worse"))
    let form =
      /; same sign in 1[56] of 20 points, noise-adjusted in [78][0-9.]* % \([0-9.]+ to [0-9.]+ %\)/
    holds(words.wholeMatch(of: form) != nil && table.words(of: row(8, "unresolved")) == words, "\(words)")
    let members = table.members(of: row(8, "worse"))
    #expect(
      members.map(\.name) == [
        "robust_points", "robust_by_estimates", "robust_noise_adjusted", "robust_lower", "robust_upper",
      ])
    holds(members.dropFirst().allSatisfy { $0.value.real != nil } && members[0].value.wholeNumber == 20)
    let few = try stored(self.report(replications: 4), needsShares: true)
    #expect(few.words(of: row(8, "worse")) == "; no share (fewer than 5 replications)")
    for other in [row(-8, "better"), row(8, "equivalent"), row(8, "worse", point: "other")] {
      holds(table.words(of: other).isEmpty)
    }
  }

  @Test("the chapter escapes every text of the file, and its pictures too")
  func escaping() throws {
    let text = try SensitivityWorld.corner().json.text().replacing("poll", with: "<b>&'")
    let chapter = try SensitivityTable(json: Array(text.utf8)).chapter(units: ShownUnits())
    holds(chapter.html.contains("&lt;b&gt;&amp;'") && !chapter.html.contains("<b>"))
    #expect(chapter.data.map(\.name) == ["sensitivity.csv"])
    holds(
      String(decoding: chapter.data[0].csv, as: UTF8.self).hasPrefix(
        "subject,parameter,level,difference,verdict\n"))
  }

  @Test(
    "any other file is refused, and a search without points where its shares are needed",
    arguments: ["", "{}", "[1]", "{\"study\": \"x\", \"design_point\": \"base\", \"comparisons\": []}"])
  func refusals(text: String) throws {
    let expected = "sensitivity.json as `slumber sensitivity --to` writes it"
    #expect(throws: SensitivityTable.Failure(expected: expected)) {
      try SensitivityTable(json: Array(text.utf8))
    }
    let points =
      "a sample of the parameter space: run `slumber sensitivity --quick` of this version with --points 64"
    let corner = try SensitivityWorld.corner()
    #expect(throws: SensitivityTable.Failure(expected: points)) { try stored(corner, needsShares: true) }
  }
}

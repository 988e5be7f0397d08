import Basics
import Testing

@testable import StudyReports

@Suite("A stored search for decisive assumptions") struct SensitivityTableTests {
  @Test("a file gives back conclusions, boundaries and pictures of the search that wrote it")
  func roundTrip() throws {
    let report = try SensitivityWorld.corner()
    let table = try SensitivityTable(json: Array(report.json.text().utf8))
    #expect(table.study == "tiny" && table.designPoint == "base")
    #expect((table.devices, table.replications) == (3, 4))
    #expect(table.conclusions == report.conclusions)
    #expect(table.boundaries.map(\.sentence) == report.boundaries.map(\.sentence))
    #expect(!table.boundaries.isEmpty)
    let own = try #require(table.comparisons.first)
    let picture = RowChart(title: own.text, unit: own.unit, base: own.difference, bars: own.bars)
    #expect(picture.svg == report.chart(0).svg)
    #expect(own.share == nil)
  }

  @Test("points over the box are counted")
  func shares() throws {
    let analysis = try SensitivityWorld.analysis(
      ["score.thresholdEnd"], spread: 20, replications: 10
    ) { numbers, replication in
      40 * (0.2208 - numbers["score.thresholdEnd", default: 0]) + (replication % 2 == 0 ? 0.1 : -0.1)
    }
    let report = SensitivityWorld.report(analysis)
    let table = try SensitivityTable(json: Array(report.json.text().utf8))
    let share = try #require(table.comparisons.first?.share)
    #expect(share == report.shares[0] && share.points == 20 && [15, 16].contains(share.withSign))
  }

  @Test("the chapter escapes every text of the file, and its pictures too")
  func escaping() throws {
    let text = try SensitivityWorld.corner().json.text().replacing("poll", with: "<b>&'")
    let chapter = try SensitivityTable(json: Array(text.utf8)).chapter
    #expect(chapter.html.contains("&lt;b&gt;&amp;'"))
    #expect(!chapter.html.contains("<b>"))
    #expect(chapter.data.map(\.name) == ["sensitivity.csv"])
    #expect(
      String(decoding: chapter.data[0].csv, as: UTF8.self).hasPrefix(
        "subject,assumption,level,difference,verdict\n"))
  }

  @Test(
    "any other file is refused",
    arguments: ["", "{}", "[1]", "{\"study\": \"x\", \"design_point\": \"base\", \"comparisons\": []}"])
  func refusals(text: String) {
    #expect(
      throws: SensitivityTable.Failure(
        expected: "sensitivity.json as `slumber sensitivity --to` writes it")
    ) { try SensitivityTable(json: Array(text.utf8)) }
  }
}

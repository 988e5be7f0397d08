import Basics
import ResultsStore
import StudyReports
import Testing

@Suite("Report of a selection by two metrics") struct FrontSelectionReportTests {
  private func report(asked: Int = 5) throws -> FrontSelectionReport {
    let section = try FrontierSection(FrontTable.runs(FrontTable.places), policies: FrontTable.policies)
    return FrontSelectionReport(try #require(section.fronts.first), replications: asked)
  }

  @Test("each policy that knows no future is shown to be on the front, or to be dominated, or neither")
  func parts() throws {
    let report = try report()
    #expect(report.shownOnFront == ["never", "random", "immediate"])
    #expect(report.shownDominated.contains("seven-factor") && !report.shownDominated.contains("aligned"))
    #expect(report.open.contains("aligned") && report.open.contains("fixed-interval"))
    let all = report.shownOnFront + report.shownDominated + report.open
    #expect(Set(all).count == 7 && all.count == 7 && !all.contains("clairvoyant"))
  }

  @Test(
    "the guarantee names its tests, their number and the replications, and no part of the replications is passed over"
  )
  func guarantee() throws {
    let text = try report().page.text(width: 1000)
    #expect(
      text.contains(
        "With a probability of at least 95 % none of the policies that are shown to be on the front"))
    #expect(
      text.contains(
        "84 one-sided paired t tests share the rest of the probability (Bonferroni), after 5 replications"))
    #expect(text.contains("shown to be on the front: never, random, immediate\n"))
    #expect(!text.contains("INCOMPLETE"))
    #expect(try report(asked: 6).page.text(width: 1000).contains("INCOMPLETE: 6 replications were asked for"))
    let json = try report(asked: 6).json
    #expect(json["replications"] == .integer(5) && json["replications_asked_for"] == .integer(6))
  }
}

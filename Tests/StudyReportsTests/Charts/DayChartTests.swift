import Testing

@testable import StudyReports

@Suite("Picture of a day") struct DayChartTests {
  /// A row of each kind, with names that do not fit.
  private static let chart: DayChart = {
    var waits = DayChart.Row("processing com.example.an.app.with.a.long.name.maintenance.of.the.database")
    waits.bars = [(0, 2, .early), (2, 7, .wait(0)), (7, 9, .wait(1)), (9, 9.01, .run), (20, 21, .failedRun)]
    waits.marks = [(0, .request), (12, .push), (13, .lostPush)]
    var opens = DayChart.Row("opens by its user")
    opens.marks = [(8, .fresh), (12.5, .stale), (12.6, .open)]
    let budget = DayChart.Panel("energy budget, J", lines: [[(0, 20), (24, -3)], [(0, 4), (24, 4)]])
    return DayChart(
      title: "day 8 (Tue) of \(String(repeating: "com.example.", count: 12)) on device 3 under seven-factor",
      subtitle: String(repeating: "many words ", count: 30),
      groups: [
        DayChart.Group("Phone", rows: [DayChart.Row("screen on, unlocks")], panels: [budget]),
        DayChart.Group(String(repeating: "com.example.", count: 12), rows: [waits, opens]),
      ],
      reasons: [
        (0, "energyBudget (the energy budget for background work was empty)"), (1, "score (a better moment)"),
      ],
      dashed: "the app's share of a budget")
  }()

  @Test("no text is cut off, and none covers another, however long names are")
  func texts() throws {
    let svg = Self.chart.svg
    try PictureTexts.check(svg, atLeast: 25)
    #expect(svg.contains(">…") && svg.contains(".of.the.database<"))
  }

  @Test("what the rows show stands in the legend, and nothing else")
  func legend() {
    let svg = Self.chart.svg
    for words in [
      "open, content fresh", "open, content stale", "push lost", "run that failed", "waits: score",
    ] {
      #expect(svg.contains(">\(words)"), "\(words)")
    }
    #expect(!svg.contains(">unlocked<"))
  }

  @Test("each reason has a color of its own") func reasons() {
    #expect(Set((0..<29).map(PlotColor.distinct)).count == 29 && PlotColor.distinct(0) == "#b62020")
  }

  @Test("every color is told dark pages, and a run of seconds can be seen")
  func colors() throws {
    let svg = Self.chart.svg
    #expect(svg.contains("@media screen and (prefers-color-scheme: dark)") && svg.contains("max-width: 100%"))
    let run = try #require(
      svg.firstMatch(of: /<line x1="([\d.]+)"[^>]*x2="([\d.]+)"[^>]*stroke-width="15.0"/))
    #expect(try #require(Double(run.2)) - #require(Double(run.1)) >= 2)
    #expect(!PanelChart([], titles: ("x", "y")).svg.contains("@media"))
  }
}

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
      ], reasons: ["energyBudget (the energy budget for background work was empty)", "score (a better moment)"],
      dashed: "the app's share of a budget")
  }()

  /// The boxes of all texts, upright ones.
  private func boxes(_ svg: String) -> [(text: String, box: PlotRectangle)] {
    svg.matches(of: /<text x="([^"]+)" y="([^"]+)" font-size="(\d+)"[^>]* text-anchor="(\w+)"[^>]*>([^<]*)</).compactMap {
      guard let x = Double($0.1), let y = Double($0.2), let size = Double($0.3) else { return nil }
      let width = LabelPlacer.width(String($0.5)) * size / 12 - 4
      let left = $0.4 == "start" ? x : $0.4 == "end" ? x - width : x - width / 2
      return (
        String($0.5), PlotRectangle(left: left, top: y - size * 0.75, right: left + width, bottom: y + size * 0.2)
      )
    }
  }

  @Test("no text is cut off, and none covers another, however long names are")
  func texts() throws {
    let svg = Self.chart.svg
    let size = try #require(svg.firstMatch(of: /viewBox="0 0 ([\d.]+) ([\d.]+)"/))
    let page = PlotRectangle(
      left: 0, top: 0, right: try #require(Double(size.1)), bottom: try #require(Double(size.2)))
    let boxes = boxes(svg)
    #expect(boxes.count > 25)
    for (place, one) in boxes.enumerated() {
      #expect(page.contains(one.box), "\(one.text)")
      for other in boxes[(place + 1)...] {
        #expect(!one.box.overlaps(other.box), "\(one.text) and \(other.text)")
      }
    }
    #expect(svg.contains(">…") && svg.contains("maintenance.of.the.database<"))
  }

  @Test("what the rows show stands in the legend, and nothing else")
  func legend() {
    let svg = Self.chart.svg
    for words in ["open, content fresh", "open, content stale", "push lost", "run that failed", "waits: score"] {
      #expect(svg.contains(">\(words)"), "\(words)")
    }
    #expect(!svg.contains(">unlocked<"))
  }

  @Test("every color is told dark pages, and a run of seconds can be seen")
  func colors() throws {
    let svg = Self.chart.svg
    #expect(svg.contains("@media screen and (prefers-color-scheme: dark)") && svg.contains("max-width: 100%"))
    let run = try #require(svg.firstMatch(of: /<line x1="([\d.]+)"[^>]*x2="([\d.]+)"[^>]*stroke-width="15.0"/))
    #expect(try #require(Double(run.2)) - #require(Double(run.1)) >= 2)
    #expect(!PanelChart([], titles: ("x", "y")).svg.contains("@media"))
  }
}

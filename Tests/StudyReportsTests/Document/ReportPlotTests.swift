import ResultsStore
import Testing

@testable import StudyReports

@Suite("Pictures of a report") struct ReportPlotTests {
  /// Numbers of the attributes of an element, such as `x1`.
  private func numbers(_ attribute: String, in svg: String, where condition: (Substring) -> Bool) -> [Double]
  {
    svg.split(separator: "\n").filter(condition).compactMap { line in
      guard let start = line.firstRange(of: " \(attribute)=\"")?.upperBound else { return nil }
      return Double(line[start...].prefix { $0 != "\"" })
    }
  }

  @Test("times stand on a logarithmic axis: equal ratios are equal distances")
  func logarithmicAxis() throws {
    let plot = PanelChart(
      [TimeCurve(name: "a", start: 1, steps: [(1, 0.75), (100, 0.5), (10_000, 0.25)])], titles: ("x", "y"))
    // Ticks from 1 s to 6 h; the one of 1 s is the left edge, and 6 h the right one.
    let lines = numbers("x1", in: plot.svg) { $0.hasPrefix("<line") && $0.contains("#e8e8e8") }
    #expect(lines.contains(62) && lines.contains(746))
    let path = plot.svg.split(separator: "\n").first { $0.hasPrefix("<path") } ?? ""
    let places: [Double] = path.matches(of: #/[ML]([0-9.]+) /#).compactMap { Double($0.1) }
    // The start, its step at 1 s, and two corners for each later step.
    try #require(places.count == 6, "\(places)")
    #expect(places[0] == 62 && places[1] == 62, "\(places)")
    let (first, second) = (places[2] - 62, places[4] - places[2])
    #expect(abs(first - second) < 0.2, "\(places)")
  }

  @Test("steps that the eye cannot tell apart are one, and the last one is drawn")
  func thinning() {
    let steps = (1...100_000).map { step -> (seconds: Double, share: Double) in
      let number = Double(step)
      return (100 + number / 1000, 1 - number / 200_000)
    }
    let svg = PanelChart([TimeCurve(name: "a", start: 1, steps: steps)], titles: ("", "")).svg
    #expect(svg.utf8.count < 40_000)
    #expect(svg.contains(" 157.0\""), "the last step is at one half of 300 to 14")
  }

  @Test("the parts of a bar add up, and the sum stands behind it")
  func bars() throws {
    let svg = RowChart(parts: ["x", "y"], bars: [("<p>", [30, 70])], axisTitle: "J").svg
    func isPart(_ line: Substring) -> Bool { line.contains("stroke-width=\"16.0\"") }
    let starts = numbers("x1", in: svg, where: isPart)
    let ends = numbers("x2", in: svg, where: isPart)
    try #require(starts.count == 2 && ends.count == 2)
    let (first, second) = (ends[0] - starts[0], ends[1] - starts[1])
    #expect(ends[0] == starts[1])
    #expect(abs(second / first - 7.0 / 3) < 0.02)
    #expect(svg.contains(">100</text>") && svg.contains(">&lt;p&gt;</text>"))
  }

  @Test("hours have 24 columns in each panel, and an interval its ends")
  func hoursAndIntervals() {
    let hours = PanelChart(
      panels: ["p", "q", "r"].map {
        .init(title: $0, axis: PlotAxis(covering: [0, 2]), columns: [Array(repeating: 2, count: 24)])
      }, columns: 2, panelHeight: 100, axis: PlotAxis([], from: 0, to: 24), axisTitles: ("", "n"),
      categories: ["a"]
    ).svg
    #expect(
      hours.split(separator: "\n").count {
        $0.contains("stroke=\"#0072b2\"") && $0.contains("stroke-width=\"10.7\"")
      } == 72)
    let rows = [("a", 0.0, -10.0, "unresolved"), ("b", 5, 0, "better")].map { name, middle, low, verdict in
      let level = FactorLevel(name: "f", value: name)
      var row = EffectRow(
        arm: "base", policy: "p", metric: "m", unit: "1", factor: .init(level: level, first: level),
        judged: JudgedDifference(replicationsUsed: 4))
      (row.judged.difference, row.judged.verdict) = (middle, verdict)
      (row.judged.differenceLower, row.judged.differenceUpper) = (low, 10)
      return row
    }
    let svg = RowChart(effects: rows, axisTitle: "t") { $0.factor.level.value }.svg
    let centers = numbers("cx", in: svg) { $0.hasPrefix("<circle") }
    let zero = numbers("x1", in: svg) { $0.contains("#888888") }
    #expect(centers[0] == zero[0])
    #expect(svg.contains("fill=\"#0072b2\""))
  }

  @Test("clipped areas of pictures on one page have names of their own")
  func clipNames() {
    func drawing(_ name: String) -> String {
      var drawing = SVGDrawing(width: 10, height: 10, name: name)
      drawing.clip(to: PlotRectangle(left: 0, top: 0, right: 1, bottom: 1))
      drawing.path(SVGPath([]), isClipped: true)
      return drawing.text
    }
    #expect(drawing("").contains("id=\"area\"") && drawing("").contains("url(#area)"))
    #expect(drawing("b").contains("id=\"area-b\"") && drawing("b").contains("url(#area-b)"))
  }

  @Test("every dark color of a picture is a light one's")
  func dark() {
    let sheet = ReportStyle.sheet
    for (light, dark) in PlotColor.dark {
      #expect(sheet.contains("svg [fill=\"\(light)\"] { fill: \(dark); }"))
      #expect(light != dark)
    }
    #expect(Set(PlotColor.dark.map(\.key)).count == PlotColor.dark.count)
    #expect(sheet.contains("@media print") && sheet.contains("prefers-color-scheme: dark"))
  }
}

import Testing

@testable import StudyReports

@Suite("Axes of a picture") struct PlotAxisTests {
  static let cases: [[Double]] = [
    [-0.4, -3.1], [-7e-12, -2e-13], [3e-9, 5e-9], [-0.001, 900], [-5, 4.99], [0, 0], [2e15, 9e15],
    [-4e22, 8e22],
    [123_456_789, 123_456_799], [1e-4, 2e-4], [-1200.5, 0.25], [0.999_999, 1.000_001],
  ]

  @Test("labels do not overlap and stay in the picture, whatever the values are", arguments: cases)
  func labels(_ values: [Double]) throws {
    var drawing = SVGDrawing(width: 760, height: 300)
    let axis = PlotAxis(covering: values)
    let frame = PlotRectangle(left: 120, top: 20, right: 720, bottom: 260)
    PlotArea(frame: frame, x: axis, y: axis).drawAxes(&drawing)
    try PictureTexts.check(drawing.text, atLeast: 6)
  }

  @Test("the panel of a day spans 0 and all values, and both of its ends have a label", arguments: cases)
  func panel(_ values: [Double]) throws {
    let panel = DayChart.Panel("data budget, MB", lines: [[(0, values[0]), (24, values[1])]])
    let chart = DayChart(
      title: "t", subtitle: "s", groups: [DayChart.Group("Phone", rows: [], panels: [panel])], reasons: [],
      dashed: "")
    try PictureTexts.check(chart.svg, atLeast: 15)
    let axis = PlotAxis(spanning: values + [0], middle: 0)
    #expect(axis.position(min(0, values[0], values[1])) == 0 && axis.position(0) <= 1)
    #expect(values == [0, 0] || axis.position(max(0, values[0], values[1])) == 1)
    for end in axis.ticks.prefix(2) { #expect(chart.svg.contains(">\(end.text)</text>"), "\(end.text)") }
  }

  @Test(
    "values below 0 alone have the label 0 at the upper end", arguments: [[-0.41, -0.38], [-13.2, -29.7]])
  func negative(_ values: [Double]) {
    #expect(PlotAxis(spanning: values + [0], middle: 0).ticks.map(\.text).last == "0")
    #expect(PlotAxis(spanning: [-4.1e-9, 0], middle: 0).ticks.map(\.text) == ["−4.1×10⁻⁹", "0"])
  }
}

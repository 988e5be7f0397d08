import Testing

@testable import StudyReports

@Suite("Picture of boxes") struct FlowChartTests {
  @Test("long texts are broken within their boxes, and nothing covers anything")
  func texts() throws {
    let words = (1...40).map { "word\($0)" }
    let chart = FlowChart(
      title: "a title",
      rows: [
        [
          .init(title: "one", text: words.joined(separator: " "), note: "A-1"),
          .init(title: "two", text: "short", note: ""),
        ],
        [.init(title: "three", text: "text", note: "B-1, B-2", entries: words.map { "\($0): C-1, C-2" })],
        [.init(title: "four", text: "text", note: words.joined(separator: ", "))],
      ], back: (1, "goes back"))
    try PictureTexts.check(chart.svg, atLeast: 50)
    for word in words { #expect(chart.svg.contains("\(word): C-1, C-2")) }
    // Two arrows from the first row, one from the second, one back.
    #expect(chart.svg.matches(of: /Z" fill="#555555"/).count == 4)
  }
}

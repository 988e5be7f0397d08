/// Named rows, one below the other, with bars, intervals and marks along a common axis.
struct RowChart {
  struct Row {
    let name: String
    var bars: [(from: Double, to: Double, color: String, width: Double)] = []
    /// Thin lines, cut off where the axis ends.
    var intervals: [(low: Double, high: Double)] = []
    var marks: [(value: Double, mark: PlotMark)] = []
    /// Words behind the end of the last bar.
    var note = ""
  }

  var title = "", subtitle = ""
  let rows: [Row]
  var uprights: [(value: Double, color: String)] = []
  let axisTitle: String
  let legend: [(mark: PlotMark, text: String)]
  /// Words in place of rows where there are none.
  var absence = ""

  private static let width = 760.0
  private static let rowHeight = 24.0
  private static let longestName = 44

  var svg: String {
    let names = rows.map { row in
      row.name.count > Self.longestName ? row.name.prefix(Self.longestName - 1) + "…" : row.name
    }
    let count = Double(max(1, rows.count))
    let (left, top) = ((names.map(LabelPlacer.width).max() ?? 60) + 20, title.isEmpty ? 8.0 : 62)
    let values = rows.flatMap { row in row.bars.flatMap { [$0.from, $0.to] } + row.marks.map(\.value) }
    let area = PlotArea(
      frame: PlotRectangle(
        left: left, top: top, right: Self.width - 50, bottom: top + Self.rowHeight * count),
      x: PlotAxis(covering: [0] + values + uprights.map(\.value)),
      y: PlotAxis(names.enumerated().map { (Double($0) + 0.5, $1) }, from: count, to: 0))
    let legend = PlotLegend(entries: legend, width: Self.width - 40)
    let bottom = area.frame.bottom
    var drawing = SVGDrawing(width: Self.width, height: bottom + 60 + legend.height)
    if !title.isEmpty { drawing.text(title, (12, 24), size: 15, isBold: true) }
    if !subtitle.isEmpty { drawing.text(subtitle, (12, 44)) }
    area.drawAxes(&drawing, (axisTitle, ""), hasRows: false)
    if rows.isEmpty { drawing.text(absence, (left + 8, top + 16)) }
    func line(_ low: Double, _ high: Double, _ place: Int, _ color: String, width: Double = 1) {
      let y = area.y(Double(place) + 0.5)
      let ends = [low, high].map { min(max(area.x($0), left), area.frame.right) }
      drawing.line((ends[0], y), (ends[1], y), color, width: width)
    }
    for (place, row) in rows.enumerated() {
      for bar in row.bars { line(bar.from, bar.to, place, bar.color, width: bar.width) }
      for interval in row.intervals { line(interval.low, interval.high, place, PlotColor.text) }
      for mark in row.marks { mark.mark.draw(&drawing, at: area.position(mark.value, Double(place) + 0.5)) }
      if let last = row.bars.last, !row.note.isEmpty {
        let (x, y) = area.position(last.to, Double(place) + 0.5)
        drawing.text(row.note, (x + 6, y + 4), color: PlotColor.soft)
      }
    }
    for upright in uprights {
      let x = area.x(upright.value)
      drawing.line((x, top), (x, bottom), upright.color, width: 1.5)
    }
    legend.draw(&drawing, left: 12, top: bottom + 48)
    return drawing.text
  }
}

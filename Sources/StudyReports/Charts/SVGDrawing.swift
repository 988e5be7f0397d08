import Basics

/// A point of a picture, y downwards.
package typealias PlotPoint = (x: Double, y: Double)

package struct SVGDrawing {
  private var body = ""
  private let width, height: Double
  /// The identity of the area that clipped paths keep to, which no other picture on a page may have.
  private let areaID: String
  /// Whether the picture fits itself to its window, and to a reader who prefers dark pages.
  private let isAdaptive: Bool

  package init(width: Double, height: Double, name: String = "", isAdaptive: Bool = false) {
    (self.width, self.height, self.isAdaptive) = (width, height, isAdaptive)
    areaID = name.isEmpty ? "area" : "area-\(name)"
  }

  mutating func line(_ start: PlotPoint, _ end: PlotPoint, _ color: String, width: Double = 1) {
    body += "<line\(Self.numbers(["x1": start.x, "y1": start.y, "x2": end.x, "y2": end.y])) "
    body += "stroke=\"\(color)\" stroke-width=\"\(SVGPath.number(width))\"/>\n"
  }

  mutating func circle(_ center: PlotPoint, radius: Double, _ color: String, isFilled: Bool) {
    body += "<circle\(Self.numbers(["cx": center.x, "cy": center.y, "r": radius])) "
    body += "fill=\"\(isFilled ? color : PlotColor.page)\" stroke=\"\(color)\" stroke-width=\"1.5\"/>\n"
  }

  mutating func text(
    _ text: String, _ place: PlotPoint, size: Int = 12, color: String = PlotColor.text,
    anchor: String = "start", isBold: Bool = false, isVertical: Bool = false
  ) {
    let (x, y) = (SVGPath.number(place.x), SVGPath.number(place.y))
    body += "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" fill=\"\(color)\" text-anchor=\"\(anchor)\""
    if isBold { body += " font-weight=\"bold\"" }
    if isVertical { body += " transform=\"rotate(-90 \(x) \(y))\"" }
    body += ">\(HTMLText.escaped(text))</text>\n"
  }

  /// Draws the title of a picture and the line below it; nothing for an empty text.
  mutating func heading(_ title: String, _ subtitle: String = "") {
    if !title.isEmpty { text(title, (12, 24), size: 15, isBold: true) }
    if !subtitle.isEmpty { text(subtitle, (12, 44)) }
  }

  package mutating func path(
    _ path: SVGPath, stroke: String = "none", width: Double = 1, dash: String? = nil, fill: String = "none",
    opacity: Double = 1, isClipped: Bool = false
  ) {
    body += "<path d=\"\(path.commands)\" fill=\"\(fill)\" stroke=\"\(stroke)\""
    if stroke != "none" { body += " stroke-width=\"\(SVGPath.number(width))\"" }
    if let dash { body += " stroke-dasharray=\"\(dash)\"" }
    if opacity < 1 { body += " fill-opacity=\"\(NumberText.fixed(opacity, decimals: 2))\"" }
    if isClipped { body += " clip-path=\"url(#\(areaID))\"" }
    body += "/>\n"
  }

  package mutating func clip(to area: PlotRectangle) {
    let (width, height) = (area.right - area.left, area.bottom - area.top)
    let sides = Self.numbers(["x": area.left, "y": area.top, "width": width, "height": height])
    body += "<clipPath id=\"\(areaID)\"><rect\(sides)/></clipPath>\n"
  }

  private static func numbers(_ attributes: KeyValuePairs<String, Double>) -> String {
    attributes.map { " \($0)=\"\(SVGPath.number($1))\"" }.joined()
  }

  package var text: String {
    let (width, height) = (SVGPath.number(width), SVGPath.number(height))
    let fit = isAdaptive ? " style=\"max-width: 100%; height: auto\"" : ""
    let style = isAdaptive ? "<style>\n\(PlotColor.darkSheet)</style>\n" : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="Helvetica, Arial, sans-serif"\(fit)>
      \(style)<rect width="100%" height="100%" fill="\(PlotColor.page)"/>
      \(body)</svg>

      """
  }
}

package struct SVGPath {
  package private(set) var commands = ""

  package init(_ corners: [PlotPoint], isClosed: Bool = false) {
    for (place, corner) in corners.enumerated() { add(place == 0 ? "M" : "L", [corner]) }
    if isClosed { commands += "Z" }
  }

  private mutating func add(_ letter: String, _ points: [PlotPoint]) {
    commands += letter + points.map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: " ")
  }

  /// The image of the unit circle under a linear map, as four Bézier curves that are off by less than 0.03 %.
  package static func ellipse(_ map: (Double, Double) -> PlotPoint) -> SVGPath {
    let k = 0.552_284_749_8
    var path = SVGPath([map(1, 0)])
    path.add("C", [map(1, k), map(k, 1), map(0, 1)])
    path.add("C", [map(-k, 1), map(-1, k), map(-1, 0)])
    path.add("C", [map(-1, -k), map(-k, -1), map(0, -1)])
    path.add("C", [map(k, -1), map(1, -k), map(1, 0)])
    path.commands += "Z"
    return path
  }

  /// One decimal; SVG wants the ASCII minus.
  static func number(_ value: Double) -> String {
    NumberText.fixed(value, decimals: 1).replacing("−", with: "-")
  }
}

/// Named rows, one below the other, with bars, intervals and marks along a common axis.
package struct RowChart {
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

  package var svg: String {
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
    drawing.heading(title, subtitle)
    area.drawAxes(&drawing, (axisTitle, ""), hasRows: false)
    if rows.isEmpty { drawing.text(absence, (left + 8, top + 16)) }
    for (place, row) in rows.enumerated() {
      let y = area.y(Double(place) + 0.5)
      let intervals = row.intervals.map { (from: $0.low, to: $0.high, color: PlotColor.text, width: 1.0) }
      for bar in row.bars + intervals {
        let ends = [bar.from, bar.to].map { min(max(area.x($0), left), area.frame.right) }
        drawing.line((ends[0], y), (ends[1], y), bar.color, width: bar.width)
      }
      for mark in row.marks { mark.mark.draw(&drawing, at: (area.x(mark.value), y)) }
      if let last = row.bars.last, !row.note.isEmpty {
        drawing.text(row.note, (area.x(last.to) + 6, y + 4), color: PlotColor.soft)
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

import Basics

/// A point of a picture, y downwards.
typealias PlotPoint = (x: Double, y: Double)

struct SVGDrawing {
  private var body = ""
  private let width, height: Double
  /// The identity of the area that clipped paths keep to, which no other picture on a page may have.
  private let areaID: String

  init(width: Double, height: Double, name: String = "") {
    (self.width, self.height) = (width, height)
    areaID = name.isEmpty ? "area" : "area-\(name)"
  }

  mutating func line(_ start: PlotPoint, _ end: PlotPoint, _ color: String, width: Double = 1) {
    let ends = [("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)]
    body += "<line\(ends.map { " \($0)=\"\(SVGPath.number($1))\"" }.joined()) "
    body += "stroke=\"\(color)\" stroke-width=\"\(SVGPath.number(width))\"/>\n"
  }

  mutating func circle(_ center: PlotPoint, radius: Double, _ color: String, isFilled: Bool) {
    let numbers = [("cx", center.x), ("cy", center.y), ("r", radius)]
    body += "<circle\(numbers.map { " \($0)=\"\(SVGPath.number($1))\"" }.joined()) "
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

  mutating func path(
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

  mutating func clip(to area: PlotRectangle) {
    let sides = [
      ("x", area.left), ("y", area.top), ("width", area.right - area.left),
      ("height", area.bottom - area.top),
    ]
    let rectangle = "<rect\(sides.map { " \($0)=\"\(SVGPath.number($1))\"" }.joined())/>"
    body += "<clipPath id=\"\(areaID)\">\(rectangle)</clipPath>\n"
  }

  var text: String {
    let (width, height) = (SVGPath.number(width), SVGPath.number(height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="Helvetica, Arial, sans-serif">
      <rect width="100%" height="100%" fill="\(PlotColor.page)"/>
      \(body)</svg>

      """
  }
}

struct SVGPath {
  private(set) var commands = ""

  init(_ corners: [PlotPoint], isClosed: Bool = false) {
    for (place, corner) in corners.enumerated() { add(place == 0 ? "M" : "L", [corner]) }
    if isClosed { commands += "Z" }
  }

  private mutating func add(_ letter: String, _ points: [PlotPoint]) {
    commands += letter + points.map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: " ")
  }

  /// The image of the unit circle under a linear map, as four Bézier curves that are off by less than 0.03 %.
  static func ellipse(_ map: (Double, Double) -> PlotPoint) -> SVGPath {
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

import PlainText

/// The few shapes that a plot needs, as SVG text.
struct SVGDrawing {
  private var body = ""
  private let width, height: Double
  /// The identity of the area that clipped paths keep to, which no other picture on a page may have.
  private let areaID: String

  /// - Parameter name: A name that no other picture on the same page has; empty for a picture by itself.
  init(width: Double, height: Double, name: String = "") {
    self.width = width
    self.height = height
    areaID = name.isEmpty ? "area" : "area-\(name)"
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, colour: String, width: Double = 1
  ) {
    body +=
      "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" "
      + "stroke=\"\(colour)\" stroke-width=\"\(number(width))\"/>\n"
  }

  mutating func line(_ x1: Double, _ y1: Double, _ end: (x: Double, y: Double), colour: String) {
    line(x1, y1, end.x, end.y, colour: colour)
  }

  mutating func circle(_ x: Double, _ y: Double, radius: Double, colour: String, isFilled: Bool) {
    body +=
      "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" "
      + "fill=\"\(isFilled ? colour : "#ffffff")\" stroke=\"\(colour)\" stroke-width=\"1.5\"/>\n"
  }

  mutating func text(
    _ text: String, x: Double, y: Double, size: Int, colour: String = "#222", anchor: String = "start",
    isBold: Bool = false, isVertical: Bool = false
  ) {
    let turn = isVertical ? " transform=\"rotate(-90 \(number(x)) \(number(y)))\"" : ""
    let weight = isBold ? " font-weight=\"bold\"" : ""
    body +=
      "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(size)\" fill=\"\(colour)\" "
      + "text-anchor=\"\(anchor)\"\(weight)\(turn)>\(HTMLText.escaped(text))</text>\n"
  }

  /// A line or an area; `dash` as in `stroke-dasharray`.
  mutating func path(
    _ path: SVGPath, stroke: String = "none", width: Double = 1, dash: String? = nil, fill: String = "none",
    opacity: Double = 1, isClipped: Bool = false
  ) {
    body += "<path d=\"\(path.commands)\" fill=\"\(fill)\" stroke=\"\(stroke)\""
    if stroke != "none" { body += " stroke-width=\"\(number(width))\"" }
    if let dash { body += " stroke-dasharray=\"\(dash)\"" }
    if opacity < 1 { body += " fill-opacity=\"\(NumberText.fixed(opacity, decimals: 2))\"" }
    if isClipped { body += " clip-path=\"url(#\(areaID))\"" }
    body += "/>\n"
  }

  /// The area that clipped paths keep to.
  mutating func clip(to area: PlotRectangle) {
    body +=
      "<clipPath id=\"\(areaID)\"><rect x=\"\(number(area.left))\" y=\"\(number(area.top))\" "
      + "width=\"\(number(area.right - area.left))\" height=\"\(number(area.bottom - area.top))\"/>"
      + "</clipPath>\n"
  }

  var text: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(width))\" height=\"\(number(height))\" "
      + "viewBox=\"0 0 \(number(width)) \(number(height))\" font-family=\"Helvetica, Arial, sans-serif\">\n"
      + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\(body)</svg>\n"
  }

  private func number(_ value: Double) -> String { SVGPath.number(value) }
}

/// Lines and curves, as the data of a path.
struct SVGPath {
  private(set) var commands = ""

  mutating func move(_ point: (x: Double, y: Double)) { add("M", [point]) }
  mutating func line(_ point: (x: Double, y: Double)) { add("L", [point]) }

  /// A cubic Bézier curve.
  mutating func curve(
    _ first: (x: Double, y: Double), _ second: (x: Double, y: Double), _ end: (x: Double, y: Double)
  ) { add("C", [first, second, end]) }

  mutating func close() { commands += "Z" }

  private mutating func add(_ letter: String, _ points: [(x: Double, y: Double)]) {
    commands += letter + points.map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: " ")
  }

  /// The image of the unit circle under a linear map, as four curves that are off by less than 0.03 %.
  static func ellipse(_ map: (Double, Double) -> (x: Double, y: Double)) -> SVGPath {
    let k = 0.552_284_749_8
    var path = SVGPath()
    path.move(map(1, 0))
    path.curve(map(1, k), map(k, 1), map(0, 1))
    path.curve(map(-k, 1), map(-1, k), map(-1, 0))
    path.curve(map(-1, -k), map(-k, -1), map(0, -1))
    path.curve(map(k, -1), map(1, -k), map(1, 0))
    path.close()
    return path
  }

  /// One decimal; SVG wants the ASCII minus.
  static func number(_ value: Double) -> String {
    let text = NumberText.fixed(value, decimals: 1)
    return text.hasPrefix("−") ? "-" + text.dropFirst() : text
  }
}

import Basics

package struct PlotAxis: Sendable {
  let ticks: [(value: Double, text: String)]
  private let low, high: Double
  private var isLogarithmic = false

  /// An axis with ticks that are given. A logarithmic one begins above 0, and takes everything below its start to the start.
  package init(
    _ ticks: [(value: Double, text: String)], from low: Double, to high: Double, isLogarithmic: Bool = false
  ) { (self.ticks, self.low, self.high, self.isLogarithmic) = (ticks, low, high, isLogarithmic) }

  /// An axis with round ticks and some room around values.
  package init(covering values: [Double]) {
    var (low, high) = (values.min() ?? 0, values.max() ?? 1)
    if !(high > low) {
      let half = max(abs(high) * 0.05, 0.5)
      (low, high) = (low - half, high + half)
    }
    // Some room, so that nothing lies on the frame.
    let room = (high - low) * 0.08
    low = low >= 0 ? max(0, low - room) : low - room
    high += room
    let step = Self.roundStep((high - low) / 7)
    let (first, last) = ((low / step).rounded(.up), (high / step).rounded(.down))
    let values = (first <= last ? Array(Int(first)...Int(last)) : []).map { Double($0) * step }
    ticks = Array(zip(values, Self.texts(values, finest: step, significant: 1)))
    (self.low, self.high) = (low, high)
  }

  /// An axis from the least to the greatest of values, with ticks at both ends and at a value between them.
  init(spanning values: [Double], middle: Double) {
    low = values.min() ?? 0
    let most = values.max() ?? 1
    high = most > low ? most : low + max(1, abs(low))
    let places = [low, high] + (low < middle && middle < high ? [middle] : [])
    ticks = Array(zip(places, Self.texts(places, finest: max(abs(low), abs(high)), significant: 2)))
  }

  /// The texts of values with equal decimals; very large and very small values share a power of ten: `0.2×10⁻⁸`.
  private static func texts(_ values: [Double], finest: Double, significant: Int) -> [String] {
    let largest = values.map(abs).max() ?? 0
    var (power, exponent) = (1.0, 0)
    if largest >= 1e7 || largest < 1e-4 && largest > 1e-290 {
      while power * 10 <= largest { (power, exponent) = (power * 10, exponent + 1) }
      while power > largest { (power, exponent) = (power / 10, exponent - 1) }
    }
    let decimals = NumberText.decimals(of: finest / power, significant: significant)
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    let raised = String(String(exponent).map { $0.wholeNumberValue.map { digits[$0] } ?? "⁻" })
    return values.map { value in
      let text = NumberText.fixed(value / power, decimals: value == 0 ? 0 : decimals)
      return exponent == 0 || value == 0 ? text : "\(text)×10\(raised)"
    }
  }

  /// The smallest of 1, 2, 5 × 10^k that is at least `step`.
  private static func roundStep(_ step: Double) -> Double {
    var power = 1.0
    while power > step { power /= 10 }
    while power * 10 <= step { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= step } ?? power
  }

  /// 0 at the start of the axis, 1 at its end.
  func position(_ value: Double) -> Double {
    guard isLogarithmic else { return (value - low) / (high - low) }
    return value > low ? min(1, Elementary.log(value / low) / Elementary.log(high / low)) : 0
  }
}

package struct PlotArea: Sendable {
  package let frame: PlotRectangle
  let x, y: PlotAxis

  func x(_ value: Double) -> Double { frame.left + (frame.right - frame.left) * x.position(value) }
  func y(_ value: Double) -> Double { frame.bottom - (frame.bottom - frame.top) * y.position(value) }
  func position(_ x: Double, _ y: Double) -> PlotPoint { (self.x(x), self.y(y)) }

  /// Draws the labels of an axis; a label that would touch an earlier one is left out.
  static func drawLabels(
    _ labels: [(text: String, place: PlotPoint)], _ drawing: inout SVGDrawing, anchor: String
  ) {
    var taken: [PlotRectangle] = []
    for (text, (x, y)) in labels {
      let width = LabelPlacer.width(text) * 11 / 12
      let left = anchor == "end" ? x - width : x - width / 2
      let box = PlotRectangle(left: left, top: y - 9, right: left + width, bottom: y + 3)
      guard !taken.contains(where: box.overlaps) else { continue }
      taken.append(box)
      drawing.text(text, (x, y), size: 11, anchor: anchor)
    }
  }

  func drawAxes(
    _ drawing: inout SVGDrawing, _ titles: (x: String, y: String) = ("", ""), hasColumns: Bool = true,
    hasRows: Bool = true
  ) {
    for tick in x.ticks {
      let x = x(tick.value)
      if hasColumns { drawing.line((x, frame.top), (x, frame.bottom), PlotColor.grid) }
    }
    for tick in y.ticks {
      let y = y(tick.value)
      if hasRows { drawing.line((frame.left, y), (frame.right, y), PlotColor.grid) }
    }
    Self.drawLabels(x.ticks.map { ($0.text, (x($0.value), frame.bottom + 17)) }, &drawing, anchor: "middle")
    Self.drawLabels(y.ticks.map { ($0.text, (frame.left - 8, y($0.value) + 4)) }, &drawing, anchor: "end")
    drawing.line((frame.left, frame.bottom), (frame.right, frame.bottom), PlotColor.frame)
    drawing.line((frame.left, frame.top), (frame.left, frame.bottom), PlotColor.frame)
    let middle = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
    if !titles.x.isEmpty { drawing.text(titles.x, (middle.0, frame.bottom + 38), size: 13, anchor: "middle") }
    if !titles.y.isEmpty {
      drawing.text(titles.y, (16, middle.1), size: 13, anchor: "middle", isVertical: true)
    }
  }
}

package enum PlotColor {
  static let page = "#ffffff"
  static let text = "#222222"
  static let soft = "#555555"
  static let strong = "#000000"
  static let frame = "#333333"
  static let grid = "#e8e8e8"
  static let middle = "#888888"
  static let blue = "#0072b2"
  static let red = "#d55e00"
  static let orange = "#e69f00"
  static let gray = "#7a7a7a"

  /// The color of a number: hues by the golden angle, so that neighbors differ most.
  static func distinct(_ number: Int) -> String {
    let turn = Double(number) * 0.618_033_988_75
    let (hue, light) = ((turn - turn.rounded(.down)) * 6, number % 2 == 0 ? 0.42 : 0.62)
    let chroma = (1 - abs(2 * light - 1)) * 0.7
    let channels = [0.0, 4, 2].map { shift in
      let place = (hue + shift).truncatingRemainder(dividingBy: 6)
      return light - chroma / 2 + chroma * min(1, max(0, abs(place - 3) - 1))
    }
    let code = channels.reduce(0) { $0 << 8 | Int(($1 * 255).rounded()) }
    let digits = String(code, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The colors on a dark page, by those on a light one; all others can be seen on both.
  package static let dark: KeyValuePairs<String, String> = [
    page: "#1c1f24", text: "#e6e6e6", strong: "#ffffff", frame: "#b9bec5", soft: "#a9afb7", middle: "#9aa1a9",
    grid: "#343a42", blue: "#3f8ae0", "#56b4e9": "#a5dcf7", "#8c564b": "#c58d82", "#00507d": "#7cc4ee",
    "#a84900": "#ff9d5c", "#707070": "#a9afb7", "#8a3575": "#e29ad0",
    "#882255": "#c9648f", "#332288": "#8f83d8", "#117733": "#3fa862",
  ]

  static var darkSheet: String { "@media screen and (prefers-color-scheme: dark) {\n\(darkRules)}\n" }
  static var darkRules: String {
    dark.map { light, dark in
      "svg [fill=\"\(light)\"] { fill: \(dark); }\nsvg [stroke=\"\(light)\"] { stroke: \(dark); }\n"
    }.joined()
  }

  /// Colors that most eyes tell apart (Okabe and Ito).
  private static let categories = [blue, red, "#009e73", "#cc79a7", orange, "#56b4e9", gray, "#8c564b"]

  /// Colors of causes, none of which is one of a component beside them (Tol, muted).
  private static let causes = [
    "#44aa99", "#882255", "#999933", "#332288", "#cc6677", "#117733", "#88ccee", "#aa4499",
  ]

  /// Lines that are told apart by color alone.
  static let distinct = categories.count
  static func category(_ place: Int) -> String { categories[place % categories.count] }
  static func cause(_ place: Int) -> String { causes[place % causes.count] }

  /// Lines of the second and third round of colors are dashed.
  static func dash(_ place: Int) -> String? {
    let dashes: [String?] = [nil, "7 3", "2 3"]
    return dashes[place / categories.count % dashes.count]
  }
}

enum PlotMark {
  case area(String)
  case line(String, dash: String? = nil)
  case circle(String, radius: Double = 4, isFilled: Bool = true)
  /// Corners around the middle.
  case shape([PlotPoint], String, isFilled: Bool)
  /// Words of a legend that speak of no mark.
  case none

  func draw(_ drawing: inout SVGDrawing, at center: PlotPoint) {
    switch self {
    case .area(let color): drawing.line((center.x - 7, center.y), (center.x + 7, center.y), color, width: 11)
    case .line(let color, let dash):
      let ends = [(center.x - 11, center.y), (center.x + 11, center.y)]
      drawing.path(SVGPath(ends), stroke: color, width: 2.5, dash: dash)
    case .circle(let color, let radius, let isFilled):
      drawing.circle(center, radius: radius, color, isFilled: isFilled)
    case .shape(let corners, let color, let isFilled):
      drawing.path(
        SVGPath(corners.map { (center.x + $0.x, center.y + $0.y) }, isClosed: true), stroke: color,
        width: 1.5, fill: isFilled ? color : PlotColor.page)
    case .none: break
    }
  }
}

struct PlotLegend {
  let entries: [(mark: PlotMark, text: String)]
  let width: Double
  private static let rowHeight = 19.0
  private static let markWidth = 28.0

  private var columnWidth: Double {
    (entries.map { LabelPlacer.width($0.text) }.max() ?? 0) + Self.markWidth + 12
  }
  private var columns: Int { max(1, Int(width / columnWidth)) }
  var height: Double { Self.rowHeight * (Double(entries.count) / Double(columns)).rounded(.up) }

  func draw(_ drawing: inout SVGDrawing, left: Double, top: Double) {
    for (place, entry) in entries.enumerated() {
      let x = left + columnWidth * Double(place % columns)
      let y = top + Self.rowHeight * (Double(place / columns) + 0.7)
      entry.mark.draw(&drawing, at: (x + 11, y - 4))
      var start = x + Self.markWidth
      if case .none = entry.mark { start = x }
      drawing.text(entry.text, (start, y))
    }
  }
}

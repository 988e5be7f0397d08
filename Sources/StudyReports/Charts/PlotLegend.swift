enum PlotColor {
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

  /// The colors on a dark page, by those on a light one; all others can be seen on both.
  static let dark: KeyValuePairs<String, String> = [
    page: "#1c1f24", text: "#e6e6e6", strong: "#ffffff", frame: "#b9bec5", soft: "#a9afb7", middle: "#9aa1a9",
    grid: "#343a42", blue: "#3f8ae0", "#56b4e9": "#a5dcf7", "#8c564b": "#c58d82", "#00507d": "#7cc4ee",
    "#a84900": "#ff9d5c", "#707070": "#a9afb7", "#8a3575": "#e29ad0",
  ]

  /// Colors that most eyes tell apart (Okabe and Ito).
  private static let categories = [blue, red, "#009e73", "#cc79a7", orange, "#56b4e9", gray, "#8c564b"]

  static func category(_ place: Int) -> String { categories[place % categories.count] }

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

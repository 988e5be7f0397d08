/// Colors of categories, which most eyes tell apart (Okabe and Ito), and the dashes of lines beyond them.
enum PlotPalette {
  private static let colors = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a7a", "#8c564b",
  ]

  static func color(_ place: Int) -> String { colors[place % colors.count] }

  /// Lines of the second and third round of colors are dashed.
  static func dash(_ place: Int) -> String? {
    let dashes: [String?] = [nil, "7 3", "2 3"]
    return dashes[place / colors.count % dashes.count]
  }
}

/// The marks below a plot that tell its categories apart, in columns.
struct PlotLegend {
  let names: [String]
  private static let rowHeight = 19.0
  private static let columns = 4

  var height: Double { Self.rowHeight * ((Double(names.count) / Double(Self.columns)).rounded(.up)) }

  /// - Parameter isLine: Whether the marks are lines, not areas.
  func draw(_ drawing: inout SVGDrawing, left: Double, top: Double, width: Double, isLine: Bool) {
    for (place, name) in names.enumerated() {
      let x = left + width / Double(Self.columns) * Double(place % Self.columns)
      let y = top + Self.rowHeight * Double(place / Self.columns)
      var mark = SVGPath()
      if isLine {
        mark.move((x, y - 4))
        mark.line((x + 22, y - 4))
        drawing.path(mark, stroke: PlotPalette.color(place), width: 2.5, dash: PlotPalette.dash(place))
      } else {
        drawing.line(x, y - 4, x + 14, y - 4, colour: PlotPalette.color(place), width: 11)
      }
      drawing.text(Self.shortened(name), x: x + (isLine ? 28 : 20), y: y, size: 12)
    }
  }

  /// A name that fits into a column.
  private static func shortened(_ name: String) -> String { name.count > 22 ? name.prefix(21) + "…" : name }
}

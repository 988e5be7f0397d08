/// Differences with their intervals, one below the other, beside a line at 0.
struct IntervalPlot {
  struct Row {
    let name: String
    let centre: Double
    let low, high: Double
    /// The verdict, by which the row is colored; nil for none.
    let verdict: String?
  }

  let rows: [Row]
  /// The axis with its unit.
  let title: String

  private static let width = 760.0
  private static let left = 250.0
  private static let right = 740.0
  private static let rowHeight = 22.0

  private static func color(_ verdict: String?) -> String {
    switch verdict {
    case "better", "slightlyBetter": "#0072b2"
    case "worse", "slightlyWorse": "#d55e00"
    default: "#7a7a7a"
    }
  }

  var svg: String {
    let top = 8.0
    let bottom = top + Self.rowHeight * Double(max(1, rows.count))
    let axis = PlotAxis(covering: [0] + rows.flatMap { [$0.low, $0.high] })
    var drawing = SVGDrawing(width: Self.width, height: bottom + 78)
    func x(_ value: Double) -> Double { Self.left + (Self.right - Self.left) * axis.position(value) }
    for tick in axis.ticks {
      drawing.line(x(tick), top, x(tick), bottom, colour: "#e8e8e8")
      drawing.text(axis.label(tick), x: x(tick), y: bottom + 17, size: 12, anchor: "middle")
    }
    drawing.line(x(0), top, x(0), bottom, colour: "#888888", width: 1.5)
    for (place, row) in rows.enumerated() {
      let middle = top + Self.rowHeight * (Double(place) + 0.5)
      let name = row.name.count > 36 ? row.name.prefix(35) + "…" : row.name[...]
      drawing.text(String(name), x: Self.left - 10, y: middle + 4, size: 12, anchor: "end")
      let color = Self.color(row.verdict)
      drawing.line(x(row.low), middle, x(row.high), middle, colour: color, width: 2)
      drawing.circle(x(row.centre), middle, radius: 4, colour: color, isFilled: true)
    }
    drawing.text(title, x: (Self.left + Self.right) / 2, y: bottom + 38, size: 13, anchor: "middle")
    for (place, entry) in [("better", "better"), ("worse", "worse"), ("", "neither")].enumerated() {
      let start = Self.left + 120 * Double(place)
      drawing.circle(start, bottom + 60, radius: 4, colour: Self.color(entry.0), isFilled: true)
      drawing.text(entry.1, x: start + 10, y: bottom + 64, size: 12)
    }
    return drawing.text
  }
}

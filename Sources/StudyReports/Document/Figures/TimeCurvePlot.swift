import ElementaryFunctions

/// Shares over a time on a logarithmic axis, as steps: waits that last, or devices below a value.
struct TimeCurvePlot {
  struct Series {
    let name: String
    /// The share before the first step.
    let start: Double
    /// Seconds and the share from there on, ascending.
    let steps: [(seconds: Double, share: Double)]
    /// Seconds and share at which waits were cut off.
    var censored: [(seconds: Double, share: Double)] = []
  }

  let series: [Series]
  let xTitle, yTitle: String

  private static let width = 760.0
  private static let area = PlotRectangle(left: 62, top: 14, right: 746, bottom: 300)
  private static let ticks: [(seconds: Double, text: String)] = [
    (1, "1 s"), (10, "10 s"), (60, "1 min"), (600, "10 min"), (3600, "1 h"), (6 * 3600, "6 h"),
    (86400, "1 d"),
    (7 * 86400, "7 d"), (28 * 86400, "28 d"), (182 * 86400, "6 months"),
  ]

  /// The ends of the axis: a tick below nearly everything, and one above all.
  private var range: (low: Double, high: Double) {
    let values = series.flatMap { $0.steps.map(\.seconds) + $0.censored.map(\.seconds) }
    let largest = values.max() ?? 86400
    let smallest = values.filter { $0 > 0 }.min() ?? 60
    let low = Self.ticks.last { $0.seconds <= smallest }?.seconds ?? 1
    let high = Self.ticks.first { $0.seconds >= largest }?.seconds ?? largest
    return (low, high > low ? high : low * 10)
  }

  var svg: String {
    let legend = PlotLegend(names: series.map(\.name))
    let area = Self.area
    let (low, high) = range
    var drawing = SVGDrawing(width: Self.width, height: area.bottom + 66 + legend.height)
    func x(_ seconds: Double) -> Double {
      guard seconds > low else { return area.left }
      return area.left + (area.right - area.left)
        * min(1, Elementary.log(seconds / low) / Elementary.log(high / low))
    }
    func y(_ share: Double) -> Double { area.bottom - (area.bottom - area.top) * share }
    for tick in Self.ticks where tick.seconds >= low && tick.seconds <= high {
      drawing.line(x(tick.seconds), area.top, x(tick.seconds), area.bottom, colour: "#e8e8e8")
      drawing.text(tick.text, x: x(tick.seconds), y: area.bottom + 17, size: 12, anchor: "middle")
    }
    for share in [0, 0.25, 0.5, 0.75, 1] {
      drawing.line(area.left, y(share), area.right, y(share), colour: "#e8e8e8")
      drawing.text(
        "\(NumberText.percent(share)) %", x: area.left - 8, y: y(share) + 4, size: 12, anchor: "end")
    }
    drawing.line(area.left, area.bottom, area.right, area.bottom, colour: "#333")
    drawing.line(area.left, area.top, area.left, area.bottom, colour: "#333")
    drawing.text(xTitle, x: (area.left + area.right) / 2, y: area.bottom + 38, size: 13, anchor: "middle")
    drawing.text(
      yTitle, x: 16, y: (area.top + area.bottom) / 2, size: 13, anchor: "middle", isVertical: true)
    for (place, one) in series.enumerated() {
      drawing.path(
        Self.path(one, x: x, y: y), stroke: PlotPalette.color(place), width: 2, dash: PlotPalette.dash(place))
      for mark in Self.spaced(one.censored, x) {
        let (cx, cy) = (x(mark.seconds), y(mark.share))
        drawing.line(cx, cy - 4, cx, cy + 4, colour: PlotPalette.color(place), width: 1.2)
      }
    }
    legend.draw(
      &drawing, left: area.left, top: area.bottom + 66, width: area.right - area.left, isLine: true)
    return drawing.text
  }

  /// Steps that are too near for the eye are one.
  private static func path(_ series: Series, x: (Double) -> Double, y: (Double) -> Double) -> SVGPath {
    var path = SVGPath()
    var last = (x: Self.area.left, y: y(series.start))
    path.move(last)
    for (place, step) in series.steps.enumerated() {
      let next = (x: x(step.seconds), y: y(step.share))
      let isLast = place == series.steps.count - 1
      guard isLast || next.x - last.x >= 0.8 || abs(next.y - last.y) >= 0.8 else { continue }
      path.line((next.x, last.y))
      path.line(next)
      last = next
    }
    return path
  }

  private static func spaced(
    _ marks: [(seconds: Double, share: Double)], _ x: (Double) -> Double
  ) -> [(seconds: Double, share: Double)] {
    var shown: [(seconds: Double, share: Double)] = []
    for mark in marks where shown.last.map({ x(mark.seconds) - x($0.seconds) >= 9 }) ?? true {
      shown.append(mark)
    }
    return shown
  }
}

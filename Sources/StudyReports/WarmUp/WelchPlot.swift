import OutputAnalysis

/// Welch plots of a design point: for each metric the moving average of the daily values of every policy.
///
/// The window of seven days levels the week out. A grey line is the end of the study's warm-up, a black one that of the
/// proposed one.
package struct WelchPlot: Sendable {
  /// w: days on each side of the middle of a window.
  static let halfWidth = 3

  /// A metric with its averages.
  private struct Panel {
    var metric, unit: String
    /// By policy: day and average.
    var lines: [[(day: Double, value: Double)]]
  }

  private let title: String
  private let policies: [String]
  private let panels: [Panel]
  private let days: Int
  private let warmUpDays: Double
  private let proposed: Int?

  private static let width = 860.0
  private static let panelHeight = 150.0
  private static let left = 76.0
  private static let gap = 44.0

  /// - Parameter title: The line above the panels; none if it is empty.
  package init(_ point: WarmUpCheck.Point, title: String = "") {
    self.title = title
    var policies: [String] = []
    for one in point.series where !policies.contains(one.policy) { policies.append(one.policy) }
    self.policies = policies
    var metrics: [String] = []
    for one in point.series where !metrics.contains(one.metric) { metrics.append(one.metric) }
    panels = metrics.map { metric in
      let own = point.series.filter { $0.metric == metric }
      let lines = policies.map { policy in own.first { $0.policy == policy }?.averages ?? [] }
      return Panel(metric: metric, unit: own.first?.unit ?? "", lines: lines)
    }
    days = point.days
    warmUpDays = point.warmUpDays
    proposed = point.proposed
  }

  /// The picture.
  package var svg: String {
    let top = title.isEmpty ? 24.0 : 50.0
    let legend = PlotLegend(names: policies)
    let bottom = top + Double(panels.count) * (Self.panelHeight + Self.gap)
    var drawing = SVGDrawing(width: Self.width, height: bottom + 42 + legend.height)
    if !title.isEmpty { drawing.text(title, x: 12, y: 24, size: 15, isBold: true) }
    for (place, panel) in panels.enumerated() {
      draw(panel, top: top + Double(place) * (Self.panelHeight + Self.gap), &drawing)
    }
    drawing.text(
      "day; moving averages of \(2 * Self.halfWidth + 1) days"
        + "; grey line: end of the study's warm-up" + (proposed == nil ? "" : "; black line: proposed end"),
      x: Self.left, y: bottom + 2, size: 12)
    legend.draw(
      &drawing, left: Self.left, top: bottom + 30, width: Self.width - Self.left - 20, isLine: true)
    return drawing.text
  }

  private func draw(_ panel: Panel, top: Double, _ drawing: inout SVGDrawing) {
    let (bottom, right) = (top + Self.panelHeight, Self.width - 20)
    let axis = PlotAxis(covering: panel.lines.flatMap { $0.map(\.value) })
    func x(_ day: Double) -> Double {
      Self.left + (right - Self.left) * min(1, max(0, day / Double(max(1, days))))
    }
    func y(_ value: Double) -> Double { bottom - (bottom - top) * axis.position(value) }
    drawing.text(
      panel.unit == "1" ? panel.metric : "\(panel.metric), \(panel.unit)", x: Self.left, y: top - 6, size: 12,
      isBold: true)
    for tick in axis.ticks {
      drawing.line(Self.left, y(tick), right, y(tick), colour: "#e8e8e8")
      drawing.text(axis.label(tick), x: Self.left - 8, y: y(tick) + 4, size: 11, anchor: "end")
    }
    let step = max(1, (days + 139) / 140) * 7
    for day in stride(from: 0, through: days, by: step) {
      drawing.line(x(Double(day)), bottom, x(Double(day)), bottom + 4, colour: "#333")
      drawing.text(String(day), x: x(Double(day)), y: bottom + 17, size: 11, anchor: "middle")
    }
    drawing.line(Self.left, bottom, right, bottom, colour: "#333")
    drawing.line(Self.left, top, Self.left, bottom, colour: "#333")
    if warmUpDays > 0 {
      drawing.line(x(warmUpDays), top, x(warmUpDays), bottom, colour: "#9a9a9a", width: 3)
    }
    if let proposed {
      drawing.line(x(Double(proposed)), top, x(Double(proposed)), bottom, colour: "#000000", width: 1.2)
    }
    for (place, line) in panel.lines.enumerated() where !line.isEmpty {
      var path = SVGPath()
      for (number, point) in line.enumerated() {
        let position = (x: x(point.day), y: y(point.value))
        if number == 0 { path.move(position) } else { path.line(position) }
      }
      drawing.path(path, stroke: PlotPalette.color(place), width: 2, dash: PlotPalette.dash(place))
    }
  }
}

extension DailySeries {
  /// Welch's moving averages at the middle of their days.
  var averages: [(day: Double, value: Double)] {
    let averages = WelchAverage(values, halfWidth: WelchPlot.halfWidth).values
    return zip(days, averages).map { (Double($0) + 0.5, $1) }
  }
}

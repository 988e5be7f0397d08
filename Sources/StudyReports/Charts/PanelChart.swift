/// Panels with a left axis each and the same lower one: lines over time, or columns in parts.
struct PanelChart {
  struct Panel {
    var title = ""
    let axis: PlotAxis
    /// By category, in the order of the legend: the corners of a line.
    var lines: [[PlotPoint]] = []
    /// By category: upright ticks on its line.
    var ticks: [[PlotPoint]] = []
    /// By category: heights of columns that stand on each other, each 1 wide, from 0 on.
    var columns: [[Double]] = []
  }

  var title = ""
  let panels: [Panel]
  var columns = 1
  let panelHeight: Double
  let axis: PlotAxis
  let axisTitles: (x: String, y: String)
  let categories: [String]
  var uprights: [(value: Double, color: String, width: Double)] = []

  private static let width = 760.0
  /// Pixels below which the eye tells no two points apart.
  private static let nearness = 0.8
  private static let tickDistance = 9.0

  var svg: String {
    let hasLines = panels.contains { !$0.lines.isEmpty }
    let legend = PlotLegend(
      entries: categories.enumerated().map { place, name in
        let color = PlotColor.category(place)
        return (hasLines ? .line(color, dash: PlotColor.dash(place)) : .area(color), name)
      }, width: Self.width - 74)
    let top = title.isEmpty ? 14.0 : 40
    let above = panels.contains { !$0.title.isEmpty } ? 22.0 : 0
    let rows = Double((max(1, panels.count) + columns - 1) / columns)
    let bottom = top + rows * (above + panelHeight + 24)
    var drawing = SVGDrawing(width: Self.width, height: bottom + 24 + legend.height)
    drawing.heading(title)
    for (place, panel) in panels.enumerated() {
      let start = Self.width / Double(columns) * Double(place % columns)
      let high = top + above + (above + panelHeight + 24) * Double(place / columns)
      let frame = PlotRectangle(
        left: start + 62, top: high, right: start + Self.width / Double(columns) - 14,
        bottom: high + panelHeight)
      draw(panel, PlotArea(frame: frame, x: axis, y: panel.axis), &drawing)
    }
    drawing.text(axisTitles.x, (Self.width / 2 + 24, bottom + 12), size: 13, anchor: "middle")
    drawing.text(axisTitles.y, (16, (top + bottom) / 2), size: 13, anchor: "middle", isVertical: true)
    legend.draw(&drawing, left: 62, top: bottom + 18)
    return drawing.text
  }

  private func draw(_ panel: Panel, _ area: PlotArea, _ drawing: inout SVGDrawing) {
    let frame = area.frame
    if !panel.title.isEmpty { drawing.text(panel.title, (frame.left, frame.top - 8), isBold: true) }
    area.drawAxes(&drawing, hasColumns: panel.columns.isEmpty)
    for upright in uprights {
      let x = area.x(upright.value)
      drawing.line((x, frame.top), (x, frame.bottom), upright.color, width: upright.width)
    }
    let width = area.x(1) - area.x(0)
    var sums: [Int: Double] = [:]
    for (category, heights) in panel.columns.enumerated() {
      for (place, height) in heights.enumerated() where height > 0 {
        let (x, low) = (area.x(Double(place) + 0.5), sums[place] ?? 0)
        let ends = (area.y(low), area.y(low + height))
        drawing.line((x, ends.0), (x, ends.1), PlotColor.category(category), width: width - 2)
        sums[place] = low + height
      }
    }
    for (category, line) in panel.lines.enumerated() where !line.isEmpty {
      drawing.path(
        SVGPath(Self.thinned(line.map { area.position($0.x, $0.y) })), stroke: PlotColor.category(category),
        width: 2, dash: PlotColor.dash(category))
    }
    for (category, ticks) in panel.ticks.enumerated() {
      var last = -Double.infinity
      for (x, y) in ticks.map({ area.position($0.x, $0.y) }) where x - last >= Self.tickDistance {
        drawing.line((x, y - 4), (x, y + 4), PlotColor.category(category), width: 1.2)
        last = x
      }
    }
  }

  /// Corners that are too near for the eye are one.
  static func thinned(_ corners: [PlotPoint]) -> [PlotPoint] {
    var kept: [PlotPoint] = []
    for (place, corner) in corners.enumerated() {
      let isNear = kept.last.map { last in
        abs(corner.x - last.x) < nearness && abs(corner.y - last.y) < nearness
      }
      if isNear != true || place == corners.count - 1 { kept.append(corner) }
    }
    return kept
  }
}

struct TimeCurve {
  let name: String
  let start: Double
  /// Seconds and the share from there on, ascending.
  let steps: [(seconds: Double, share: Double)]
  var censored: [(seconds: Double, share: Double)] = []

  fileprivate var corners: [PlotPoint] {
    var corners = [(x: 0.0, y: start)]
    for step in steps {
      corners += [(step.seconds, corners[corners.count - 1].y), (step.seconds, step.share)]
    }
    return corners
  }
}

extension PanelChart {
  private static let times: [(value: Double, text: String)] = [
    (1, "1 s"), (10, "10 s"), (60, "1 min"), (600, "10 min"), (3600, "1 h"), (6 * 3600, "6 h"),
    (86400, "1 d"), (7 * 86400, "7 d"), (28 * 86400, "28 d"), (182 * 86400, "6 months"),
  ]

  /// Shares over a time on a logarithmic axis: waits that last, or devices below a value.
  init(_ curves: [TimeCurve], titles: (x: String, y: String)) {
    let seconds = curves.flatMap { $0.steps.map(\.seconds) + $0.censored.map(\.seconds) }
    let (smallest, largest) = (seconds.filter { $0 > 0 }.min() ?? 60, seconds.max() ?? 86400)
    // The ends are a tick below nearly everything, and one above all.
    let low = Self.times.last { $0.value <= smallest }?.value ?? 1
    let end = Self.times.first { $0.value >= largest }?.value ?? largest
    let high = end > low ? end : low * 10
    let shares = [0, 0.25, 0.5, 0.75, 1].map { (value: $0, text: "\(NumberText.percent($0)) %") }
    self.init(
      panels: [
        Panel(
          axis: PlotAxis(shares, from: 0, to: 1), lines: curves.map(\.corners),
          ticks: curves.map { $0.censored.map { ($0.seconds, $0.share) } })
      ], panelHeight: 286,
      axis: PlotAxis(
        Self.times.filter { low <= $0.value && $0.value <= high }, from: low, to: high, isLogarithmic: true),
      axisTitles: titles, categories: curves.map(\.name))
  }
}

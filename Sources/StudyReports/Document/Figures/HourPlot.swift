/// Amounts in parts at each hour of the day, a panel for each policy.
struct HourPlot {
  struct Panel {
    let name: String
    /// By part, in the order of ``HourPlot/parts``, an entry for each hour.
    let amounts: [[Double]]
  }

  let parts: [String]
  let panels: [Panel]
  /// The unit of the vertical axis.
  let title: String

  private static let width = 760.0
  private static let columns = 2
  private static let panelHeight = 148.0
  private static let plotHeight = 100.0

  var svg: String {
    let legend = PlotLegend(names: parts)
    let rows = (panels.count + Self.columns - 1) / Self.columns
    let bottom = 20 + Self.panelHeight * Double(max(1, rows))
    var drawing = SVGDrawing(width: Self.width, height: bottom + 28 + legend.height)
    let axis = PlotAxis(
      covering: [0] + panels.flatMap { panel in (0..<24).map { hour in total(panel, hour) } })
    drawing.text(title, x: 8, y: 14, size: 12, colour: "#555")
    for (place, panel) in panels.enumerated() {
      let left = 46 + 376 * Double(place % Self.columns)
      let top = 40 + Self.panelHeight * Double(place / Self.columns)
      draw(panel, axis, &drawing, left: left, top: top)
    }
    legend.draw(&drawing, left: 20, top: bottom + 26, width: Self.width - 30, isLine: false)
    return drawing.text
  }

  private func total(_ panel: Panel, _ hour: Int) -> Double { panel.amounts.reduce(0) { $0 + $1[hour] } }

  private func draw(
    _ panel: Panel, _ axis: PlotAxis, _ drawing: inout SVGDrawing, left: Double, top: Double
  ) {
    let (right, bottom) = (left + 316, top + Self.plotHeight)
    let step = (right - left) / 24
    func y(_ value: Double) -> Double { bottom - Self.plotHeight * axis.position(value) }
    let every = max(1, (axis.ticks.count + 3) / 4)
    for (place, tick) in axis.ticks.enumerated() where place % every == 0 {
      drawing.line(left, y(tick), right, y(tick), colour: "#e8e8e8")
      drawing.text(axis.label(tick), x: left - 6, y: y(tick) + 4, size: 11, anchor: "end")
    }
    for hour in 0..<24 {
      let middle = left + step * (Double(hour) + 0.5)
      var sum = 0.0
      for (part, amounts) in panel.amounts.enumerated() where amounts[hour] > 0 {
        drawing.line(
          middle, y(sum), middle, y(sum + amounts[hour]), colour: PlotPalette.color(part), width: step - 2)
        sum += amounts[hour]
      }
    }
    for hour in stride(from: 0, through: 24, by: 6) {
      drawing.text(
        "\(hour) h", x: left + step * Double(hour), y: bottom + 15, size: 11, anchor: "middle")
    }
    drawing.line(left, bottom, right, bottom, colour: "#333")
    drawing.text(panel.name, x: left, y: top - 8, size: 12, isBold: true)
  }
}

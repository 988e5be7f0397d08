/// Amounts in parts, a bar for each policy.
struct StackedBarPlot {
  struct Bar {
    let name: String
    /// In the order of ``StackedBarPlot/parts``.
    let amounts: [Double]
  }

  /// Names of the parts.
  let parts: [String]
  let bars: [Bar]
  /// The axis with its unit.
  let title: String

  private static let width = 760.0
  private static let left = 170.0
  private static let right = 680.0
  private static let rowHeight = 26.0

  var svg: String {
    let legend = PlotLegend(names: parts)
    let top = 8.0
    let bottom = top + Self.rowHeight * Double(max(1, bars.count))
    let axis = PlotAxis(covering: [0] + bars.map { $0.amounts.reduce(0, +) })
    var drawing = SVGDrawing(width: Self.width, height: bottom + 66 + legend.height)
    func x(_ value: Double) -> Double { Self.left + (Self.right - Self.left) * axis.position(value) }
    for tick in axis.ticks {
      drawing.line(x(tick), top, x(tick), bottom, colour: "#e8e8e8")
      drawing.text(axis.label(tick), x: x(tick), y: bottom + 17, size: 12, anchor: "middle")
    }
    for (row, bar) in bars.enumerated() {
      let middle = top + Self.rowHeight * (Double(row) + 0.5)
      let name = bar.name.count > 24 ? bar.name.prefix(23) + "…" : bar.name[...]
      drawing.text(String(name), x: Self.left - 8, y: middle + 4, size: 12, anchor: "end")
      var sum = 0.0
      for (place, amount) in bar.amounts.enumerated() where amount > 0 {
        drawing.line(
          x(sum), middle, x(sum + amount), middle, colour: PlotPalette.color(place), width: 16)
        sum += amount
      }
      drawing.text(
        NumberText.fixed(sum, decimals: NumberText.decimals(of: sum, significant: 3)), x: x(sum) + 6,
        y: middle + 4, size: 12, colour: "#555")
    }
    drawing.line(Self.left, top, Self.left, bottom, colour: "#333")
    drawing.text(title, x: (Self.left + Self.right) / 2, y: bottom + 38, size: 13, anchor: "middle")
    legend.draw(&drawing, left: 40, top: bottom + 66, width: Self.width - 50, isLine: false)
    return drawing.text
  }
}

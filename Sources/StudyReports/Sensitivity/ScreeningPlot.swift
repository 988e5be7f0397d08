import OutputAnalysis
import SensitivityDesign

/// A bar chart of a screening: the mean effect of each assumption on one difference, the largest mean size on top.
///
/// A bar is the mean effect with a line of two standard errors to both sides; open circles are the mean size to both sides. A
/// bar whose steps change the sign of the difference is drawn in another color.
struct ScreeningPlot {
  private let title, unit: String
  private let bars: [(name: String, effect: AssumptionEffect)]

  private static let mostBars = 20
  private static let rowHeight = 24.0
  private static let left = 300.0
  private static let width = 860.0

  init(_ report: ScreeningReport, contrast: Int) {
    let own = report.analysis.contrasts[contrast]
    title = own.text
    unit = own.unit
    bars = report.rows[contrast].filter(\.verdict.isEffect).prefix(Self.mostBars).map {
      (report.box.factors[$0.factor].name, $0)
    }
  }

  private static func color(_ verdict: AssumptionEffect.Verdict) -> String {
    verdict == .changesSign ? "#c0392b" : "#4477aa"
  }

  var svg: String {
    let reach = bars.flatMap { _, effect in
      let (mean, error) = (effect.mean ?? 0, 2 * (effect.standardError ?? 0))
      return [mean - error, mean + error, effect.meanSize ?? 0, -(effect.meanSize ?? 0)]
    }
    let axis = PlotAxis(covering: reach + [0])
    let top = 64.0
    let bottom = top + Self.rowHeight * Double(max(1, bars.count))
    var drawing = SVGDrawing(width: Self.width, height: bottom + 78)
    let right = Self.width - 24
    func x(_ value: Double) -> Double { Self.left + (right - Self.left) * axis.position(value) }
    drawing.text(title, x: 12, y: 24, size: 15, isBold: true)
    drawing.text(
      "mean change of the difference for the whole range of each assumption, all others anywhere", x: 12,
      y: 44, size: 12)
    for tick in axis.ticks {
      drawing.line(x(tick), top, x(tick), bottom, colour: "#dddddd")
      drawing.text(axis.label(tick), x: x(tick), y: bottom + 18, size: 11, anchor: "middle")
    }
    drawing.line(x(0), top, x(0), bottom, colour: "#000000", width: 1.5)
    for (place, bar) in bars.enumerated() {
      let middle = top + Self.rowHeight * (Double(place) + 0.5)
      let (mean, error) = (bar.effect.mean ?? 0, 2 * (bar.effect.standardError ?? 0))
      drawing.text(bar.name, x: Self.left - 10, y: middle + 4, size: 12, anchor: "end")
      drawing.line(x(0), middle, x(mean), middle, colour: Self.color(bar.effect.verdict), width: 12)
      drawing.line(x(mean - error), middle, x(mean + error), middle, colour: "#222222")
      for size in [-1, 1].map({ $0 * (bar.effect.meanSize ?? 0) }) {
        drawing.circle(x(size), middle, radius: 3, colour: "#666666", isFilled: false)
      }
    }
    if bars.isEmpty { drawing.text("no effect was detected", x: Self.left, y: top + 16, size: 12) }
    drawing.text(
      unit.isEmpty ? "change of the difference" : "change of the difference, \(unit)",
      x: (Self.left + right) / 2, y: bottom + 38, size: 12, anchor: "middle")
    for (place, entry) in [("#c0392b", "steps change the sign"), ("#4477aa", "no step changes the sign")]
      .enumerated()
    {
      let start = 12 + 190 * Double(place)
      drawing.line(start, bottom + 60, start + 24, bottom + 60, colour: entry.0, width: 10)
      drawing.text(entry.1, x: start + 32, y: bottom + 64, size: 12)
    }
    drawing.text(
      "thin lines: two standard errors; circles: mu*, to both sides", x: 420, y: bottom + 64, size: 12)
    return drawing.text
  }
}

import OutputAnalysis
import SensitivityDesign

/// A bar chart of one comparison: the difference between the ends of each assumption, the strongest on top.
///
/// A bar spans the differences at the levels that were tried; the vertical line is the study as it is. A bar that clearly
/// crosses 0 is drawn in another color.
package struct SensitivityPlot: Sendable {
  /// A bar: an assumption with the differences at the levels that were tried.
  struct Bar: Sendable, Hashable {
    var name: String
    var ends: [End]
    var verdict: SensitivityRow.Verdict
  }

  /// A difference at a level, with half the width of its interval.
  struct End: Sendable, Hashable {
    var difference, halfWidth: Double
  }

  private let title, unit: String
  /// The difference in the study as it is.
  private let base: Double
  private let bars: [Bar]

  /// Bars that are drawn.
  static let bars = 15
  private static let rowHeight = 24.0
  private static let left = 300.0
  private static let width = 860.0

  /// A chart of the comparison of that place.
  package init(_ report: SensitivityReport, contrast: Int) {
    let own = report.analysis.contrasts[contrast]
    let bars = report.rows[contrast].filter { $0.verdict.isEffect }.map { row in
      Bar(
        name: report.box.factors[row.factor].name,
        ends: row.ends.compactMap { end in
          end.response.map { End(difference: $0.difference.estimate, halfWidth: $0.halfWidth) }
        }, verdict: row.verdict)
    }
    self.init(
      title: own.text, unit: own.unit,
      base: report.analysis.response(contrast, at: .base)?.difference.estimate ?? 0, bars: bars)
  }

  /// A chart of bars, the strongest first.
  init(title: String, unit: String, base: Double, bars: [Bar]) {
    self.title = title
    self.unit = unit
    self.base = base
    self.bars = Array(bars.prefix(Self.bars))
  }

  /// The name of the file of a comparison: `1-energy_j_per_day-immediate.svg`.
  static func fileName(_ contrast: SensitivityContrast, number: Int) -> String {
    let label = contrast.policy.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }
    return "\(number)-\(contrast.metric)-\(String(label)).svg"
  }

  private static func color(_ verdict: SensitivityRow.Verdict) -> String {
    switch verdict {
    case .changesSign: "#c0392b"
    case .leavesOpen: "#e0a030"
    default: "#4477aa"
    }
  }

  /// The picture.
  package var svg: String {
    let values = bars.flatMap { $0.ends.map(\.difference) }
    let axis = PlotAxis(covering: values + [0, base])
    let top = 64.0
    let bottom = top + Self.rowHeight * Double(max(1, bars.count))
    var drawing = SVGDrawing(width: Self.width, height: bottom + 78)
    let right = Self.width - 24
    func x(_ value: Double) -> Double { Self.left + (right - Self.left) * axis.position(value) }
    drawing.text(title, x: 12, y: 24, size: 15, isBold: true)
    drawing.text(
      "difference at the ends of each assumption's range; strong line: the study as it is", x: 12, y: 44,
      size: 12)
    for tick in axis.ticks {
      drawing.line(x(tick), top, x(tick), bottom, colour: "#dddddd")
      drawing.text(axis.label(tick), x: x(tick), y: bottom + 18, size: 11, anchor: "middle")
    }
    drawing.line(x(0), top, x(0), bottom, colour: "#888888", width: 1.5)
    for (place, bar) in bars.enumerated() {
      let middle = top + Self.rowHeight * (Double(place) + 0.5)
      drawing.text(bar.name, x: Self.left - 10, y: middle + 4, size: 12, anchor: "end")
      let ends = bar.ends.map(\.difference) + [base]
      let (low, high) = (ends.min() ?? base, ends.max() ?? base)
      drawing.line(x(low), middle, x(high), middle, colour: Self.color(bar.verdict), width: 12)
      for end in bar.ends {
        let ends = [end.difference - end.halfWidth, end.difference + end.halfWidth].map {
          min(max(x($0), Self.left), right)
        }
        drawing.line(ends[0], middle, ends[1], middle, colour: "#222222")
      }
    }
    drawing.line(x(base), top, x(base), bottom, colour: "#000000", width: 1.5)
    if bars.isEmpty {
      drawing.text("no effect of two standard errors or more", x: Self.left, y: top + 16, size: 12)
    }
    drawing.text(
      unit.isEmpty ? "difference" : "difference, \(unit)", x: (Self.left + right) / 2, y: bottom + 38,
      size: 12, anchor: "middle")
    let legend: [(SensitivityRow.Verdict, String)] = [
      (.changesSign, "changes the sign"), (.leavesOpen, "leaves the sign open"),
      (.keepsSign, "keeps the sign"),
    ]
    for (place, entry) in legend.enumerated() {
      let start = 12 + 190 * Double(place)
      drawing.line(start, bottom + 60, start + 24, bottom + 60, colour: Self.color(entry.0), width: 10)
      drawing.text(entry.1, x: start + 32, y: bottom + 64, size: 12)
    }
    drawing.text("thin lines: 95 % intervals", x: 590, y: bottom + 64, size: 12)
    return drawing.text
  }
}

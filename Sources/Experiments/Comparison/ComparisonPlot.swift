import ResultsStore

/// Energy against staleness, one point per policy, as an SVG picture.
///
/// The bars are the intervals of the paired differences from the baseline. Those of the means would be far wider
/// and mislead: they tell how much fleets differ, not how much policies do.
///
/// The picture stands alone: no script, no font and no file from elsewhere.
public struct ComparisonPlot: Sendable {
  /// A policy in the plane.
  struct Point: Sendable {
    let label: String
    let x, y: Double
    let xHalfWidth, yHalfWidth: Double
    let isBaseline: Bool
  }

  static let width = 720.0
  static let height = 480.0
  /// The area between the axes.
  static let area = PlotRectangle(left: 78, top: 52, right: 700, bottom: 420)

  let title: String
  let points: [Point]
  /// Seconds in the unit of the vertical axis, and the unit's name.
  let timeUnit: (seconds: Double, name: String)
  let confidence: Double

  /// Draws a design point; nil if no policy has both metrics.
  public init?(_ comparison: Comparison, designPoint: String, title: String) {
    func rows(_ metric: String) -> [ComparisonRow] {
      comparison.rows.filter { $0.designPoint == designPoint && $0.metric == metric }
    }
    let staleness = rows("staleness_at_open_s")
    let largest = staleness.compactMap(\.mean).max() ?? 0
    let unit: (Double, String) = largest > 3 * 3600 ? (3600, "h") : largest > 180 ? (60, "min") : (1, "s")
    points = rows("energy_j_per_day").compactMap { energy in
      guard let x = energy.mean, let other = staleness.first(where: { $0.policy == energy.policy }),
        let y = other.mean
      else { return nil }
      return Point(
        label: energy.policy, x: x / 1000, y: y / unit.0,
        xHalfWidth: (energy.differenceHalfWidth ?? 0) / 1000,
        yHalfWidth: (other.differenceHalfWidth ?? 0) / unit.0, isBaseline: energy.policy == energy.baseline)
    }
    if points.isEmpty { return nil }
    timeUnit = (seconds: unit.0, name: unit.1)
    self.title = title
    confidence = comparison.plan.confidence
  }

  /// The picture as text.
  public var svg: String {
    let xAxis = PlotAxis(covering: points.flatMap { [$0.x - $0.xHalfWidth, $0.x + $0.xHalfWidth] })
    let yAxis = PlotAxis(covering: points.flatMap { [$0.y - $0.yHalfWidth, $0.y + $0.yHalfWidth] })
    let area = Self.area
    func x(_ value: Double) -> Double { area.left + xAxis.position(value) * (area.right - area.left) }
    func y(_ value: Double) -> Double { area.bottom - yAxis.position(value) * (area.bottom - area.top) }

    var drawing = SVGDrawing(width: Self.width, height: Self.height)
    drawing.text(title, x: area.left, y: 24, size: 15, isBold: true)
    let percent = NumberText.fixed(confidence * 100, decimals: 0)
    let baseline = points.first(where: \.isBaseline)?.label ?? "the baseline"
    drawing.text(
      "Means over replications; bars: \(percent) % intervals of the difference from \(baseline); "
        + "lower left is better", x: area.left,
      y: 42, size: 11, colour: "#555")
    for tick in xAxis.ticks {
      drawing.line(x(tick), area.top, x(tick), area.bottom, colour: "#e4e4e4")
      drawing.text(xAxis.label(tick), x: x(tick), y: area.bottom + 17, size: 11, anchor: "middle")
    }
    for tick in yAxis.ticks {
      drawing.line(area.left, y(tick), area.right, y(tick), colour: "#e4e4e4")
      drawing.text(yAxis.label(tick), x: area.left - 8, y: y(tick) + 4, size: 11, anchor: "end")
    }
    drawing.line(area.left, area.bottom, area.right, area.bottom, colour: "#333")
    drawing.line(area.left, area.top, area.left, area.bottom, colour: "#333")
    drawing.text(
      "Energy per device-day (kJ)", x: (area.left + area.right) / 2, y: area.bottom + 42, size: 13,
      anchor: "middle")
    drawing.text(
      "Staleness at open (\(timeUnit.name))", x: 24, y: (area.top + area.bottom) / 2, size: 13,
      anchor: "middle", isVertical: true)

    var placer = LabelPlacer(area: area)
    for point in points {
      placer.block(
        PlotRectangle(
          left: min(x(point.x - point.xHalfWidth), x(point.x) - 6), top: y(point.y) - 6,
          right: max(x(point.x + point.xHalfWidth), x(point.x) + 6), bottom: y(point.y) + 6))
      placer.block(
        PlotRectangle(
          left: x(point.x) - 6, top: y(point.y + point.yHalfWidth), right: x(point.x) + 6,
          bottom: y(point.y - point.yHalfWidth)))
    }
    for (index, point) in points.enumerated() {
      let colour = Self.colours[index % Self.colours.count]
      let (centreX, centreY) = (x(point.x), y(point.y))
      drawing.line(
        x(point.x - point.xHalfWidth), centreY, x(point.x + point.xHalfWidth), centreY, colour: colour,
        width: 1.5)
      drawing.line(
        centreX, y(point.y - point.yHalfWidth), centreX, y(point.y + point.yHalfWidth), colour: colour,
        width: 1.5)
      let label = point.label + (point.isBaseline ? " (baseline)" : "")
      let place = placer.place(label, near: (centreX, centreY))
      if place.needsLeader {
        drawing.line(centreX, centreY, place.rectangle.nearest(to: (centreX, centreY)), colour: "#999")
      }
      drawing.text(
        label, x: place.rectangle.left + 2, y: place.rectangle.bottom - 4, size: 12, colour: colour)
    }
    for (index, point) in points.enumerated() {
      drawing.circle(
        x(point.x), y(point.y), radius: 4.5, colour: Self.colours[index % Self.colours.count],
        isFilled: !point.isBaseline)
    }
    return drawing.text
  }

  /// Distinct for most eyes (Okabe and Ito), dark enough for text.
  private static let colours = ["#000000", "#0072b2", "#b34700", "#00805c", "#a3458a", "#7a5c00", "#56707f"]
}

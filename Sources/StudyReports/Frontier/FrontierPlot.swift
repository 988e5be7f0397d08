import Basics
import OutputAnalysis

package struct PictureSize: Hashable, Sendable {
  package static let least = PictureSize(width: 560, height: 480)

  package let width, height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// A front of two metrics as a self-contained SVG figure, without scripts, fonts and other files.
///
/// Ellipses are joint regions of the differences from the baseline. Regions of the means would be far wider and would show how
/// much replications differ, not how much policies differ.
package struct FrontierPlot: Sendable {
  package let front: PolicyFrontier
  private let titles, subtitles: [String]
  private let legend: PlotLegend
  private let width: Double
  package let area: PlotArea
  private let axisNames: (x: String, y: String)
  private typealias AxisUnit = (scale: Double, name: String)
  private let xUnit, yUnit: AxisUnit
  /// The value of the second metric above which points are at the upper edge; nil if all points fit.
  private let ceiling: Double?

  package init(
    _ front: PolicyFrontier, title: String, size: PictureSize? = nil,
    axisNames: (x: String, y: String)? = nil, isNamed: Bool = false, units: ShownUnits? = nil
  ) {
    self.front = front
    let points = front.points
    width = size.map { Double($0.width) } ?? 860
    titles = WrappedText.lines(of: title, width: Int((width - 40) / 8.5), most: 2)
    subtitles = WrappedText.lines(
      of: (isNamed ? "At \(front.name). " : "") + Self.subtitle(front), width: Int((width - 40) / 5.2),
      most: 3)
    legend = PlotLegend(
      entries: PolicyFrontier.Dominance.allCases.filter { dominance in
        points.contains { $0.dominance == dominance }
      }.map { ($0.look.mark, $0.look.words) }, width: width - 70)
    let ceiling = front.metrics.second.costSign > 0 ? Self.ceiling(points.map(\.second)) : nil
    self.ceiling = ceiling
    let shown = points.filter { $0.second <= ceiling ?? .infinity }
    let (xUnit, yUnit) = (
      Self.unit(front.metrics.first, points.map(\.first), units),
      Self.unit(front.metrics.second, shown.map(\.second), units)
    )
    (self.xUnit, self.yUnit) = (xUnit, yUnit)
    let bottom = if let size { Double(size.height) - 96 - legend.height } else { 510.0 }
    area = PlotArea(
      frame: PlotRectangle(
        left: 70, top: 84 + 14 * Double(subtitles.count - 1), right: width - 20, bottom: bottom),
      x: PlotAxis(
        covering: points.flatMap { point in
          let isShown = point.second <= ceiling ?? .infinity
          return Self.ends(point.first, isShown ? point.difference?.firstHalfWidth : nil, xUnit.scale)
        }),
      y: PlotAxis(
        covering: shown.flatMap { Self.ends($0.second, $0.difference?.secondHalfWidth, yUnit.scale) }))
    self.axisNames =
      axisNames
      ?? ("\(front.metrics.first.label) (\(xUnit.name))", "\(front.metrics.second.label) (\(yUnit.name))")
  }

  /// The ends of a region; a value that cannot be negative has no end below 0.
  private static func ends(_ value: Double, _ halfWidth: Double?, _ scale: Double) -> [Double] {
    let reach = halfWidth ?? 0
    return [(value >= 0 ? max(0, value - reach) : value - reach) / scale, (value + reach) / scale]
  }

  private static func unit(
    _ metric: MetricDefinition, _ values: [Double], _ units: ShownUnits? = nil
  ) -> AxisUnit {
    if let units, metric.unit != "1" {
      let unit = units(metric, for: values.map(Optional.init))
      return (unit.size, unit.name)
    }
    let largest = values.map(abs).max() ?? 0
    switch metric.unit {
    case "s":
      let unit = ShownUnit("s", for: values.map(Optional.init))
      return (unit.size, unit.name)
    case "J/d" where largest > 2000: return (1000, "kJ/d")
    case "1": return (1, "share")
    default: return (1, metric.unit)
    }
  }

  /// A single point that is further from the others than these are from each other would squeeze them.
  package static func ceiling(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard sorted.count > 3, let least = sorted.first, let most = sorted.last else { return nil }
    let second = sorted[sorted.count - 2]
    return most - second > second - least ? second : nil
  }

  private func position(_ first: Double, _ second: Double) -> PlotPoint {
    area.position(first / xUnit.scale, second / yUnit.scale)
  }

  private func isOffScale(_ point: PolicyFrontier.Point) -> Bool { point.second > ceiling ?? .infinity }

  package func position(_ point: PolicyFrontier.Point) -> PlotPoint {
    let found = position(point.first, point.second)
    return isOffScale(point) ? (found.x, area.frame.top + 12) : found
  }

  package var svg: String { svg(named: "") }

  /// The fronts of all settings, or of one setting, in one figure, one below another; nil without a front.
  package static func svg(
    of section: FrontierSection, at setting: String? = nil, title: String, size: PictureSize?,
    axisNames: (x: String, y: String)?
  ) -> String? {
    let settings = section.settings
    let fronts = (setting.map { [$0] } ?? settings).flatMap { name in
      section.fronts.filter { $0.name == name }
    }
    let first = fronts.first?.metrics.second.name
    let plots = fronts.map { front in
      FrontierPlot(
        front, title: title, size: size, axisNames: front.metrics.second.name == first ? axisNames : nil,
        isNamed: settings.count > 1)
    }
    guard plots.count > 1 else { return plots.first?.svg }
    var (panels, top) = ("", 0.0)
    for (place, plot) in plots.enumerated() {
      let round = plots[..<place].count { $0.front.metrics.second.name == plot.front.metrics.second.name }
      let panel = plot.svg(named: plot.front.metrics.second.name + (round > 0 ? "-\(round + 1)" : ""))
      panels += "<svg y=\"\(SVGPath.number(top))\"\(panel.dropFirst("<svg".count))"
      top += plot.height
    }
    let (width, height) = (SVGPath.number(plots[0].width), SVGPath.number(top))
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\">\n\(panels)</svg>\n"
  }

  private var height: Double { area.frame.bottom + 96 + legend.height }

  /// - Parameter name: A name that no other figure on the same page has.
  func svg(named name: String) -> String {
    var drawing = SVGDrawing(width: width, height: height, name: name)
    drawing.clip(to: area.frame)
    for (row, line) in titles.enumerated() {
      drawing.text(line, (20, 45 - 19 * Double(titles.count - 1 - row)), size: 15, isBold: true)
    }
    for (row, line) in subtitles.enumerated() {
      drawing.text(line, (20, 65 + 14 * Double(row)), size: 11, color: PlotColor.soft)
    }
    area.drawAxes(&drawing, axisNames)
    let corners = steps
    drawing.path(SVGPath(corners + [worst], isClosed: true), fill: PlotColor.blue, opacity: 0.05)
    drawing.path(SVGPath(corners), stroke: PlotColor.blue, width: 1.5)
    drawLabels(&drawing, drawRegions(&drawing))
    for point in front.points {
      let (x, y) = position(point)
      point.dominance.look.mark.draw(&drawing, at: (x, y))
      if isOffScale(point) {
        let arrow = SVGPath([(x - 4, y - 8), (x, y - 14), (x + 4, y - 8)])
        drawing.path(arrow, stroke: point.dominance.look.color, width: 1.5)
      }
    }
    legend.draw(&drawing, left: area.frame.left, top: area.frame.bottom + 48)
    if let hypervolume = front.hypervolume {
      for (row, line) in [hypervolume.text(baseline: front.baseline), hypervolume.referenceText].enumerated()
      {
        let place = (x: area.frame.left, y: height - 26 + 15 * Double(row))
        drawing.text(line, place, size: 11, color: PlotColor.soft)
      }
    }
    return drawing.text
  }

  private static func subtitle(_ front: PolicyFrontier) -> String {
    let count = "Estimates over \(CountText.text(front.replications, "replication"))"
    let percent = NumberText.percent(front.jointConfidence)
    let regions =
      front.points.contains { $0.difference != nil }
      ? "; ellipses: joint \(percent) % regions of the differences from \(front.baseline), all together" : ""
    let corner =
      (front.metrics.second.costSign > 0 ? "lower" : "upper")
      + (front.metrics.first.costSign > 0 ? " left" : " right")
    return count + regions + "; \(corner) is better"
  }

  private var worst: PlotPoint {
    (
      front.metrics.first.costSign > 0 ? area.frame.right : area.frame.left,
      front.metrics.second.costSign > 0 ? area.frame.top : area.frame.bottom
    )
  }

  /// Corners of the steps of the front, from the edge where the second metric is worst to the one where the first is.
  private var steps: [PlotPoint] {
    var corners: [PlotPoint] = []
    let points = front.points.filter { !$0.dominance.look.isPale }
    for point in front.metrics.first.costSign > 0 ? points : points.reversed() where !isOffScale(point) {
      let (x, y) = position(point)
      corners += [(x, corners.last?.y ?? worst.y), (x, y)]
    }
    if let last = corners.last { corners.append((worst.x, last.y)) }
    return corners
  }

  private func drawRegions(_ drawing: inout SVGDrawing) -> [PlotSegment] {
    var lines = PlotSegment.all(along: steps)
    for point in front.points where !isOffScale(point) {
      guard let region = point.difference else { continue }
      func onBoundary(_ x: Double, _ y: Double) -> PlotPoint {
        let (first, second) = region.boundary(x, y)
        return position(
          point.first + first - region.center.first, point.second + second - region.center.second)
      }
      let look = point.dominance.look
      drawing.path(
        .ellipse(onBoundary), stroke: look.color, width: look.isPale ? 0.6 : 1,
        dash: point.dominance == .beside ? "4 3" : nil, fill: look.color, opacity: look.isPale ? 0.05 : 0.12,
        isClipped: true)
      let ring = [
        (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7), (1, 0),
      ]
      lines += PlotSegment.all(along: ring.map { onBoundary($0.0, $0.1) })
    }
    for policy in Set(front.points.map(\.policy)).sorted() {
      let levels = front.points.filter { $0.policy == policy }.sorted { $0.level < $1.level }.map(position)
      guard levels.count > 1 else { continue }
      drawing.path(SVGPath(levels), stroke: "#999999", dash: "2 3")
      lines += PlotSegment.all(along: levels)
    }
    return lines
  }

  private func drawLabels(_ drawing: inout SVGDrawing, _ lines: [PlotSegment]) {
    for (point, place) in labels(lines) {
      if let leader = place.leader { drawing.line(leader.start, leader.end, "#999999") }
      let look = point.dominance.look
      drawing.text(
        label(point), (place.rectangle.left + 2, place.rectangle.bottom - 4), color: look.textColor,
        isBold: !look.isPale)
    }
  }

  package func labels(_ lines: [PlotSegment] = []) -> [(PolicyFrontier.Point, LabelPlacer.Place)] {
    var placer = LabelPlacer(area: area.frame)
    for line in lines { placer.avoid(line) }
    for point in front.points {
      let (x, y) = position(point)
      placer.block(PlotRectangle(left: x - 7, top: y - 7, right: x + 7, bottom: y + 7))
    }
    // Points of the front choose first.
    let order =
      front.points.filter { !$0.dominance.look.isPale } + front.points.filter { $0.dominance.look.isPale }
    return order.compactMap { point in placer.place(label(point), near: position(point)).map { (point, $0) } }
  }

  private func label(_ point: PolicyFrontier.Point) -> String {
    var notes: [String] = []
    if point.isBaseline { notes.append("baseline") }
    if point.dominance == .beside { notes.append("knows the future") }
    if isOffScale(point) { notes.append("off the scale: \(words(point.second))") }
    return point.label + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }

  /// A value of the second metric in the unit that suits it: `5.8 h`.
  private func words(_ value: Double) -> String {
    let unit = yUnit
    let decimals = unit.scale > 1 ? 1 : NumberText.decimals(of: abs(value), significant: 3)
    return NumberText.fixed(value / unit.scale, decimals: decimals) + " \(unit.name)"
  }
}

extension PolicyFrontier.Dominance {
  /// Words, colors and mark of a dominance: shape and shade distinguish them without color. Pale marks are not on the front.
  fileprivate var look: (words: String, color: String, textColor: String, isPale: Bool, mark: PlotMark) {
    let (blue, red, gray, purple) = (PlotColor.blue, PlotColor.red, "#999999", "#a3458a")
    switch self {
    case .onFront: return ("on the front: shown", blue, "#00507d", false, .circle(blue, radius: 4.5))
    case .unresolved:
      let mark = PlotMark.circle(blue, radius: 4.5, isFilled: false)
      return ("on the front by the estimates", blue, "#00507d", false, mark)
    case .perhapsDominated:
      let mark = PlotMark.shape([(0, -5), (5, 0), (0, 5), (-5, 0)], red, isFilled: false)
      return ("perhaps dominated", red, "#a84900", true, mark)
    case .clearlyDominated:
      let mark = PlotMark.shape([(0, -4), (4, 0), (0, 4), (-4, 0)], gray, isFilled: true)
      return ("clearly dominated: shown", gray, "#707070", true, mark)
    case .beside:
      let mark = PlotMark.shape([(0, -5), (5, 4), (-5, 4)], purple, isFilled: false)
      return ("for reference: knows the future", purple, "#8a3575", true, mark)
    }
  }
}

import OutputAnalysis
import PlainText
import StudyMetrics

/// A front of two metrics as an SVG picture.
///
/// Ellipses are joint regions of the differences from the baseline. Those of the means would be far wider and
/// mislead: they tell how much fleets differ, not how much policies do. The picture stands alone: no script,
/// no font and no file from elsewhere.
public struct FrontierPlot: Sendable {
  private static let width = 860.0

  let front: PolicyFrontier
  private let titles: [String]
  private let subtitles: [String]
  private let legend: FrontierLegend
  private let width: Double
  /// The area between the axes.
  let area: PlotRectangle
  private let axisNames: (x: String, y: String)
  /// The divisor of a metric on its axis, and the name of that unit.
  private typealias AxisUnit = (scale: Double, name: String)
  private let xUnit, yUnit: AxisUnit
  private let xAxis, yAxis: PlotAxis
  /// Value of the second metric above which points stand at the upper edge; nil for none.
  private let ceiling: Double?

  /// Places everything.
  ///
  /// - Parameters:
  ///   - size: At least ``PictureSize/least``; nil for a usual one.
  ///   - axisNames: Nil for the names of the metrics with their units.
  public init(
    _ front: PolicyFrontier, title: String, size: PictureSize? = nil, axisNames: (x: String, y: String)? = nil
  ) {
    self.front = front
    let width = size.map { Double($0.width) } ?? Self.width
    self.width = width
    titles = WrappedText.lines(of: title, width: Int((width - 40) / 8.5), most: 2)
    subtitles = WrappedText.lines(of: Self.subtitle(front), width: Int((width - 40) / 5.2), most: 3)
    legend = FrontierLegend(front.points, columns: max(1, Int((width - 70) / FrontierLegend.columnWidth)))
    let below = 96 + FrontierLegend.rowHeight * Double(legend.rows.count)
    area = PlotRectangle(
      left: 70, top: 84 + 14 * Double(subtitles.count - 1), right: width - 20,
      bottom: size.map { Double($0.height) - below } ?? 510)
    let isLowerBetter = front.metrics.second.costSign > 0
    let ceiling = isLowerBetter ? Self.ceiling(front.points.map(\.second)) : nil
    self.ceiling = ceiling
    let shown = front.points.filter { $0.second <= ceiling ?? .infinity }
    let (xUnit, yUnit) = (
      Self.unit(front.metrics.first, front.points.map(\.first)),
      Self.unit(front.metrics.second, shown.map(\.second))
    )
    (self.xUnit, self.yUnit) = (xUnit, yUnit)
    xAxis = PlotAxis(
      covering: front.points.flatMap { point in
        let isShown = point.second <= ceiling ?? .infinity
        let reach = isShown ? point.difference?.firstHalfWidth ?? 0 : 0
        return [(point.first - reach) / xUnit.scale, (point.first + reach) / xUnit.scale]
      })
    yAxis = PlotAxis(
      covering: shown.flatMap { point in
        let reach = point.difference?.secondHalfWidth ?? 0
        return [(point.second - reach) / yUnit.scale, (point.second + reach) / yUnit.scale]
      })
    self.axisNames =
      axisNames
      ?? ("\(front.metrics.first.name) (\(xUnit.name))", "\(front.metrics.second.name) (\(yUnit.name))")
  }

  /// A unit in which the values of a metric are short numbers.
  private static func unit(_ metric: MetricDefinition, _ values: [Double]) -> AxisUnit {
    let largest = values.map(abs).max() ?? 0
    switch metric.unit {
    case "s": return largest > 2 * 3600 ? (3600, "h") : largest > 180 ? (60, "min") : (1, "s")
    case "J/d" where largest > 2000: return (1000, "kJ/d")
    case "1": return (1, "share")
    default: return (1, metric.unit)
    }
  }

  /// A single point that is further from the others than these are from each other would squeeze them.
  static func ceiling(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard sorted.count > 3, let least = sorted.first, let most = sorted.last else { return nil }
    let second = sorted[sorted.count - 2]
    return most - second > second - least ? second : nil
  }

  private func position(_ first: Double, _ second: Double) -> (x: Double, y: Double) {
    return (
      area.left + xAxis.position(first / xUnit.scale) * (area.right - area.left),
      area.bottom - yAxis.position(second / yUnit.scale) * (area.bottom - area.top)
    )
  }

  private func isOffScale(_ point: PolicyFrontier.Point) -> Bool { point.second > ceiling ?? .infinity }

  /// Where a point is drawn: at the upper edge if it is off the scale.
  func position(_ point: PolicyFrontier.Point) -> (x: Double, y: Double) {
    let found = position(point.first, point.second)
    return isOffScale(point) ? (found.x, area.top + 12) : found
  }

  /// The picture as text.
  public var svg: String { svg(named: "") }

  /// The fronts of the first setting, one below the other in one picture, each of the size; nil where there is none.
  ///
  /// - Parameter axisNames: For the first front; nil for the names of the metrics with their units.
  public static func svg(
    of section: FrontierSection, title: String, size: PictureSize?, axisNames: (x: String, y: String)?
  ) -> String? {
    let plots = section.fronts(ofSettings: 1).enumerated().map { place, front in
      FrontierPlot(front, title: title, size: size, axisNames: place == 0 ? axisNames : nil)
    }
    guard plots.count > 1 else { return plots.first?.svg }
    var (panels, top) = ("", 0.0)
    for plot in plots {
      let panel = plot.svg(named: plot.front.metrics.second.name)
      panels += "<svg y=\"\(SVGPath.number(top))\"\(panel.dropFirst("<svg".count))"
      top += plot.bottom + 34
    }
    let size = "width=\"\(SVGPath.number(plots[0].width))\" height=\"\(SVGPath.number(top))\""
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)>\n\(panels)</svg>\n"
  }

  private var bottom: Double { area.bottom + 62 + FrontierLegend.rowHeight * Double(legend.rows.count) }

  /// The picture as text.
  ///
  /// - Parameter name: A name that no other picture on the same page has.
  func svg(named name: String) -> String {
    var drawing = SVGDrawing(width: width, height: bottom + 34, name: name)
    drawing.clip(to: area)
    for (row, line) in titles.enumerated() {
      drawing.text(line, x: 20, y: 45 - 19 * Double(titles.count - 1 - row), size: 15, isBold: true)
    }
    for (row, line) in subtitles.enumerated() {
      drawing.text(line, x: 20, y: 65 + 14 * Double(row), size: 11, colour: "#555")
    }
    drawAxes(&drawing)
    drawFront(&drawing)
    let lines = drawRegions(&drawing)
    drawLabels(&drawing, lines)
    for point in front.points {
      FrontierLegend.mark(point.standing, at: position(point), in: &drawing)
      if isOffScale(point) { drawArrow(&drawing, at: position(point), point.standing) }
    }
    legend.draw(&drawing, left: area.left, top: area.bottom + 62)
    if let hypervolume = front.hypervolume {
      drawing.text(
        hypervolume.text(baseline: front.baseline), x: area.left, y: bottom + 8, size: 11, colour: "#555"
      )
      drawing.text(hypervolume.referenceText, x: area.left, y: bottom + 23, size: 11, colour: "#555")
    }
    return drawing.text
  }

  private static func subtitle(_ front: PolicyFrontier) -> String {
    let count =
      "Estimates over \(front.replications) \(front.replications == 1 ? "replication" : "replications")"
    let percent = NumberText.percent(front.jointConfidence)
    let regions =
      front.points.contains { $0.difference != nil }
      ? "; ellipses: joint \(percent) % regions of the differences from \(front.baseline), all together" : ""
    let corner =
      (front.metrics.second.costSign > 0 ? "lower" : "upper")
      + (front.metrics.first.costSign > 0 ? " left" : " right")
    return count + regions + "; \(corner) is better"
  }

  private func drawAxes(_ drawing: inout SVGDrawing) {
    for tick in xAxis.ticks {
      let x = area.left + xAxis.position(tick) * (area.right - area.left)
      drawing.line(x, area.top, x, area.bottom, colour: "#e8e8e8")
      drawing.text(xAxis.label(tick), x: x, y: area.bottom + 17, size: 11, anchor: "middle")
    }
    for tick in yAxis.ticks {
      let y = area.bottom - yAxis.position(tick) * (area.bottom - area.top)
      drawing.line(area.left, y, area.right, y, colour: "#e8e8e8")
      drawing.text(yAxis.label(tick), x: area.left - 8, y: y + 4, size: 11, anchor: "end")
    }
    drawing.line(area.left, area.bottom, area.right, area.bottom, colour: "#333")
    drawing.line(area.left, area.top, area.left, area.bottom, colour: "#333")
    drawing.text(
      axisNames.x, x: (area.left + area.right) / 2, y: area.bottom + 40, size: 13, anchor: "middle")
    drawing.text(
      axisNames.y, x: 24, y: (area.top + area.bottom) / 2, size: 13, anchor: "middle", isVertical: true)
  }

  /// The corner of the area where both metrics are worst.
  private var worst: (x: Double, y: Double) {
    (
      front.metrics.first.costSign > 0 ? area.right : area.left,
      front.metrics.second.costSign > 0 ? area.top : area.bottom
    )
  }

  /// Corners of the steps between the points of the front, from the edge where the second metric is worst to the one
  /// where the first is.
  private var steps: [(x: Double, y: Double)] {
    var corners: [(x: Double, y: Double)] = []
    let points = front.points.filter { $0.standing == .onFront || $0.standing == .unresolved }
    for point in front.metrics.first.costSign > 0 ? points : points.reversed() where !isOffScale(point) {
      let (x, y) = position(point)
      corners.append((x, corners.last?.y ?? worst.y))
      corners.append((x, y))
    }
    if let last = corners.last { corners.append((worst.x, last.y)) }
    return corners
  }

  private func drawFront(_ drawing: inout SVGDrawing) {
    let corners = steps
    guard let first = corners.first else { return }
    var line = SVGPath()
    line.move(first)
    for corner in corners.dropFirst() { line.line(corner) }
    var region = line
    region.line(worst)
    region.close()
    drawing.path(region, fill: FrontierLegend.frontColour, opacity: 0.05)
    drawing.path(line, stroke: FrontierLegend.frontColour, width: 1.5)
  }

  /// Draws the joint regions and the levels of each policy; gives lines that labels had better not cover.
  private func drawRegions(_ drawing: inout SVGDrawing) -> [PlotSegment] {
    var lines = zip(steps, steps.dropFirst()).map { PlotSegment(start: $0, end: $1) }
    for point in front.points where !isOffScale(point) {
      guard let region = point.difference else { continue }
      func onBoundary(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let (first, second) = region.boundary(x, y)
        return position(
          point.first + first - region.center.first, point.second + second - region.center.second)
      }
      let colour = FrontierLegend.colour(point.standing)
      drawing.path(
        .ellipse(onBoundary), stroke: colour, width: FrontierLegend.isPale(point.standing) ? 0.6 : 1,
        dash: point.standing == .beside ? "4 3" : nil, fill: colour,
        opacity: FrontierLegend.isPale(point.standing) ? 0.05 : 0.12, isClipped: true)
      let ring = [
        (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7), (1, 0),
      ]
      .map { onBoundary($0.0, $0.1) }
      lines += zip(ring, ring.dropFirst()).map { PlotSegment(start: $0, end: $1) }
    }
    for policy in Set(front.points.map(\.policy)).sorted() {
      let levels = front.points.filter { $0.policy == policy }.sorted { $0.level < $1.level }.map(position)
      guard levels.count > 1 else { continue }
      var path = SVGPath()
      path.move(levels[0])
      for level in levels.dropFirst() { path.line(level) }
      drawing.path(path, stroke: "#999", width: 1, dash: "2 3")
      lines += zip(levels, levels.dropFirst()).map { PlotSegment(start: $0, end: $1) }
    }
    return lines
  }

  private func drawLabels(_ drawing: inout SVGDrawing, _ lines: [PlotSegment]) {
    for (point, place) in labels(lines) {
      if let leader = place.leader {
        drawing.line(leader.start.x, leader.start.y, leader.end, colour: "#999")
      }
      drawing.text(
        label(point), x: place.rectangle.left + 2, y: place.rectangle.bottom - 4, size: 12,
        colour: FrontierLegend.textColour(point.standing),
        isBold: point.standing == .onFront || point.standing == .unresolved)
    }
  }

  /// Places of the labels; a point for which nothing is free has none.
  func labels(_ lines: [PlotSegment] = []) -> [(PolicyFrontier.Point, LabelPlacer.Place)] {
    var placer = LabelPlacer(area: area)
    for line in lines { placer.avoid(line) }
    for point in front.points {
      let (x, y) = position(point)
      placer.block(PlotRectangle(left: x - 7, top: y - 7, right: x + 7, bottom: y + 7))
    }
    // Points of the front choose first.
    let order =
      front.points.filter { !FrontierLegend.isPale($0.standing) }
      + front.points.filter { FrontierLegend.isPale($0.standing) }
    return order.compactMap { point in
      placer.place(label(point), near: position(point)).map { (point, $0) }
    }
  }

  func label(_ point: PolicyFrontier.Point) -> String {
    var notes: [String] = []
    if point.isBaseline { notes.append("baseline") }
    if point.standing == .beside { notes.append("uses the future") }
    if isOffScale(point) { notes.append("off the scale: \(words(point.second))") }
    return point.label + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }

  /// A value of the second metric in the unit that suits it: `5.8 h`.
  private func words(_ value: Double) -> String {
    let unit = Self.unit(front.metrics.second, [value])
    let decimals = unit.scale > 1 ? 1 : NumberText.decimals(of: abs(value), significant: 3)
    return NumberText.fixed(value / unit.scale, decimals: decimals) + " \(unit.name)"
  }

  /// An arrow upwards over a mark.
  private func drawArrow(
    _ drawing: inout SVGDrawing, at mark: (x: Double, y: Double), _ standing: PolicyFrontier.Standing
  ) {
    var path = SVGPath()
    path.move((mark.x - 4, mark.y - 8))
    path.line((mark.x, mark.y - 14))
    path.line((mark.x + 4, mark.y - 8))
    drawing.path(path, stroke: FrontierLegend.colour(standing), width: 1.5)
  }
}

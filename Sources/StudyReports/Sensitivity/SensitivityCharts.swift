import Basics
import OutputAnalysis
import ResultsStore

package struct SensitivityBar: Sendable {
  let name: String
  let ends: [(difference: Double, halfWidth: Double)]
  let verdict: AssumptionVerdict
}

extension RowChart {
  package init(title: String, unit: String, base: Double, bars: [SensitivityBar]) {
    func color(_ verdict: AssumptionVerdict) -> String {
      switch verdict {
      case .changesSign: PlotColor.red
      case .leavesOpen: PlotColor.orange
      default: PlotColor.blue
      }
    }
    self.init(
      title: title,
      subtitle: "difference at the ends of each assumption's range; strong line: the study as it is",
      rows: bars.prefix(15).map { bar in
        let values = bar.ends.map(\.difference) + [base]
        return Row(
          name: bar.name, bars: [(values.min() ?? base, values.max() ?? base, color(bar.verdict), 12)],
          intervals: bar.ends.map { ($0.difference - $0.halfWidth, $0.difference + $0.halfWidth) })
      }, uprights: [(0, PlotColor.middle), (base, PlotColor.strong)],
      axisTitle: unit.isEmpty ? "difference" : "difference, \(unit)",
      legend: [
        (.area(color(.changesSign)), "changes the sign"), (.area(color(.leavesOpen)), "leaves the sign open"),
        (.area(color(.keepsSign)), "keeps the sign"), (.none, "thin lines: 95 % intervals"),
      ], absence: "no effect of two standard errors or more")
  }
}

extension SensitivityReport {
  package func chart(_ contrast: Int) -> RowChart {
    let own = contrasts[contrast]
    let bars = rows[contrast].filter(\.verdict.isEffect).map { row in
      SensitivityBar(
        name: box.factors[row.factor].name,
        ends: row.ends.compactMap(\.response).map { ($0.difference.estimate, $0.halfWidth) },
        verdict: row.verdict)
    }
    return RowChart(
      title: own.text, unit: own.unit, base: inStudy(contrast)?.difference.estimate ?? 0, bars: bars)
  }
}

extension ScreeningReport {
  /// A bar is the mean effect with a line of two standard errors to both sides; open circles are the mean size to both sides.
  package func chart(_ contrast: Int) -> RowChart {
    let own = contrasts[contrast]
    func color(_ verdict: AssumptionVerdict) -> String {
      verdict == .changesSign ? PlotColor.red : PlotColor.blue
    }
    return RowChart(
      title: own.text,
      subtitle: "mean change of the difference for the whole range of each assumption, all others anywhere",
      rows: rows[contrast].filter(\.verdict.isEffect).prefix(20).map { effect in
        let (mean, error) = (effect.mean ?? 0, 2 * (effect.standardError ?? 0))
        let size = effect.meanSize ?? 0
        return RowChart.Row(
          name: box.factors[effect.factor].name,
          bars: [(0, mean, color(effect.verdict), 12), (mean - error, mean + error, PlotColor.text, 1)],
          marks: [-size, size].map { ($0, .circle("#666666", radius: 3, isFilled: false)) })
      }, uprights: [(0, PlotColor.strong)],
      axisTitle: own.unit.isEmpty ? "change of the difference" : "change of the difference, \(own.unit)",
      legend: [
        (.area(color(.changesSign)), "steps change the sign"),
        (.area(color(.effect)), "no step changes the sign"),
        (.none, "thin lines: two standard errors; circles: mu*, to both sides"),
      ], absence: "no effect was detected")
  }
}

/// A picture and a table of the differences over two assumptions. The color of a cell tells the sign, a pale one that
/// the interval contains 0. Circles are places at which the sign changes, with lines of their uncertainty.
struct FlipMapPlot {
  let map: FlipMap
  let contrast: SensitivityContrast

  private var firstFactor: AssumedFactor { map.box.factors[map.first] }
  private var secondFactor: AssumedFactor { map.box.factors[map.second] }
  var name: String { "map-\(contrast.fileName(number: map.contrast + 1))" }

  private static func sign(_ response: SensitivityResponse?) -> String {
    guard let response else { return "none" }
    guard response.hasClearSign else { return "open" }
    return response.difference.estimate < 0 ? "lower" : "higher"
  }

  private static let colors = ["lower": "#9fc3e8", "higher": "#f0b49a", "open": "#eeeeee"]
  private static func color(_ sign: String) -> String { colors[sign] ?? PlotColor.page }

  var svg: String {
    let (columns, rows) = (map.firstLevels.count, map.secondLevels.count)
    func axis(_ factor: AssumedFactor, _ levels: [Double]) -> PlotAxis {
      PlotAxis(
        levels.enumerated().map { (Double($0) + 0.5, factor.text(.number($1))) }, from: 0,
        to: Double(levels.count))
    }
    let area = PlotArea(
      frame: PlotRectangle(
        left: 110, top: 64, right: 110 + 86 * Double(columns), bottom: 64 + 48 * Double(rows)),
      x: axis(firstFactor, map.firstLevels), y: axis(secondFactor, map.secondLevels))
    let legend = PlotLegend(
      entries: [
        (.area(Self.color("lower")), "\(contrast.policy) lower"),
        (.area(Self.color("higher")), "\(contrast.policy) higher"),
        (.area(Self.color("open")), "interval contains 0"),
      ], width: 736)
    let bottom = area.frame.bottom
    var drawing = SVGDrawing(width: max(area.frame.right + 24, 760), height: bottom + 84 + legend.height)
    let unit = contrast.unit.isEmpty ? "" : ", \(contrast.unit)"
    drawing.text(contrast.text + unit, (12, 24), size: 15, isBold: true)
    drawing.text(
      "difference with the half-width of its 95 % interval, all other assumptions as in the study", (12, 44))
    for column in 0..<columns {
      for row in 0..<rows { draw(map.response(column, row), area, Double(column), Double(row), &drawing) }
    }
    area.drawAxes(&drawing, (firstFactor.name, secondFactor.name), hasColumns: false, hasRows: false)
    drawCrossings(area, &drawing)
    legend.draw(&drawing, left: 12, top: bottom + 50)
    drawing.text(
      "circles: places of change by bisection (full along the lower axis, open along the left one), with lines of about 95 %",
      (12, bottom + 70 + legend.height))
    return drawing.text
  }

  private func draw(
    _ response: SensitivityResponse?, _ area: PlotArea, _ column: Double, _ row: Double,
    _ drawing: inout SVGDrawing
  ) {
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { area.position(column + $0.0, row + $0.1) }
    drawing.path(
      SVGPath(corners, isClosed: true), stroke: PlotColor.page, fill: Self.color(Self.sign(response)))
    let (x, y) = area.position(column + 0.5, row + 0.5)
    guard let response else {
      drawing.text("no result", (x, y + 4), size: 11, color: PlotColor.middle, anchor: "middle")
      return
    }
    for (place, part) in response.words.split(separator: " ", maxSplits: 1).enumerated() {
      drawing.text(String(part), (x, y - 4 + 16 * Double(place)), anchor: "middle")
    }
  }

  /// The middle of a level in cells from the first, linear between levels.
  private static func position(_ value: Double, _ levels: [Double]) -> Double {
    guard let next = levels.firstIndex(where: { $0 >= value }) else { return Double(levels.count) - 0.5 }
    guard next > 0 else { return 0.5 }
    let (low, high) = (levels[next - 1], levels[next])
    return Double(next) - 0.5 + (value - low) / (high - low)
  }

  private func drawCrossings(_ area: PlotArea, _ drawing: inout SVGDrawing) {
    func point(_ first: Double, _ second: Double) -> PlotPoint {
      area.position(Self.position(first, map.firstLevels), Self.position(second, map.secondLevels))
    }
    // A line joins the places of neighboring rows that have one place each.
    let single = Dictionary(grouping: map.crossings.filter(\.isAlongFirst), by: \.line)
      .filter { $0.value.count == 1 }
    for (row, found) in single.sorted(by: { $0.key < $1.key }) {
      guard let above = single[row + 1]?.first, let own = found.first else { continue }
      drawing.line(
        point(own.place, map.secondLevels[row]), point(above.place, map.secondLevels[row + 1]),
        PlotColor.text, width: 1.5)
    }
    for crossing in map.crossings {
      func at(_ place: Double) -> PlotPoint {
        crossing.isAlongFirst
          ? point(place, map.secondLevels[crossing.line]) : point(map.firstLevels[crossing.line], place)
      }
      drawing.line(
        at(crossing.place - crossing.halfWidth), at(crossing.place + crossing.halfWidth), PlotColor.text)
      drawing.circle(at(crossing.place), radius: 3.5, PlotColor.text, isFilled: crossing.isAlongFirst)
    }
  }

  private typealias Row = (
    kind: String, first: Double, second: Double, difference: Double?, halfWidth: Double?, sign: String?,
    placeHalfWidth: Double?
  )

  /// A row for each point of the grid, then one for each place of change, whose difference is 0.
  var table: OutputTable {
    let grid = map.firstLevels.enumerated().flatMap { column, first in
      map.secondLevels.enumerated().map { row, second -> Row in
        let found = map.response(column, row)
        return (
          "grid", first, second, found?.difference.estimate, found?.halfWidth, Self.sign(found), nil
        )
      }
    }
    let changes = map.crossings.map { crossing -> Row in
      let (factor, first, second) =
        crossing.isAlongFirst
        ? (firstFactor, crossing.place, map.secondLevels[crossing.line])
        : (secondFactor, map.firstLevels[crossing.line], crossing.place)
      return ("change along \(factor.name)", first, second, 0, nil, nil, crossing.halfWidth)
    }
    let table: Table<Row> = [
      "metric": { _ in contrast.metric }, "policy": { _ in contrast.policy },
      "baseline": { _ in contrast.baseline }, "kind": \.kind, firstFactor.name: \.first,
      secondFactor.name: \.second, "difference": \.difference, "half_width": \.halfWidth, "sign": \.sign,
      "place_half_width": \.placeHalfWidth,
    ]
    return OutputTable("\(name).csv", table, grid + changes)
  }
}

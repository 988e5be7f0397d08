import ModelParameters
import OutputAnalysis
import ResultsStore
import SensitivityDesign

/// A picture and a table of the differences over two assumptions.
///
/// Each cell has the difference with the half-width of its 95 % interval. Its color tells the sign, and a pale cell that the
/// interval contains 0. Circles are places at which the sign changes, found by bisection, with lines of their uncertainty.
struct FlipMapPlot {
  let map: FlipMap
  let contrast: SensitivityContrast

  private static let cell = (width: 86.0, height: 48.0)
  private static let left = 110.0
  private static let top = 64.0

  private var firstFactor: AssumedFactor { map.box.factors[map.first] }
  private var secondFactor: AssumedFactor { map.box.factors[map.second] }

  /// The name of its files without the ending.
  func name(number: Int) -> String {
    "map-" + SensitivityPlot.fileName(contrast, number: number).dropLast(".svg".count)
  }

  /// The sign of a response in a word of the table.
  private static func sign(_ response: SensitivityResponse?) -> String {
    guard let response else { return "none" }
    guard response.hasClearSign else { return "open" }
    return response.difference.estimate < 0 ? "lower" : "higher"
  }

  private static func color(_ response: SensitivityResponse?) -> String {
    switch sign(response) {
    case "lower": "#9fc3e8"
    case "higher": "#f0b49a"
    case "open": "#eeeeee"
    default: "#ffffff"
    }
  }

  // MARK: Picture

  var svg: String {
    let (columns, rows) = (map.firstLevels.count, map.secondLevels.count)
    let right = Self.left + Self.cell.width * Double(columns)
    let bottom = Self.top + Self.cell.height * Double(rows)
    var drawing = SVGDrawing(width: max(right + 24, 760), height: bottom + 104)
    let unit = contrast.unit.isEmpty ? "" : ", \(contrast.unit)"
    drawing.text(contrast.text + unit, x: 12, y: 24, size: 15, isBold: true)
    drawing.text(
      "difference with the half-width of its 95 % interval, all other assumptions as in the study", x: 12,
      y: 44, size: 12)
    for column in 0..<columns {
      for row in 0..<rows {
        let x = Self.left + Self.cell.width * Double(column)
        let y = bottom - Self.cell.height * Double(row + 1)
        draw(map.response(column, row), x, y, &drawing)
      }
      drawing.text(
        firstFactor.text(.number(map.firstLevels[column])),
        x: Self.left + Self.cell.width * (Double(column) + 0.5), y: bottom + 18, size: 11, anchor: "middle")
    }
    for row in 0..<rows {
      drawing.text(
        secondFactor.text(.number(map.secondLevels[row])), x: Self.left - 8,
        y: bottom - Self.cell.height * (Double(row) + 0.5) + 4, size: 11, anchor: "end")
    }
    drawing.text(
      firstFactor.name, x: (Self.left + right) / 2, y: bottom + 40, size: 12, anchor: "middle")
    drawing.text(
      secondFactor.name, x: 20, y: (Self.top + bottom) / 2, size: 12, anchor: "middle", isVertical: true)
    drawCrossings(bottom, &drawing)
    drawLegend(bottom + 66, &drawing)
    return drawing.text
  }

  private func draw(_ response: SensitivityResponse?, _ x: Double, _ y: Double, _ drawing: inout SVGDrawing) {
    var outline = SVGPath()
    outline.move((x, y))
    outline.line((x + Self.cell.width, y))
    outline.line((x + Self.cell.width, y + Self.cell.height))
    outline.line((x, y + Self.cell.height))
    outline.close()
    drawing.path(outline, stroke: "#ffffff", width: 1, fill: Self.color(response))
    let middle = x + Self.cell.width / 2
    guard let response else {
      drawing.text("no result", x: middle, y: y + 28, size: 11, colour: "#888888", anchor: "middle")
      return
    }
    let parts = NumberText.interval(response.difference.estimate, response.halfWidth, isSigned: true)
      .split(separator: " ", maxSplits: 1).map(String.init)
    drawing.text(parts[0], x: middle, y: y + 20, size: 12, anchor: "middle")
    if parts.count > 1 { drawing.text(parts[1], x: middle, y: y + 36, size: 11, anchor: "middle") }
  }

  /// The middle of a level in cells from the first, linear between levels.
  private static func position(_ value: Double, _ levels: [Double]) -> Double {
    guard let next = levels.firstIndex(where: { $0 >= value }) else { return Double(levels.count) - 0.5 }
    guard next > 0 else { return 0.5 }
    let (low, high) = (levels[next - 1], levels[next])
    return Double(next) - 0.5 + (value - low) / (high - low)
  }

  private func drawCrossings(_ bottom: Double, _ drawing: inout SVGDrawing) {
    func x(_ value: Double) -> Double { Self.left + Self.cell.width * Self.position(value, map.firstLevels) }
    func y(_ value: Double) -> Double { bottom - Self.cell.height * Self.position(value, map.secondLevels) }
    // A line joins the places of neighboring rows that have one place each.
    let single = Dictionary(grouping: map.crossings.filter(\.isAlongFirst), by: \.line)
      .filter { $0.value.count == 1 }
    for (row, found) in single.sorted(by: { $0.key < $1.key }) {
      guard let above = single[row + 1]?.first, let own = found.first else { continue }
      drawing.line(
        x(own.place), y(map.secondLevels[row]), x(above.place), y(map.secondLevels[row + 1]),
        colour: "#222222", width: 1.5)
    }
    for crossing in map.crossings {
      let (low, high) = (crossing.place - crossing.halfWidth, crossing.place + crossing.halfWidth)
      if crossing.isAlongFirst {
        let height = y(map.secondLevels[crossing.line])
        drawing.line(x(low), height, x(high), height, colour: "#222222", width: 1)
        drawing.circle(x(crossing.place), height, radius: 3.5, colour: "#222222", isFilled: true)
      } else {
        let side = x(map.firstLevels[crossing.line])
        drawing.line(side, y(low), side, y(high), colour: "#222222", width: 1)
        drawing.circle(side, y(crossing.place), radius: 3.5, colour: "#222222", isFilled: false)
      }
    }
  }

  private func drawLegend(_ y: Double, _ drawing: inout SVGDrawing) {
    let entries = [
      ("#9fc3e8", "\(contrast.policy) lower"), ("#f0b49a", "\(contrast.policy) higher"),
      ("#eeeeee", "interval contains 0"),
    ]
    for (place, entry) in entries.enumerated() {
      let x = 12 + 220 * Double(place)
      drawing.line(x, y, x + 24, y, colour: entry.0, width: 12)
      drawing.text(entry.1, x: x + 32, y: y + 4, size: 12)
    }
    drawing.text(
      "circles: places of change by bisection (full along the lower axis, open along the left one), with lines of about 95 %",
      x: 12, y: y + 26, size: 12)
  }

  // MARK: Table

  /// A row for each point of the grid, then one for each place of change, whose difference is 0.
  var csv: [UInt8] {
    var csv = CSVBuffer()
    csv.line(
      [
        "metric", "policy", "baseline", "kind", firstFactor.name, secondFactor.name, "difference",
        "half_width", "sign", "place_half_width",
      ].map { .text($0) })
    let own: [CellValue] = [contrast.metric, contrast.policy, contrast.baseline].map { .text($0) }
    for (column, first) in map.firstLevels.enumerated() {
      for (row, second) in map.secondLevels.enumerated() {
        let response = map.response(column, row)
        csv.line(
          own + [
            .text("grid"), .real(first), .real(second),
            response.map { .real($0.difference.estimate) } ?? .missing,
            response.map { .real($0.halfWidth) } ?? .missing, .text(Self.sign(response)), .missing,
          ])
      }
    }
    for crossing in map.crossings {
      let (first, second) =
        crossing.isAlongFirst
        ? (crossing.place, map.secondLevels[crossing.line])
        : (map.firstLevels[crossing.line], crossing.place)
      csv.line(
        own + [
          .text(
            crossing.isAlongFirst ? "change along \(firstFactor.name)" : "change along \(secondFactor.name)"),
          .real(first), .real(second), .real(0), .missing, .missing, .real(crossing.halfWidth),
        ])
    }
    return csv.bytes
  }
}

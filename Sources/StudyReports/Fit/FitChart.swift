import OutputAnalysis

extension FitReport {
  private static let cell = 88.0
  private static let bins = 10

  /// The points that are left: on the diagonal the share of each assumption's tenths that is left in the first wave, below it
  /// each pair with the points that are left and those that are not.
  package var svg: String {
    let names = factors.map(\.name)
    let count = Double(factors.count)
    let (left, top, cell) = (250.0, 84.0, Self.cell)
    let width = max(760, left + count * cell + 24)
    var drawing = SVGDrawing(width: width, height: top + count * cell + 60)
    drawing.text("What the observations leave of the box", (12, 24), size: 15, isBold: true)
    drawing.text(
      "diagonal: share of the points left in each tenth of the range, first wave; below: pairs of assumptions",
      (12, 44))
    PlotLegend(
      entries: [
        (.circle(PlotColor.blue, radius: 2.5), "left"), (.circle(PlotColor.middle, radius: 1.5), "ruled out"),
      ], width: 400
    ).draw(&drawing, left: 12, top: 52)
    let places = search.points.map { search.coordinates($0.point) }
    for (row, name) in names.enumerated() {
      drawing.text(name, (left - 10, top + (Double(row) + 0.5) * cell + 4), size: 11, anchor: "end")
      for column in 0...row {
        let frame = PlotRectangle(
          left: left + Double(column) * cell + 3, top: top + Double(row) * cell + 3,
          right: left + Double(column + 1) * cell - 3, bottom: top + Double(row + 1) * cell - 3)
        let axis = PlotAxis([], from: 0, to: 1)
        let area = PlotArea(frame: frame, x: axis, y: axis)
        if row == column {
          drawHistogram(places.map { $0[row] }, area, &drawing)
        } else {
          drawPair(places.map { ($0[column], $0[row]) }, area, &drawing)
        }
        area.drawAxes(&drawing)
      }
    }
    for column in names.indices {
      let x = left + (Double(column) + 0.5) * cell
      drawing.text("\(column + 1)", (x, top + count * cell + 16), size: 11, anchor: "middle")
      drawing.text(
        "\(column + 1)", (left - 10, top + (Double(column) + 0.5) * cell + 20), size: 11,
        color: PlotColor.middle, anchor: "end")
    }
    return drawing.text
  }

  private func drawHistogram(_ places: [Double], _ area: PlotArea, _ drawing: inout SVGDrawing) {
    let first = zip(search.points, places).filter { $0.0.wave == 1 }
    let shares = (0..<Self.bins).map { bin in
      let inside = first.filter { min(Self.bins - 1, Int($0.1 * Double(Self.bins))) == bin }
      return Double(inside.count { $0.0.isPlausible }) / Double(max(1, inside.count))
    }
    let highest = max(shares.max() ?? 0, 1e-9)
    for (bin, share) in shares.enumerated() where share > 0 {
      let x = area.x((Double(bin) + 0.5) / Double(Self.bins))
      drawing.line((x, area.y(0)), (x, area.y(share / highest)), PlotColor.blue, width: 6)
    }
  }

  private func drawPair(_ places: [PlotPoint], _ area: PlotArea, _ drawing: inout SVGDrawing) {
    for isLeft in [false, true] {
      for (point, place) in zip(search.points, places) where point.isPlausible == isLeft {
        drawing.circle(
          area.position(place.x, place.y), radius: isLeft ? 1.8 : 0.7,
          isLeft ? PlotColor.blue : PlotColor.middle, isFilled: true)
      }
    }
  }
}

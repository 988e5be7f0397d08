import OutputAnalysis

extension FitReport {
  private static let cell = 88.0
  private static let bins = 10
  /// Parameters of the figure, those with the largest effects.
  private static let shown = 8

  /// The plausible sets: on the diagonal their weight in the tenths of each range, below it pairs of parameters.
  package var svg: String {
    let shown = updated.prefix(Self.shown).compactMap { own in own.place.map { (own.factor.name, $0) } }
    let (left, top, cell) = (250.0, 84.0, Self.cell)
    let width = max(760, left + Double(shown.count) * cell + 24)
    var drawing = SVGDrawing(width: width, height: top + Double(shown.count) * cell + 60)
    drawing.heading(
      "Plausible parameter sets after the fit",
      "diagonal: weight of the plausible sets in each tenth of the range; below: pairs of parameters")
    PlotLegend(
      entries: [
        (.circle(PlotColor.blue, radius: 2.5), "plausible"),
        (.circle(PlotColor.middle, radius: 1.5), "drawn from the ranges"),
      ], width: 500
    ).draw(&drawing, left: 12, top: 52)
    let prior = search.sets.prefix(500).map { set in search.updated.map { set.coordinates[$0] } }
    for (row, own) in shown.enumerated() {
      drawing.text(own.0, (left - 10, top + (Double(row) + 0.5) * cell + 4), size: 11, anchor: "end")
      for (column, other) in shown.prefix(row + 1).enumerated() {
        let frame = PlotRectangle(
          left: left + Double(column) * cell + 3, top: top + Double(row) * cell + 3,
          right: left + Double(column + 1) * cell - 3, bottom: top + Double(row + 1) * cell - 3)
        let axis = PlotAxis([], from: 0, to: 1)
        let area = PlotArea(frame: frame, x: axis, y: axis)
        if row == column {
          drawHistogram(own.1, area, &drawing)
        } else {
          for point in prior {
            drawing.circle(
              area.position(point[other.1], point[own.1]), radius: 0.7, PlotColor.middle, isFilled: true)
          }
          for point in result.posterior.points {
            drawing.circle(
              area.position(point[other.1], point[own.1]), radius: 1.8, PlotColor.blue, isFilled: true)
          }
        }
        area.drawAxes(&drawing)
      }
    }
    return drawing.text
  }

  private func drawHistogram(_ axis: Int, _ area: PlotArea, _ drawing: inout SVGDrawing) {
    var shares = [Double](repeating: 0, count: Self.bins)
    for (point, weight) in zip(result.posterior.points, result.posterior.weights) {
      shares[min(Self.bins - 1, Int(point[axis] * Double(Self.bins)))] += weight
    }
    let highest = max(shares.max() ?? 0, 1e-9)
    for (bin, share) in shares.enumerated() where share > 0 {
      let x = area.x((Double(bin) + 0.5) / Double(Self.bins))
      drawing.line((x, area.y(0)), (x, area.y(share / highest)), PlotColor.blue, width: 6)
    }
  }
}

import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore

extension FitReport {
  package var files: [OutputTable] {
    [
      pointTable("plausible.csv", search.plausible), pointTable("points.csv", search.points),
      observationTable, parameterTable, waveTable,
    ].map { OutputTable($0) } + [OutputTable("fit.svg", svg: svg)]
  }

  /// A row for each point: its values of the parameters, and the implausibilities, empty without a simulated value.
  private func pointTable(_ name: String, _ points: [FitPoint]) -> ReportTable {
    var table = ReportTable(
      name,
      columns: ["point", "wave"] + factors.map(\.name) + names.map { "i_\($0)" } + ["deciding", "largest"])
    for (number, point) in points.enumerated() {
      table.add(
        ["p\(number + 1)", point.wave] + search.factors.map { search.level($0, at: point.point) }
          + point.implausibilities.map { $0.ifFinite } + [point.deciding.ifFinite, point.largest.ifFinite])
    }
    return table
  }

  private var observationTable: ReportTable {
    let names = names
    return ReportTable(
      "observations.csv",
      columns: [
        "observation", "study", "quantity", "unit", "grade", "source", "observed", "band", "held_out",
        "points_met", "not_met_share", "median_implausibility", "least_implausibility",
      ],
      rows: findings.rows.map { found in
        let row = rows[found.row]
        return [
          names[found.row], row.study, row.quantity, row.unit, row.grade, row.source, row.seen, row.band,
          row.isHeldOut, found.met, found.ruledOut, found.median.ifFinite, found.least.ifFinite,
        ]
      })
  }

  private var parameterTable: ReportTable {
    ReportTable(
      "parameters.csv",
      columns: ["assumption", "unit", "grade", "in_studies", "low", "high", "low_after", "high_after"],
      rows: factors.enumerated().map { place, factor in
        [
          factor.name, factor.definition.unit.rawValue, factor.definition.grade.rawValue,
          factor.number(factor.base), factor.range?.lowerBound, factor.range?.upperBound,
          span(place).map { rounded($0.lowerBound, place) },
          span(place).map { rounded($0.upperBound, place) },
        ]
      })
  }

  private var waveTable: ReportTable {
    ReportTable(
      "waves.csv", columns: ["wave", "points", "left", "share", "share_lower", "share_upper"],
      rows: finished.enumerated().map { number, wave in
        [
          number + 1, wave.points.count, wave.left, wave.share.estimate, wave.share.interval.lowerBound,
          wave.share.interval.upperBound,
        ]
      })
  }

  package var json: JSONValue {
    let names = names
    return JSONValue([
      "conclusion": conclusion, "cutoff": search.rule.cutoff, "seed": "\(search.seed)",
      "replications": replications, "cuts": cuts,
      "waves": finished.enumerated().map { number, wave in
        JSONValue([
          "wave": number + 1, "points": wave.points.count, "left": wave.left,
          "share": wave.share.estimate, "share_lower": wave.share.interval.lowerBound,
          "share_upper": wave.share.interval.upperBound,
          "region": wave.region.map { region in
            JSONValue([
              "share_of_uniform_points": Double(wave.inRegion) / Double(FitSearch.uniformPoints),
              "from": region.ranges.map(\.lowerBound), "to": region.ranges.map(\.upperBound),
            ])
          },
        ])
      },
      "parameters": factors.enumerated().map { place, factor in
        JSONValue([
          "parameter": factor.name, "unit": factor.definition.unit.rawValue,
          "grade": factor.definition.grade.rawValue, "in_studies": factor.number(factor.base),
          "low": factor.range?.lowerBound, "high": factor.range?.upperBound,
          "low_after": span(place)?.lowerBound, "high_after": span(place)?.upperBound,
        ])
      },
      "not_varied": notVaried.map { JSONValue(["parameter": $0.factor.name, "effect": $0.effect]) },
      "observations": findings.rows.map { found in
        JSONValue([
          "observation": names[found.row], "study": rows[found.row].study,
          "quantity": rows[found.row].quantity, "points_met": found.met, "not_met_share": found.ruledOut,
          "median_implausibility": found.median.ifFinite, "least_implausibility": found.least.ifFinite,
          "held_out": rows[found.row].isHeldOut,
        ])
      },
      "no_point_meets": findings.unmet.map { names[$0.row] },
      "conflicts": findings.conflicts.map {
        JSONValue([
          "first": names[$0.first], "second": names[$0.second], "points_met_first": $0.metFirst,
          "points_met_second": $0.metSecond, "expected_in_common": $0.expected,
        ])
      },
      "in_studies": asIs.map(pointJSON), "least_largest": findings.best.map(pointJSON),
      "least_ruled_out": findings.nearest.map(pointJSON),
      "held_out": findings.heldOut.map {
        JSONValue([
          "observations": $0.rows, "met_by_plausible": $0.metByPlausible, "met_in_box": $0.metInBox,
        ])
      }, "failures": failures,
    ])
  }

  private func pointJSON(_ point: FitPoint) -> JSONValue {
    JSONValue([
      "deciding": point.deciding.ifFinite, "largest": point.largest.ifFinite,
      "point": JSONValue.object(
        search.factors.map { .init(search.box.factors[$0].name, .number(search.level($0, at: point.point))) }),
      "implausibilities": JSONValue.object(
        zip(names, point.implausibilities).map { .init($0, .optional($1.ifFinite)) }),
    ])
  }

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

extension Double {
  fileprivate var ifFinite: Double? { isFinite ? self : nil }
}

import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore

extension FitReport {
  package var files: [OutputTable] {
    [
      OutputTable("plausible.csv", pointTable, Array(search.plausible.enumerated())),
      OutputTable("points.csv", pointTable, Array(search.points.enumerated())),
      OutputTable("observations.csv", observationTable, findings.rows),
      OutputTable("parameters.csv", parameterTable, Array(factors.indices)),
      OutputTable("waves.csv", waveTable, Array(finished.enumerated())),
      OutputTable("fit.svg", svg: svg),
    ]
  }

  /// The values of the parameters at a point, and the implausibilities, empty without a simulated value.
  private var pointTable: Table<(offset: Int, element: FitPoint)> {
    let point: Table<(offset: Int, element: FitPoint)> = [
      "point": { "p\($0.offset + 1)" }, "wave": \.element.wave,
    ]
    let values = zip(factors, search.factors).map { factor, place in
      Column<FitPoint>.data(factor.name) { search.level(place, at: $0.point) }
    }
    let implausibilities = names.enumerated().map { place, name in
      Column<FitPoint>.data("i_\(name)") { $0.implausibilities[place].ifFinite }
    }
    let ends: Table<FitPoint> = ["deciding": \.deciding.ifFinite, "largest": \.largest.ifFinite]
    return point + Table<FitPoint>(values + implausibilities + ends.columns).of(\.element)
  }

  private var observationTable: Table<FitFindings.Row> {
    let names = names
    let row: Table<FitRow> = [
      .data("study", \.study), .data("quantity", \.quantity), .csv("unit", \.unit), .csv("grade", \.grade),
      .csv("source", \.source), .csv("observed", \.seen), .csv("band", \.band), .csv("held_out", \.isHeldOut),
    ]
    return [.data("observation") { names[$0.row] }] + row.of { rows[$0.row] } + [
      .data("points_met", \.met), .data("not_met_share", \.ruledOut),
      .data("median_implausibility", \.median.ifFinite), .data("least_implausibility", \.least.ifFinite),
      .json("held_out") { rows[$0.row].isHeldOut },
    ]
  }

  var parameterTable: Table<Int> {
    let spans = factors.indices.map(span)
    return [
      .page("parameter") { factors[$0].name }, .csv("assumption") { factors[$0].name },
      .json("parameter") { factors[$0].name }, .data("unit") { factors[$0].definition.unit.rawValue },
      Column("grade") { factors[$0].definition.grade.rawValue },
      Column("default", .right, key: "in_studies") {
        factors[$0].number(factors[$0].base)
      } text: {
        factors[$0].text(factors[$0].base)
      },
      .page("range before") { place in factors[place].range.map { self.text($0, place) } ?? "" },
      .page("range after") { place in spans[place].map { self.text($0, place) } ?? "none" },
      .data("low") { factors[$0].range?.lowerBound }, .data("high") { factors[$0].range?.upperBound },
      .csv("low_after") { place in spans[place].map { rounded($0.lowerBound, place) } },
      .csv("high_after") { place in spans[place].map { rounded($0.upperBound, place) } },
      .json("low_after") { spans[$0]?.lowerBound }, .json("high_after") { spans[$0]?.upperBound },
    ]
  }

  var waveTable: Table<(offset: Int, element: FitSearch.Wave)> {
    func part(_ wave: FitSearch.Wave) -> Double { Double(wave.inRegion) / Double(FitSearch.uniformPoints) }
    return [
      Column("wave", .right) { $0.offset + 1 },
      .page("space sampled", .right) {
        $0.element.region == nil ? "all" : "\(Self.percent(part($0.element))) %"
      },
      Column("points", .right, \.element.points.count),
      Column("plausible", .right, \.element.left),
      .page("space remaining", .right) { Self.text($0.element.share) },
      .data("share", \.element.share.estimate), .data("share_lower", \.element.share.interval.lowerBound),
      .data("share_upper", \.element.share.interval.upperBound),
      .json("region") { _, wave in
        wave.region.map {
          JSONValue.record(
            $0,
            [
              "share_of_uniform_points": { _ in part(wave) }, "from": { $0.ranges.map(\.lowerBound) },
              "to": { $0.ranges.map(\.upperBound) },
            ])
        }
      },
    ]
  }

  private static let cell = 88.0
  private static let bins = 10

  /// The plausible sets: on the diagonal their share in the tenths of each parameter's range in the first wave, below it the
  /// plausible and the other sets for each pair of parameters.
  package var svg: String {
    let names = factors.map(\.name)
    let count = Double(factors.count)
    let (left, top, cell) = (250.0, 84.0, Self.cell)
    let width = max(760, left + count * cell + 24)
    var drawing = SVGDrawing(width: width, height: top + count * cell + 60)
    drawing.heading(
      "Plausible parameter sets after the fit",
      "diagonal: share of plausible sets in each tenth of the range, first wave; below: pairs of parameters"
    )
    PlotLegend(
      entries: [
        (.circle(PlotColor.blue, radius: 2.5), "plausible"),
        (.circle(PlotColor.middle, radius: 1.5), "ruled out"),
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

extension FitFindings.HeldOut: Record {
  package static let record: Table<Self> = [
    "observations": \.rows, "met_by_plausible": \.metByPlausible, "met_in_parameter_space": \.metInBox,
  ]
}

extension FitReport: Record {
  package static let record: Table<Self> = [
    "conclusion": \.conclusion, "cutoff": \.search.rule.cutoff, "seed": { "\($0.search.seed)" },
    "replications": \.replications, "cuts": \.cuts, "waves": { $0.finished.enumerated().json($0.waveTable) },
    "parameters": { $0.factors.indices.json($0.parameterTable) },
    "not_varied": { $0.notVaried.json(["parameter": \.factor.name, "effect": \.effect]) },
    "observations": { $0.findings.rows.json($0.observationTable) },
    "without_matching_set": { report in report.findings.unmet.map { report.names[$0.row] } },
    "conflicts": { report in
      report.findings.conflicts.json([
        "first": { report.names[$0.first] }, "second": { report.names[$0.second] },
        "points_met_first": \.metFirst, "points_met_second": \.metSecond, "expected_in_common": \.expected,
      ])
    }, "defaults": { $0.asIs.map($0.place.json) },
    "lowest_maximum": { $0.findings.best.map($0.place.json) },
    "least_implausible": { $0.findings.nearest.map($0.place.json) },
    "held_out": \.findings.heldOut, "failures": \.failures,
  ]

  private var place: Table<FitPoint> {
    [
      "deciding": \.deciding.ifFinite, "largest": \.largest.ifFinite,
      "point": { point in
        JSONValue.object(
          search.factors.map {
            .init(search.box.factors[$0].name, .number(search.level($0, at: point.point)))
          })
      },
      "implausibilities": {
        JSONValue.object(zip(names, $0.implausibilities).map { .init($0, $1.ifFinite.json) })
      },
    ]
  }
}

extension Double {
  fileprivate var ifFinite: Double? { isFinite ? self : nil }
}

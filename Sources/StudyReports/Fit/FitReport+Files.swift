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

  /// A row for each point: the values of the parameters in their units, and the implausibility of each observation; empty
  /// where there is no simulated value.
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
}

extension Double {
  fileprivate var ifFinite: Double? { isFinite ? self : nil }
}

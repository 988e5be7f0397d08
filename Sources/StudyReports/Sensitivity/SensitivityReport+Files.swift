import Basics
import OutputAnalysis
import ResultsStore

extension SensitivityReport {
  package var files: [OutputTable] {
    ([pointsTable, boundariesTable] + (analysis.search.spread.isEmpty ? [] : [hypercubeTable]))
      .map { OutputTable($0) }
      + contrasts.enumerated().map { place, own in
        OutputTable("\(own.fileName(number: place + 1)).svg", svg: chart(place).svg)
      }
      + analysis.maps.flatMap { map in
        let plot = FlipMapPlot(map: map, contrast: contrasts[map.contrast])
        return [OutputTable(plot.table), OutputTable("\(plot.name).svg", svg: plot.svg)]
      }
  }

  private var pointsTable: ReportTable {
    var table = ReportTable(
      "points.csv",
      columns: [
        "metric", "unit", "policy", "baseline", "assumption_1", "level_1", "assumption_2", "level_2",
        "difference", "half_width", "standard_error", "effect", "effect_standard_error", "replications_used",
      ])
    let spread = Set(analysis.search.spread)
    for (contrast, own) in contrasts.enumerated() {
      for point in analysis.search.points where !spread.contains(point) {
        let moves = (0..<2).flatMap { place -> [String?] in
          let move = place < point.moves.count ? point.moves[place] : nil
          let factor = move.map { box.factors[$0.factor] }
          return [factor?.name, move.flatMap { factor?.text($0.level) }]
        }
        let found = analysis.response(contrast, at: point)
        table.add(
          [own.metric, own.unit, own.policy, own.baseline] + moves + SensitivityResponse.cells(found)
            + [found?.effect.estimate, found?.effect.standardError, found?.replications])
      }
    }
    return table
  }

  private var hypercubeTable: ReportTable {
    var table = ReportTable(
      "hypercube.csv",
      columns: ["metric", "policy", "baseline", "point"] + spreadFactors.map { box.factors[$0].name }
        + ["difference", "half_width", "standard_error"])
    for (contrast, own) in contrasts.enumerated() {
      for (number, point) in analysis.search.spread.enumerated() {
        table.add(
          [own.metric, own.policy, own.baseline, number + 1]
            + point.moves.map { box.factors[$0.factor].number($0.level) }
            + SensitivityResponse.cells(analysis.response(contrast, at: point)))
      }
    }
    return table
  }

  private var boundariesTable: ReportTable {
    var table = ReportTable(
      "boundaries.csv",
      columns: [
        "metric", "policy", "baseline", "assumption", "unit", "place", "half_width", "policy_is_lower",
        "others",
      ])
    for found in boundaries {
      table.add([
        found.metric, found.policy, found.baseline, found.assumption, found.unit, found.place,
        found.halfWidth, found.lowerSide, found.others.isEmpty ? nil : found.others,
      ])
    }
    return table
  }

  package var json: JSONValue {
    JSONValue([
      "study": heading.study, "study_digest": heading.studyDigest, "design_point": heading.designPoint,
      "devices": heading.devices, "replications": heading.replications,
      "meaning": "difference: policy minus baseline, paired; effect: its change from the study as it is",
      "confidence": SensitivityContrast.confidence, "conclusions": conclusions,
      "assumptions": box.factors.count, "points": analysis.search.points.count, "cuts": heading.cuts,
      "assumptions_not_varied": heading.notVaried, "parameters_left_out": absencesJSON,
      "points_left_out": analysis.search.leftOut.map(box.text),
      "comparisons": contrasts.indices.map(comparison), "boundaries": boundaries,
      "failures": json(analysis.failures),
    ])
  }

  private func comparison(_ contrast: Int) -> JSONValue {
    let corners = analysis.search.points.filter { $0.moves.count == 2 && analysis.search.isAtEnds($0) }
    return comparison(
      contrast,
      [
        "corners": corners.map {
          JSONValue(["point": box.text($0), "response": analysis.response(contrast, at: $0)])
        }, "share_of_points": shares[contrast],
      ]
    ) { row in
      .init([
        "levels": row.ends.map {
          JSONValue(["level": box.factors[row.factor].text($0.level), "response": $0.response])
        }
      ])
    }
  }
}

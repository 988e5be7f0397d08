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
        var cells: [CellValue] = [own.metric, own.unit, own.policy, own.baseline].map { .text($0) }
        for place in 0..<2 {
          let move = place < point.moves.count ? point.moves[place] : nil
          cells.append(.optional(move.map { box.factors[$0.factor].name }))
          cells.append(.optional(move.map { box.factors[$0.factor].text($0.level) }))
        }
        let found = analysis.response(contrast, at: point)
        table.add(
          cells + SensitivityResponse.cells(found) + [
            .optional(found?.effect.estimate), .optional(found?.effect.standardError),
            .optional(found?.replications),
          ])
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
          [own.metric, own.policy, own.baseline].map { .text($0) } + [.integer(Int64(number + 1))]
            + point.moves.map { .optional(box.factors[$0.factor].number($0.level)) }
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
      table.add(
        [found.metric, found.policy, found.baseline, found.assumption, found.unit].map { .text($0) } + [
          .real(found.place), .real(found.halfWidth), .text(found.lowerSide),
          .optional(found.others.isEmpty ? nil : found.others),
        ])
    }
    return table
  }

  package var json: JSONValue {
    .members([
      "study": .string(heading.study), "study_digest": .string(heading.studyDigest),
      "design_point": .string(heading.designPoint), "devices": .integer(Int64(heading.devices)),
      "replications": .integer(Int64(heading.replications)),
      "meaning": "difference: policy minus baseline, paired; effect: its change from the study as it is",
      "confidence": .number(SensitivityContrast.confidence), "conclusions": .strings(conclusions),
      "assumptions": .integer(Int64(box.factors.count)),
      "points": .integer(Int64(analysis.search.points.count)), "cuts": .strings(heading.cuts),
      "assumptions_not_varied": .strings(heading.notVaried), "parameters_left_out": absencesJSON,
      "points_left_out": .strings(analysis.search.leftOut.map(box.text)),
      "comparisons": .array(contrasts.indices.map(comparison)),
      "boundaries": .array(boundaries.map(\.json)), "failures": json(analysis.failures),
    ])
  }

  private func comparison(_ contrast: Int) -> JSONValue {
    let corners = analysis.search.points.filter { $0.moves.count == 2 && analysis.search.isAtEnds($0) }
    func levels(_ row: SensitivityRow) -> JSONValue {
      .array(
        row.ends.map {
          .members([
            "level": .string(box.factors[row.factor].text($0.level)),
            "response": SensitivityResponse.json($0.response),
          ])
        })
    }
    return comparison(
      contrast, { [.init("levels", levels($0))] },
      [
        .init(
          "corners",
          .array(
            corners.map { point in
              .members([
                "point": .string(box.text(point)),
                "response": SensitivityResponse.json(analysis.response(contrast, at: point)),
              ])
            })), .init("share_of_points", shares[contrast]?.json ?? .null),
      ])
  }
}

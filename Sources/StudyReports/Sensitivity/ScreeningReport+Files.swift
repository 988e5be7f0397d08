import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore

extension ScreeningReport {
  package var files: [OutputTable] {
    ([screeningTable, trajectoriesTable] + (shares.map { [sharesTable($0)] } ?? [])).map { OutputTable($0) }
      + contrasts.enumerated().map { place, own in
        OutputTable("screening-\(own.fileName(number: place + 1)).svg", svg: chart(place).svg)
      }
  }

  private var screeningTable: ReportTable {
    var table = ReportTable(
      "screening.csv",
      columns: [
        "metric", "unit", "policy", "baseline", "assumption", "grade", "mu", "mu_standard_error", "mu_star",
        "sigma", "trajectories_used", "sign_changes", "verdict",
      ])
    for (contrast, own) in contrasts.enumerated() {
      for row in rows[contrast] {
        let factor = box.factors[row.factor]
        table.add(
          [own.metric, own.unit, own.policy, own.baseline, factor.name, factor.definition.grade.rawValue]
            .map { .text($0) }
            + [row.mean, row.standardError, row.meanSize, row.deviation].map { .optional($0) } + [
              .integer(Int64(row.steps)), .integer(Int64(row.signChanges)), .text(row.verdict.rawValue),
            ])
      }
    }
    return table
  }

  /// A row for each comparison at each point of each trajectory, with a column for each assumption; empty is as in the study.
  private var trajectoriesTable: ReportTable {
    var table = ReportTable(
      "trajectories.csv",
      columns: ["metric", "policy", "baseline", "trajectory", "point"] + box.factors.map(\.name)
        + ["difference", "half_width", "standard_error"])
    for (contrast, own) in contrasts.enumerated() {
      for (number, responses) in analysis.pointResponses(contrast).enumerated() {
        for (place, response) in responses.enumerated() {
          table.add(
            [own.metric, own.policy, own.baseline].map { .text($0) }
              + [.integer(Int64(number + 1)), .integer(Int64(place + 1))]
              + levels(of: analysis.design.trajectories[number].points[place])
              + SensitivityResponse.cells(response))
        }
      }
    }
    return table
  }

  private func levels(of point: SensitivityPoint) -> [CellValue] {
    var cells = [CellValue](repeating: .missing, count: box.factors.count)
    for move in point.moves {
      switch move.level {
      case .number(let number): cells[move.factor] = .real(number)
      case .word(let word): cells[move.factor] = .text(word)
      }
    }
    return cells
  }

  private func sharesTable(_ shares: SharesAnalysis) -> ReportTable {
    var table = ReportTable(
      "shares.csv",
      columns: [
        "metric", "policy", "baseline", "assumption", "first_order", "first_order_lower",
        "first_order_upper", "total", "total_lower", "total_upper", "rows_used",
      ])
    for (own, result) in zip(shares.contrasts, shares.results) {
      for row in result.rows {
        table.add(
          [own.metric, own.policy, own.baseline, box.factors[row.factor].name].map { .text($0) }
            + [row.first, row.total].flatMap { [$0.value, $0.lower, $0.upper] }.map { .real($0) }
            + [.integer(Int64(result.rowsUsed))])
      }
    }
    return table
  }

  package var json: JSONValue {
    .members([
      "study": .string(heading.study), "study_digest": .string(heading.studyDigest),
      "design_point": .string(heading.designPoint), "devices": .integer(Int64(heading.devices)),
      "replications_of_a_trajectory": .integer(Int64(heading.replications)),
      "trajectories": .integer(Int64(analysis.design.trajectories.count)),
      "meaning":
        "mu: mean change of the paired difference (policy minus baseline) for the whole range of an assumption",
      "conclusions": .strings(conclusions), "assumptions": .integer(Int64(box.factors.count)),
      "points": .integer(Int64(analysis.pointCount)), "cuts": .strings(heading.cuts),
      "assumptions_not_varied": .strings(heading.notVaried), "parameters_left_out": absencesJSON,
      "comparisons": .array(
        contrasts.indices.map { contrast in
          comparison(
            contrast,
            { row in
              [
                .init("mu", .optional(row.mean)), .init("mu_standard_error", .optional(row.standardError)),
                .init("mu_star", .optional(row.meanSize)), .init("sigma", .optional(row.deviation)),
                .init("steps", .integer(Int64(row.steps))),
                .init("sign_changes", .integer(Int64(row.signChanges))),
              ]
            }, [.init("shares", shares.map { json($0.results[contrast]) } ?? .null)])
        }), "failures": json(failures),
    ])
  }

  private func json(_ result: SharesAnalysis.Result) -> JSONValue {
    func index(_ index: SharesAnalysis.Index) -> JSONValue {
      .members([
        "value": .number(index.value), "lower": .number(index.lower), "upper": .number(index.upper),
      ])
    }
    return .members([
      "standard_deviation": .number(result.deviation), "rows_used": .integer(Int64(result.rowsUsed)),
      "indices": .array(
        result.rows.map {
          .members([
            "assumption": .string(box.factors[$0.factor].name), "first_order": index($0.first),
            "total": index($0.total),
          ])
        }),
    ])
  }
}

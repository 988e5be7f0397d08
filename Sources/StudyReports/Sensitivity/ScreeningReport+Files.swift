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
        table.add([
          own.metric, own.unit, own.policy, own.baseline, factor.name, factor.definition.grade.rawValue,
          row.mean, row.standardError, row.meanSize, row.deviation, row.steps, row.signChanges,
          row.verdict.rawValue,
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
            [own.metric, own.policy, own.baseline, number + 1, place + 1]
              + levels(of: analysis.design.trajectories[number].points[place])
              + SensitivityResponse.cells(response))
        }
      }
    }
    return table
  }

  private func levels(of point: SensitivityPoint) -> [any CellProperty] {
    var cells = [any CellProperty](repeating: String?.none, count: box.factors.count)
    for move in point.moves {
      switch move.level {
      case .number(let number): cells[move.factor] = number
      case .word(let word): cells[move.factor] = word
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
        table.add([
          own.metric, own.policy, own.baseline, box.factors[row.factor].name, row.first.value,
          row.first.lower, row.first.upper, row.total.value, row.total.lower, row.total.upper,
          result.rowsUsed,
        ])
      }
    }
    return table
  }

  package var json: JSONValue {
    JSONValue([
      "study": heading.study, "study_digest": heading.studyDigest, "design_point": heading.designPoint,
      "devices": heading.devices, "replications_of_a_trajectory": heading.replications,
      "trajectories": analysis.design.trajectories.count,
      "meaning":
        "mu: mean change of the paired difference (policy minus baseline) for the whole range of an assumption",
      "conclusions": conclusions, "assumptions": box.factors.count, "points": analysis.pointCount,
      "cuts": heading.cuts, "assumptions_not_varied": heading.notVaried, "parameters_left_out": absencesJSON,
      "comparisons": contrasts.indices.map { contrast in
        comparison(contrast, ["shares": shares.map { json($0.results[contrast]) }]) { row in
          .init([
            "mu": row.mean, "mu_standard_error": row.standardError, "mu_star": row.meanSize,
            "sigma": row.deviation, "steps": row.steps, "sign_changes": row.signChanges,
          ])
        }
      }, "failures": json(failures),
    ])
  }

  private func json(_ result: SharesAnalysis.Result) -> JSONValue {
    JSONValue([
      "standard_deviation": result.deviation, "rows_used": result.rowsUsed,
      "indices": result.rows.map {
        JSONValue([
          "assumption": box.factors[$0.factor].name, "first_order": $0.first, "total": $0.total,
        ])
      },
    ])
  }
}

import JSON
import ModelParameters
import OutputAnalysis
import ResultsStore
import SensitivityDesign

extension ScreeningReport {
  /// Everything that was found: `screening.csv`, `trajectories.csv`, `shares.csv` and a picture for each comparison.
  package var files: [SensitivityReport.OutputTable] {
    [
      .init(name: "screening.csv", bytes: screeningCSV),
      .init(name: "trajectories.csv", bytes: trajectoriesCSV),
    ] + (shares.map { [.init(name: "shares.csv", bytes: sharesCSV($0))] } ?? [])
      + analysis.contrasts.indices.map {
        .init(
          name: "screening-" + SensitivityPlot.fileName(analysis.contrasts[$0], number: $0 + 1),
          bytes: Array(ScreeningPlot(self, contrast: $0).svg.utf8))
      }
  }

  /// A row for each assumption in each comparison.
  private var screeningCSV: [UInt8] {
    var csv = CSVBuffer()
    csv.line(
      [
        "metric", "unit", "policy", "baseline", "assumption", "grade", "mu", "mu_standard_error", "mu_star",
        "sigma", "trajectories_used", "sign_changes", "verdict",
      ].map { .text($0) })
    for (contrast, own) in analysis.contrasts.enumerated() {
      for row in rows[contrast] {
        let definition = box.factors[row.factor].definition
        csv.line(
          [own.metric, own.unit, own.policy, own.baseline, box.factors[row.factor].name].map { .text($0) }
            + [.text(definition.grade.rawValue)]
            + [row.mean, row.standardError, row.meanSize, row.deviation].map {
              $0.map { .real($0) } ?? .missing
            } + [
              .integer(Int64(row.steps)), .integer(Int64(row.signChanges)), .text(row.verdict.rawValue),
            ])
      }
    }
    return csv.bytes
  }

  /// A row for each comparison at each point of each trajectory, with a column for each assumption; empty is as in the study.
  private var trajectoriesCSV: [UInt8] {
    var csv = CSVBuffer()
    csv.line(
      (["metric", "policy", "baseline", "trajectory", "point"] + box.factors.map(\.name)
        + ["difference", "half_width", "standard_error"]).map { .text($0) })
    for (contrast, own) in analysis.contrasts.enumerated() {
      for (number, responses) in analysis.pointResponses(contrast).enumerated() {
        for (place, response) in responses.enumerated() {
          let point = analysis.design.trajectories[number].points[place]
          var cells: [CellValue] = [own.metric, own.policy, own.baseline].map { .text($0) }
          cells += [.integer(Int64(number + 1)), .integer(Int64(place + 1))]
          cells += levels(of: point)
          cells +=
            response.map {
              [$0.difference.estimate, $0.halfWidth, $0.difference.standardError].map { .real($0) }
            } ?? Array(repeating: .missing, count: 3)
          csv.line(cells)
        }
      }
    }
    return csv.bytes
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

  private func sharesCSV(_ shares: SharesAnalysis) -> [UInt8] {
    var csv = CSVBuffer()
    csv.line(
      [
        "metric", "policy", "baseline", "assumption", "first_order", "first_order_lower",
        "first_order_upper", "total", "total_lower", "total_upper", "rows_used",
      ].map { .text($0) })
    for (own, result) in zip(shares.contrasts, shares.results) {
      for row in result.rows {
        csv.line(
          [own.metric, own.policy, own.baseline, box.factors[row.factor].name].map { .text($0) }
            + [row.first, row.total].flatMap { [$0.value, $0.lower, $0.upper] }.map { .real($0) }
            + [.integer(Int64(result.rowsUsed))])
      }
    }
    return csv.bytes
  }

  // MARK: For programs

  /// For programs.
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
      "assumptions_not_varied": .strings(heading.notVaried), "parameters_left_out": box.absencesJSON,
      "comparisons": .array(analysis.contrasts.indices.map(comparison)),
      "failures": box.json(analysis.failures + (shares?.failures ?? [])),
    ])
  }

  private func comparison(_ contrast: Int) -> JSONValue {
    let own = analysis.contrasts[contrast]
    return .members([
      "metric": .string(own.metric), "unit": .string(own.unit), "policy": .string(own.policy),
      "baseline": .string(own.baseline), "in_study": SensitivityResponse.json(inStudy[contrast]),
      "assumptions": .array(
        rows[contrast].map { row in
          let factor = box.factors[row.factor]
          return .members([
            "assumption": .string(factor.name), "grade": .string(factor.definition.grade.rawValue),
            "in_study": .string(factor.text(factor.base)), "verdict": .string(row.verdict.rawValue),
            "mu": .optional(row.mean), "mu_standard_error": .optional(row.standardError),
            "mu_star": .optional(row.meanSize), "sigma": .optional(row.deviation),
            "steps": .integer(Int64(row.steps)), "sign_changes": .integer(Int64(row.signChanges)),
          ])
        }),
      "shares": shares.map { json($0.results[contrast]) } ?? .null,
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

import JSON
import ModelParameters
import OutputAnalysis
import SensitivityDesign

extension SensitivityReport {
  /// For programs.
  package var json: JSONValue {
    .members([
      "study": .string(heading.study), "study_digest": .string(heading.studyDigest),
      "design_point": .string(heading.designPoint), "devices": .integer(Int64(heading.devices)),
      "replications": .integer(Int64(heading.replications)),
      "meaning":
        "difference: policy minus baseline, paired; effect: its change from the study as it is",
      "confidence": .number(SensitivityContrast.confidence), "conclusions": .strings(conclusions),
      "assumptions": .integer(Int64(box.factors.count)),
      "points": .integer(Int64(analysis.search.points.count)),
      "cuts": .strings(heading.cuts), "assumptions_not_varied": .strings(heading.notVaried),
      "parameters_left_out": box.absencesJSON,
      "points_left_out": .strings(analysis.search.leftOut.map(box.text)),
      "comparisons": .array(analysis.contrasts.indices.map(comparison)),
      "boundaries": .array(analysis.search.boundaries.map(boundary)),
      "failures": box.json(analysis.failures),
    ])
  }

  private func comparison(_ contrast: Int) -> JSONValue {
    let own = analysis.contrasts[contrast]
    let corners = analysis.search.points.filter {
      $0.moves.count == 2 && analysis.search.isAtEnds($0)
    }
    return .members([
      "metric": .string(own.metric), "unit": .string(own.unit), "policy": .string(own.policy),
      "baseline": .string(own.baseline),
      "in_study": SensitivityResponse.json(analysis.response(contrast, at: .base)),
      "assumptions": .array(
        rows[contrast].map { row in
          let factor = box.factors[row.factor]
          return .members([
            "assumption": .string(factor.name), "grade": .string(factor.definition.grade.rawValue),
            "in_study": .string(factor.text(factor.base)), "verdict": .string(row.verdict.rawValue),
            "levels": .array(
              row.ends.map {
                .members([
                  "level": .string(factor.text($0.level)), "response": SensitivityResponse.json($0.response),
                ])
              }),
          ])
        }),
      "corners": .array(
        corners.map { point in
          .members([
            "point": .string(box.text(point)),
            "response": SensitivityResponse.json(analysis.response(contrast, at: point)),
          ])
        }),
      "share_of_points": shares[contrast]?.json ?? .null,
    ])
  }

  private func boundary(_ found: FlipBoundary) -> JSONValue {
    let own = analysis.contrasts[found.contrast]
    let factor = box.factors[found.factor]
    return .members([
      "metric": .string(own.metric), "policy": .string(own.policy), "baseline": .string(own.baseline),
      "assumption": .string(factor.name), "unit": .string(factor.definition.unit.rawValue),
      "place": .number(found.place), "half_width": .number(found.halfWidth),
      "others": .string(found.others.moves.isEmpty ? "" : box.text(found.others)),
      "policy_is_lower": .string(isLowerBelow(found) ? "below" : "above"),
    ])
  }
}

extension SensitivityResponse {
  /// A response by the names of its numbers; null where there is none.
  static func json(_ found: SensitivityResponse?) -> JSONValue {
    guard let found else { return .null }
    return .members([
      "difference": .number(found.difference.estimate), "half_width": .number(found.halfWidth),
      "standard_error": .number(found.difference.standardError), "effect": .number(found.effect.estimate),
      "effect_standard_error": .number(found.effect.standardError),
      "replications_used": .integer(Int64(found.replications)),
    ])
  }
}

extension SensitivityBox {
  /// Numbers of parameters that were left out, each with the reason.
  var absencesJSON: JSONValue {
    .array(
      absences.map {
        .members(["parameters": .integer(Int64($0.count)), "reason": .string($0.reason)])
      })
  }

  /// Failures with their points in words.
  func json(_ failures: [SensitivityResults.Failure]) -> JSONValue {
    .array(
      failures.map { .members(["point": .string(text($0.point)), "error": .string($0.text)]) })
  }
}

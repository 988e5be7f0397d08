import ModelParameters
import OutputAnalysis
import ResultsStore
import SensitivityDesign

extension SensitivityReport {
  /// A file of a folder, by name.
  package struct OutputTable: Sendable {
    /// Name of the file in its folder, with the extension.
    package var name: String
    /// Content of the file.
    package var bytes: [UInt8]
  }

  /// Everything that was found: `points.csv`, `boundaries.csv`, `hypercube.csv`, a picture for each comparison, and maps.
  package var files: [OutputTable] {
    [
      OutputTable(name: "points.csv", bytes: pointsCSV),
      OutputTable(name: "boundaries.csv", bytes: boundariesCSV),
    ]
      + (analysis.search.spread.isEmpty ? [] : [OutputTable(name: "hypercube.csv", bytes: hypercubeCSV)])
      + analysis.contrasts.indices.map {
        OutputTable(
          name: SensitivityPlot.fileName(analysis.contrasts[$0], number: $0 + 1),
          bytes: Array(SensitivityPlot(self, contrast: $0).svg.utf8))
      }
      + analysis.maps.flatMap { map in
        let plot = FlipMapPlot(map: map, contrast: analysis.contrasts[map.contrast])
        let name = plot.name(number: map.contrast + 1)
        return [
          OutputTable(name: "\(name).csv", bytes: plot.csv),
          OutputTable(name: "\(name).svg", bytes: Array(plot.svg.utf8)),
        ]
      }
  }

  /// A row for each comparison at each point.
  private var pointsCSV: [UInt8] {
    var csv = CSVBuffer()
    csv.line(
      [
        "metric", "unit", "policy", "baseline", "assumption_1", "level_1", "assumption_2", "level_2",
        "difference",
        "half_width", "standard_error", "effect", "effect_standard_error", "replications_used",
      ].map { .text($0) })
    let spread = Set(analysis.search.spread)
    for (contrast, own) in analysis.contrasts.enumerated() {
      for point in analysis.search.points where !spread.contains(point) {
        var cells: [CellValue] = [own.metric, own.unit, own.policy, own.baseline].map { .text($0) }
        for place in 0..<2 {
          guard point.moves.indices.contains(place) else {
            cells += [.missing, .missing]
            continue
          }
          let move = point.moves[place]
          let factor = box.factors[move.factor]
          cells.append(.text(factor.name))
          cells.append(.text(factor.text(move.level)))
        }
        if let found = analysis.response(contrast, at: point) {
          cells += [
            found.difference.estimate, found.halfWidth, found.difference.standardError, found.effect.estimate,
            found.effect.standardError,
          ].map { .real($0) }
          cells.append(.integer(Int64(found.replications)))
        } else {
          cells += Array(repeating: .missing, count: 6)
        }
        csv.line(cells)
      }
    }
    return csv.bytes
  }

  /// A row for each comparison at each spread point, with a column for each assumption.
  private var hypercubeCSV: [UInt8] {
    var csv = CSVBuffer()
    let factors = spreadFactors
    csv.line(
      (["metric", "policy", "baseline", "point"] + factors.map { box.factors[$0].name }
        + ["difference", "half_width", "standard_error"]).map { .text($0) })
    for (contrast, own) in analysis.contrasts.enumerated() {
      for (number, point) in analysis.search.spread.enumerated() {
        var cells: [CellValue] = [own.metric, own.policy, own.baseline].map { .text($0) }
        cells.append(.integer(Int64(number + 1)))
        cells += point.moves.map { move in
          box.factors[move.factor].number(move.level).map { .real($0) } ?? .missing
        }
        if let found = analysis.response(contrast, at: point) {
          cells += [found.difference.estimate, found.halfWidth, found.difference.standardError].map {
            .real($0)
          }
        } else {
          cells += Array(repeating: .missing, count: 3)
        }
        csv.line(cells)
      }
    }
    return csv.bytes
  }

  private var boundariesCSV: [UInt8] {
    var csv = CSVBuffer()
    csv.line(
      [
        "metric", "policy", "baseline", "assumption", "unit", "place", "half_width", "policy_is_lower",
        "others",
      ].map { .text($0) })
    for found in analysis.search.boundaries {
      let own = analysis.contrasts[found.contrast]
      let factor = box.factors[found.factor]
      csv.line([
        .text(own.metric), .text(own.policy), .text(own.baseline), .text(factor.name),
        .text(factor.definition.unit.rawValue), .real(found.place), .real(found.halfWidth),
        .text(isLowerBelow(found) ? "below" : "above"),
        found.others.moves.isEmpty ? .missing : .text(box.text(found.others)),
      ])
    }
    return csv.bytes
  }
}

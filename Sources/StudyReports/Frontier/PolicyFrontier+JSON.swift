import JSON
import OutputAnalysis
import ResultsStore

extension PolicyFrontier {
  /// For programs, with the units of the metrics.
  var json: JSONValue {
    .members([
      "at": .string(name), "over": .strings(over), "energy_metric": .string(FrontierCandidates.energyMetric),
      "staleness_metric": .string(FrontierCandidates.stalenessMetric),
      "replications": .integer(Int64(replications)), "confidence": .number(jointConfidence),
      "statements": .integer(Int64(statements)), "baseline": .string(baseline),
      "reference": .members([
        "energy": .number(reference.energy), "staleness": .number(reference.staleness),
        "rule": .string(reference.rule),
      ]),
      "hypervolume": .members([
        "unit": .string("J/d·s"), "area": .number(hypervolume.area),
        "standard_error": .optional(hypervolume.standardError),
        "half_width": .optional(hypervolume.halfWidth),
        "jackknife_area": .optional(hypervolume.jackknifeArea),
        "paired_standard_error": .optional(pairedHypervolume.standardError),
      ]),
      "without_values": .strings(left),
      "points": .array(points.map(\.json)),
    ])
  }
}

extension PolicyFrontier.Point {
  var json: JSONValue {
    .members([
      "label": .string(label), "policy": .string(policy), "energy": .number(energy),
      "staleness": .number(staleness), "standing": .string(standing.rawValue), "rivals": .strings(rivals),
      "p": .optional(pValue), "front_share": .optional(frontShare),
      "uses_future": .boolean(standing == .beside), "starts_nothing": .boolean(startsNothing),
      "difference": difference.map(\.json) ?? .null, "same_as": .optional(sameAs),
    ])
  }
}

extension JointRegion {
  /// Centre, shadows and covariance of the means of the differences.
  fileprivate var json: JSONValue {
    .members([
      "energy": .number(centre.first), "energy_half_width": .number(firstHalfWidth),
      "staleness": .number(centre.second), "staleness_half_width": .number(secondHalfWidth),
      "energy_variance": .number(covariance.first), "staleness_variance": .number(covariance.second),
      "covariance": .number(covariance.mixed), "squared_radius": .number(squaredRadius),
      "confidence": .number(confidence),
    ])
  }
}

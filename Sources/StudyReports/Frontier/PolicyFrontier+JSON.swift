import JSON
import OutputAnalysis
import ResultsStore
import StudyMetrics

extension PolicyFrontier {
  /// For programs, with the units of the metrics.
  var json: JSONValue {
    .members([
      "at": .string(name), "over": .strings(over), "first_metric": .string(metrics.first.name),
      "second_metric": .string(metrics.second.name),
      "replications": .integer(Int64(replications)), "confidence": .number(jointConfidence),
      "statements": .integer(Int64(statements)), "baseline": .string(baseline),
      "hypervolume": hypervolume.map(\.json) ?? .null,
      "without_values": .strings(left),
      "points": .array(points.map(\.json)),
    ])
  }
}

extension PolicyFrontier.Point {
  var json: JSONValue {
    .members([
      "label": .string(label), "policy": .string(policy), "gates": .optional(gates), "first": .number(first),
      "second": .number(second), "standing": .string(standing.rawValue), "rivals": .strings(rivals),
      "p": .optional(pValue), "front_share": .optional(frontShare),
      "uses_future": .boolean(standing == .beside), "starts_nothing": .boolean(startsNothing),
      "difference": difference.map(\.json) ?? .null, "same_as": .optional(sameAs),
    ])
  }
}

extension JointRegion {
  /// Centre, projections and covariance of the means of the differences.
  fileprivate var json: JSONValue {
    .members([
      "first": .number(center.first), "first_half_width": .number(firstHalfWidth),
      "second": .number(center.second), "second_half_width": .number(secondHalfWidth),
      "first_variance": .number(covariance.first), "second_variance": .number(covariance.second),
      "covariance": .number(covariance.mixed), "squared_radius": .number(squaredRadius),
      "confidence": .number(confidence),
    ])
  }
}

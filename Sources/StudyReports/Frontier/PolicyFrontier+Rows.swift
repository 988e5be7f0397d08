import OutputAnalysis
import ResultsStore
import StudyMetrics

extension PolicyFrontier {
  /// The points as an export holds them.
  var rows: [FrontRow] {
    points.map { point in
      var row = FrontRow(
        front: name, firstMetric: metrics.first.name, secondMetric: metrics.second.name, choice: point.label,
        policy: point.policy, gates: point.gates, isBaseline: point.isBaseline, first: point.first,
        second: point.second,
        standing: point.standing.rawValue, replications: replications)
      if let region = point.difference {
        (row.firstDifference, row.firstHalfWidth) = (region.center.first, region.firstHalfWidth)
        (row.secondDifference, row.secondHalfWidth) = (region.center.second, region.secondHalfWidth)
      }
      row.rivals = point.rivals
      (row.pValue, row.frontShare, row.sameAs) = (point.pValue, point.frontShare, point.sameAs)
      return row
    }
  }
}

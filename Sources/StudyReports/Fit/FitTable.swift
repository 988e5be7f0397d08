import OutputAnalysis

/// An observation with the scale of its distances. A fit compares it with simulated values.
package struct FitRow: Sendable {
  package let row: ObservationRow
  package let scale: ScoreScale
  /// The length of the observed window.
  package let days: Double
  /// Whether the row has no part in distances, to test the result.
  package let isHeldOut: Bool

  package init(_ row: ObservationRow, _ scale: ScoreScale, days: Double, isHeldOut: Bool) {
    (self.row, self.scale, self.days, self.isHeldOut) = (row, scale, days, isHeldOut)
  }
}

/// A parameter set with one simulated value for each row.
package struct FitDataSet: Sendable {
  /// The position in the ranges of the varied parameters, from 0 to 1, by place in the search.
  package let coordinates: [Double]
  package let point: SensitivityPoint
  /// nil for a value that was not observed.
  package internal(set) var values: [Double?] = []

  package static let base = FitDataSet(coordinates: [], point: .base)
}

/// The distances of data sets from observed values, with units from draws from the prior distribution.
///
/// The distance is the sum over sources of the mean absolute difference of their rows.
struct FitTable: Sendable {
  /// A source, with the places of its rows among ``rows``.
  struct Source: Sendable {
    let name: String
    let places: [Int]
  }

  let rows: [FitRow]
  let units: [RowDistance]
  /// The places of the rows that vary over the prior and are not held out.
  let used: [Int]
  /// The sources of the used rows, in the order of the rows.
  let sources: [Source]

  init(_ rows: [FitRow], prior: [FitDataSet]) {
    self.rows = rows
    units = rows.indices.map { row in
      RowDistance(prior.map { $0.values[row] }, rows[row].scale, rows[row].row.observation)
    }
    used = rows.indices.filter { [units] in units[$0].unit != nil && !rows[$0].isHeldOut }
    sources = used.map { rows[$0].row.source }.unique.map { [used] name in
      Source(name: name, places: used.filter { rows[$0].row.source == name })
    }
  }

  /// The differences of a data set from the observations, by row.
  func differences(_ values: [Double?]) -> [Double] {
    zip(zip(rows, units), values).map { row, value in
      let seen = row.0.row.observation
      return row.1.difference(value, from: seen.value, isBound: seen.isBound)
    }
  }

  /// The differences of a data set from another one that takes the place of the observations, by row.
  func differences(_ values: [Double?], from other: [Double?]) -> [Double] {
    units.indices.map { units[$0].difference(values[$0], from: other[$0]) }
  }

  func distance(_ differences: [Double], over sources: [Source]) -> Double {
    sources.reduce(0) { sum, source in
      sum + source.places.reduce(0) { $0 + abs(differences[$1]) } / Double(source.places.count)
    }
  }

  /// The places of the data sets with the smallest distances.
  func nearest(_ differences: [[Double]], over sources: [Source], keeping count: Int) -> [Int] {
    let distances = differences.map { distance($0, over: sources) }
    return Array(
      distances.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.prefix(count))
  }

  /// - Parameters:
  ///   - differences: By data set and row.
  ///   - coordinates: By data set.
  func posterior(
    _ differences: [[Double]], coordinates: [[Double]], over sources: [Source], keeping count: Int
  ) -> WeightedPoints {
    let columns = sources.flatMap(\.places)
    return RegressionAdjustment.posterior(
      coordinates, differences: differences.map { own in columns.map { own[$0] } }, keeping: count)
  }
}

extension EnergyStalenessFrontier {
  /// The number of one-sided tests that share the joint level.
  public var statements: Int { 2 * points.count * (points.count - 1) }

  /// The front as it would be if all replications had the same value of one point: what all points have in
  /// common in a replication is taken out, and no mean changes.
  public func centred(on samples: Point) throws(AnalysisError) -> EnergyStalenessFrontier {
    let energy = try Moments(samples.energy).mean
    let staleness = try Moments(samples.staleness).mean
    return try EnergyStalenessFrontier(
      points.map { point in
        Point(
          point.label, energy: zip(point.energy, samples.energy).map { $0 - $1 + energy },
          staleness: zip(point.staleness, samples.staleness).map { $0 - $1 + staleness })
      }, jointConfidence: jointConfidence)
  }

  /// How easily chance alone would let the point at the first index seem to dominate the one at the second.
  ///
  /// Dominance is the claim of two objectives at once, so the larger of both one-sided p-values counts. It is of
  /// one relation alone; times ``statements`` it is comparable with one minus the joint confidence. Empty for one
  /// replication.
  public func dominancePValue(of index: Int, over other: Int) throws(AnalysisError) -> Double? {
    var largest = 0.0
    for (first, second) in [
      (points[index].energy, points[other].energy), (points[index].staleness, points[other].staleness),
    ] {
      let test = try OneSidedTest(of: first, minus: second, is: .atMost, confidence: singleConfidence)
      guard test.bound != nil else { return nil }
      largest = max(largest, test.pValue ?? (test.holds ? 0 : 1))
    }
    return largest
  }

  /// Whether each point is on the front of the means of a resample, given by the indices of its replications.
  public func isOnFront(resample: [Int]) -> [Bool] {
    let sums = points.map { point in
      Means(
        energy: resample.reduce(0) { $0 + point.energy[$1] },
        staleness: resample.reduce(0) { $0 + point.staleness[$1] })
    }
    return sums.map { sum in !sums.contains { $0.dominate(sum) } }
  }
}

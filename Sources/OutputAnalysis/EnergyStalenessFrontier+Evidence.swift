extension EnergyStalenessFrontier {
  /// How easily chance alone would let the point at the first index seem to dominate the one at the second.
  ///
  /// Dominance is the claim of two objectives at once, so the larger of both one-sided p-values counts; times the
  /// number of statements of the family it is comparable with one minus the joint confidence. At most 1; empty
  /// for one replication.
  public func dominancePValue(of index: Int, over other: Int) throws(AnalysisError) -> Double? {
    var largest = 0.0
    for (first, second) in [
      (points[index].energy, points[other].energy), (points[index].staleness, points[other].staleness),
    ] {
      let test = try OneSidedTest(of: first, minus: second, is: .atMost, confidence: singleConfidence)
      guard test.bound != nil else { return nil }
      largest = max(largest, test.pValue ?? (test.holds ? 0 : 1))
    }
    return min(1, largest * Double(2 * points.count * (points.count - 1)))
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

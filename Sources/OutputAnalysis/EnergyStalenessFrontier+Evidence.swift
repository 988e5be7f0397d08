extension EnergyStalenessFrontier {
  /// The number of one-sided tests that share the joint level.
  public var statements: Int { 2 * points.count * (points.count - 1) }

  /// The front as it would be if all replications had the same value of one point: what all points have in
  /// common in a replication is taken out, and no mean changes.
  public func centred(on samples: Point) throws(AnalysisError) -> EnergyStalenessFrontier {
    let energy = try samples.energySample.pseudoValues(in: replications)
    let staleness = try samples.stalenessSample.pseudoValues(in: replications)
    var centred: [Point] = []
    for (point, own) in zip(points, pseudoValues) {
      centred.append(
        Point(
          point.label,
          energy: Self.centred(own.energy, on: energy) ?? point.energySample.restricted(to: replications),
          staleness: Self.centred(own.staleness, on: staleness)
            ?? point.stalenessSample.restricted(to: replications)))
    }
    return try EnergyStalenessFrontier(centred, jointConfidence: jointConfidence)
  }

  /// Pseudo-values less the deviations of those of another estimate from it; nil where one of both has none.
  private static func centred(_ own: PseudoValues, on other: PseudoValues) -> ReplicationSample? {
    guard let values = own.values, let others = other.values, let mean = other.estimate,
      values.count == others.count
    else { return nil }
    return .values(zip(values, others).map { $0 - $1 + mean })
  }

  /// How easily chance alone would let the point at the first index seem to dominate the one at the second.
  ///
  /// Dominance is the claim of two objectives at once, so the larger of both one-sided p-values counts. It is of
  /// one relation alone; times ``statements`` it is comparable with one minus the joint confidence. Empty for one
  /// replication.
  public func dominancePValue(of index: Int, over other: Int) throws(AnalysisError) -> Double? {
    var largest = 0.0
    let (point, rival) = (pseudoValues[index], pseudoValues[other])
    for difference in [
      try point.energy.minus(rival.energy), try point.staleness.minus(rival.staleness),
    ] {
      let test = try OneSidedTest(difference, is: .atMost, than: 0, confidence: singleConfidence)
      guard test.bound != nil else { return nil }
      largest = max(largest, test.pValue ?? (test.holds ? 0 : 1))
    }
    return largest
  }

  /// Whether each point is on the front of the estimates of a resample, given by indices into ``replications``.
  ///
  /// Ratios are those of the resampled sums. A point without an estimate in the resample is not on its front.
  public func isOnFront(resample: [Int]) -> [Bool] {
    let picks = resample.map { replications[$0] }
    let found = points.map { point -> Means? in
      guard let energy = point.energySample.estimate(over: picks),
        let staleness = point.stalenessSample.estimate(over: picks)
      else { return nil }
      return Means(energy: energy, staleness: staleness)
    }
    return found.map { point in
      guard let point else { return false }
      return !found.contains { $0?.dominate(point) ?? false }
    }
  }
}

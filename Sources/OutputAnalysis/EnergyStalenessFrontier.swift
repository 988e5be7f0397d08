/// Which policies, or levels of one, are worth their energy: the front of energy against staleness.
///
/// All points have the same replications with common random numbers. Paired one-sided t tests judge each pair
/// in both objectives, at the joint level divided by the number 2 k (k − 1) of such statements on k points
/// (Bonferroni). With the stated confidence, all `clear` and `refuted` relations are right, for any
/// dependence.
public struct EnergyStalenessFrontier: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    public let label: String
    /// The two objectives, for example joules per device and day, and seconds of staleness per open; less is
    /// better.
    public let energySample, stalenessSample: ReplicationSample

    public init(_ label: String, energy: ReplicationSample, staleness: ReplicationSample) {
      (self.label, energySample, stalenessSample) = (label, energy, staleness)
    }
  }

  public struct Means: Hashable, Sendable {
    public let energy, staleness: Double

    /// No more of both, and not the same: the point estimate of dominance.
    func dominate(_ other: Means) -> Bool {
      NondominatedOrder.dominates((energy, staleness), (other.energy, other.staleness))
    }
  }

  public let points: [Point]
  /// The indices of the replications in which all points have both objectives; further replications are
  /// excluded.
  public let replications: [Int]
  /// Probability that all clear and refuted relations are right.
  let jointConfidence: Double
  /// Confidence of each of the 2 k (k − 1) one-sided tests.
  public let singleConfidence: Double
  public let means: [Means]
  let pseudoValues: [Objectives]
  private let relations: [[Dominance]]

  /// The pseudo-values of a point over the replications that all points have.
  struct Objectives: Hashable, Sendable {
    let energy, staleness: PseudoValues

    init(_ point: Point, in replications: [Int]) throws(AnalysisError) {
      energy = try point.energySample.pseudoValues(in: replications)
      staleness = try point.stalenessSample.pseudoValues(in: replications)
    }

    func minus(_ rival: Objectives) throws(AnalysisError) -> [PseudoValues] {
      [try energy.minus(rival.energy), try staleness.minus(rival.staleness)]
    }
  }

  public init(_ points: [Point], jointConfidence: Double = 0.95) throws(AnalysisError) {
    let common = try ReplicationSample.common(points.flatMap { [$0.energySample, $0.stalenessSample] })
    guard !common.isEmpty else { throw .emptySample }
    self.points = points
    replications = common
    self.jointConfidence = jointConfidence
    let single = try MultiplicityAdjustment.singleConfidence(
      overall: jointConfidence, size: Self.statements(points.count))
    let objectives = try points.map { point throws(AnalysisError) in try Objectives(point, in: common) }
    let means = try objectives.map { own throws(AnalysisError) in
      Means(energy: try own.energy.requiredEstimate(), staleness: try own.staleness.requiredEstimate())
    }
    relations = try points.indices.map { index throws(AnalysisError) in
      try points.indices.map { other throws(AnalysisError) in
        guard index != other else { return .refuted }
        let isProbable = means[index].dominate(means[other])
        return try Self.relation(
          objectives[index], objectives[other], isProbable: isProbable, confidence: single)
      }
    }
    (singleConfidence, self.means, pseudoValues) = (single, means, objectives)
  }

  /// How surely the point at the first index dominates the one at the second. No point dominates itself.
  public func dominance(of index: Int, over other: Int) -> Dominance { relations[index][other] }

  /// The most that is known of a point being dominated: the surest relation of any other point over it.
  public func dominated(_ index: Int) -> Dominance {
    let found = points.indices.filter { $0 != index }.map { relations[$0][index] }
    return Dominance.allCases.first(where: found.contains) ?? .refuted
  }

  /// The area that the front dominates within a reference point that the caller states, with its interval.
  public func hypervolume(
    energy: Double, staleness: Double, confidence: Double = 0.95
  ) throws(AnalysisError) -> HypervolumeEstimate {
    try AnalysisError.requireConfidence(confidence)
    try AnalysisError.requireFinite([energy, staleness])
    return HypervolumeEstimate(self, reference: (energy, staleness), confidence: confidence)
  }

  private static func relation(
    _ point: Objectives, _ rival: Objectives, isProbable: Bool, confidence: Double
  ) throws(AnalysisError) -> Dominance {
    let differences = try point.minus(rival)
    func shows(_ claim: OneSidedTest.Claim) throws(AnalysisError) -> [Bool] {
      try differences.map { difference throws(AnalysisError) in
        try OneSidedTest(difference, is: claim, than: 0, confidence: confidence).holds
      }
    }
    // "At most" differs from "less" for objectives that agree in every replication only.
    if try shows(.atMost) == [true, true], try shows(.less).contains(true) { return .clear }
    if try shows(.greater).contains(true) { return .refuted }
    return isProbable ? .probable : .unresolved
  }
}

/// How surely one point is better than another in both of two objectives, of which less is better.
public enum Dominance: String, Hashable, Sendable, CaseIterable {
  /// Shown: no more of both objectives, and less of one.
  case clear
  /// The means say so, but chance could have.
  case probable
  /// The means do not say so, and it is not refuted either.
  case unresolved
  /// Refuted: shown to have more of one objective.
  case refuted
}

extension EnergyStalenessFrontier {
  public var statements: Int { Self.statements(points.count) }
  private static func statements(_ points: Int) -> Int { 2 * points * (points - 1) }

  /// The front as it would be if all replications had the same value of one point: what all points have in
  /// common in a replication is taken out, and no mean changes.
  public func centered(on samples: Point) throws(AnalysisError) -> EnergyStalenessFrontier {
    let center = try Objectives(samples, in: replications)
    let centered = zip(points, pseudoValues).map { point, own in
      Point(
        point.label,
        energy: Self.centered(own.energy, on: center.energy)
          ?? point.energySample.restricted(to: replications),
        staleness: Self.centered(own.staleness, on: center.staleness)
          ?? point.stalenessSample.restricted(to: replications))
    }
    return try EnergyStalenessFrontier(centered, jointConfidence: jointConfidence)
  }

  /// Pseudo-values less the deviations of those of another estimate from it; nil where one of both has none.
  private static func centered(_ own: PseudoValues, on other: PseudoValues) -> ReplicationSample? {
    guard let values = own.values, let others = other.values, let mean = other.estimate,
      values.count == others.count
    else { return nil }
    return .values(zip(values, others).map { $0 - $1 + mean })
  }

  /// How easily chance alone would let the point at the first index seem to dominate the one at the second.
  ///
  /// The larger of both one-sided p-values; times ``statements`` it is comparable with one minus the joint confidence.
  /// Empty for one replication.
  public func dominancePValue(of index: Int, over other: Int) throws(AnalysisError) -> Double? {
    var largest = 0.0
    for difference in try pseudoValues[index].minus(pseudoValues[other]) {
      let test = try OneSidedTest(difference, is: .atMost, than: 0, confidence: singleConfidence)
      guard test.bound != nil else { return nil }
      largest = max(largest, test.pValue ?? (test.holds ? 0 : 1))
    }
    return largest
  }

  /// Whether each point is on the front of the estimates of a resample, given by indices into ``replications``; one
  /// without an estimate is not.
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

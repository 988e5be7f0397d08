/// Which policies, or levels of one, are worth their energy: the front of energy against staleness.
///
/// All points were run on the same replications with common random numbers, so each pair of points is judged
/// by paired one-sided t tests in both objectives. A family of k points makes 2 k (k − 1) such statements (two
/// objectives, ordered pairs); each is tested at the joint level divided by their number (Bonferroni), so that
/// with the stated confidence not one of all `clear` and `refuted` relations is wrong, whatever the dependence.
/// The tests presume replication means that are near normal.
public struct EnergyStalenessFrontier: Hashable, Sendable {
  /// A policy or level with its results, replication by replication.
  public struct Point: Hashable, Sendable {
    public let label: String
    /// For example joules per device and day; less is better.
    public let energy: [Double]
    /// For example mean seconds of staleness at opens; less is better.
    public let staleness: [Double]

    public init(_ label: String, energy: [Double], staleness: [Double]) {
      (self.label, self.energy, self.staleness) = (label, energy, staleness)
    }
  }

  /// Means of a point over replications.
  public struct Means: Hashable, Sendable {
    public let energy: Double
    public let staleness: Double

    /// No more of both, and not the same: the point estimate of dominance.
    func dominate(_ other: Means) -> Bool {
      energy <= other.energy && staleness <= other.staleness && self != other
    }
  }

  public let points: [Point]
  /// Probability that all clear and refuted relations are right.
  public let jointConfidence: Double
  /// Confidence of each of the 2 k (k − 1) one-sided tests.
  public let singleConfidence: Double
  /// Means over replications, in the order of the points.
  public let means: [Means]
  private let relations: [[Dominance]]

  /// Compares points whose samples list the same replications in the same order.
  public init(_ points: [Point], jointConfidence: Double = 0.95) throws(AnalysisError) {
    guard let first = points.first else { throw .emptySample }
    for point in points {
      for sample in [point.energy, point.staleness] {
        guard sample.count == first.energy.count else {
          throw .unequalCounts(first: first.energy.count, second: sample.count)
        }
      }
    }
    guard !first.energy.isEmpty else { throw .emptySample }
    self.points = points
    self.jointConfidence = jointConfidence
    singleConfidence = try MultiplicityAdjustment.singleConfidence(
      overall: jointConfidence, size: 2 * points.count * (points.count - 1))
    var means: [Means] = []
    for point in points {
      means.append(
        Means(energy: try Moments(point.energy).mean, staleness: try Moments(point.staleness).mean))
    }
    self.means = means
    var relations: [[Dominance]] = []
    for (index, point) in points.enumerated() {
      var row: [Dominance] = []
      for (other, rival) in points.enumerated() {
        let isProbable = means[index].dominate(means[other])
        row.append(
          index == other
            ? .refuted
            : try Self.relation(point, rival, isProbable: isProbable, confidence: singleConfidence))
      }
      relations.append(row)
    }
    self.relations = relations
  }

  /// How surely the point at the first index dominates the one at the second. No point dominates itself.
  public func dominance(of index: Int, over other: Int) -> Dominance { relations[index][other] }

  /// The most that is known of a point being dominated: the surest relation of any other point over it.
  public func dominated(_ index: Int) -> Dominance {
    let found = points.indices.filter { $0 != index }.map { relations[$0][index] }
    return Dominance.allCases.first(where: found.contains) ?? .refuted
  }

  /// Indices of the points that no other dominates by the means. Equal points of the front all stay.
  public var nonDominated: [Int] {
    points.indices.filter { index in !means.contains { $0.dominate(means[index]) } }
  }

  /// Indices of the points that are not clearly dominated: a superset of the true front with the joint
  /// confidence.
  public var notClearlyDominated: [Int] { points.indices.filter { dominated($0) != .clear } }

  /// The area that the front dominates within a reference point that the caller states, with its interval.
  public func hypervolume(
    energy: Double, staleness: Double, confidence: Double = 0.95
  ) throws(AnalysisError) -> HypervolumeEstimate {
    try AnalysisError.requireConfidence(confidence)
    try AnalysisError.requireFinite([energy, staleness])
    return HypervolumeEstimate(points, reference: (energy, staleness), confidence: confidence)
  }

  private static func relation(
    _ point: Point, _ rival: Point, isProbable: Bool, confidence: Double
  ) throws(AnalysisError) -> Dominance {
    func shows(_ claim: OneSidedTest.Claim) throws(AnalysisError) -> [Bool] {
      [
        try OneSidedTest(of: point.energy, minus: rival.energy, is: claim, confidence: confidence).holds,
        try OneSidedTest(of: point.staleness, minus: rival.staleness, is: claim, confidence: confidence)
          .holds,
      ]
    }
    // "At most" differs from "less" for objectives that agree in every replication only.
    if try shows(.atMost) == [true, true], try shows(.less).contains(true) { return .clear }
    if try shows(.greater).contains(true) { return .refuted }
    return isProbable ? .probable : .unresolved
  }
}

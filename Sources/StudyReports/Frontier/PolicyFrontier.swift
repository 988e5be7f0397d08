import OutputAnalysis
import ResultsStore

/// The front of two metrics: the policies, or levels of their parameters, that are not dominated.
///
/// Common random numbers pair the replications of all candidates, so differences are judged, never the far
/// wider intervals of the means. A policy that knows the future is not part of the front, so that feasible
/// policies are compared with feasible policies only.
package struct PolicyFrontier: Sendable {
  package enum Dominance: String, Sendable, Hashable, CaseIterable {
    /// Every other policy significantly has more of one objective.
    case onFront = "on the front"
    /// No other policy dominates by the estimates, but one may dominate with more replications.
    case unresolved
    /// Another policy dominates by the estimates, but not significantly.
    case perhapsDominated = "perhaps dominated"
    /// Another policy significantly has no more of either objective, and less of one.
    case clearlyDominated = "clearly dominated"
    /// Not judged: the policy knows the future.
    case beside = "reference"
  }

  package struct Point: Sendable {
    package let label: String
    package let policy: String
    let level: Int
    package let gates: Int?
    package let levels: [FactorLevel]
    package let first: Double
    package let second: Double
    /// Joint region of both differences from the baseline; nil for the baseline, or below three replications.
    package let difference: JointRegion?
    package let isBaseline: Bool
    package let dominance: Dominance
    /// The label of an earlier point with the same values in every replication, and therefore the same dominance.
    package let sameAs: String?
    package let rivals: [String]
    /// The p-value of the test that the first rival dominates, times the number of tests (Bonferroni).
    package let pValue: Double?
    /// Share of resamples of the replications in which the policy is on the front of the means.
    package let frontShare: Double?
    package let startsNothing: Bool
  }

  /// Arm and levels that all points share.
  package let name: String
  package let arm: String
  package let over: [String]
  package let baseline: String
  package let metrics: FrontMetrics
  package let points: [Point]
  package let replications: Int
  /// The number of feasible points; further points know the future.
  package let attainable: Int
  /// The number of simultaneous statements at the joint confidence.
  package let statements: Int
  package let jointConfidence: Double
  package let hypervolume: FrontHypervolume?
  let nominalJoules: Double?
  package let left: [String]

  static let resamples = BootstrapResamples.standardCount

  init?(
    _ group: FrontierCandidates, metrics: FrontMetrics, baseline: String?, confidence: Double,
    reference: FrontierReference?, usesFuture: (String) -> Bool, startsNothing: (String) -> Bool
  ) throws {
    let found = FrontierSamples(group.candidates, metrics)
    let (candidates, samples) = (found.candidates, found.costs)
    let attained = candidates.indices.filter { !usesFuture(candidates[$0].policy) }
    guard attained.count > 1, !found.replications.isEmpty else { return nil }
    // Identical policies are one point of the front: of a policy against itself there is nothing to test.
    let twins = attained.map { index in attained.first { samples[$0].hasValues(of: samples[index]) } ?? index
    }
    let judged = attained.filter { twins.contains($0) }
    let base = candidates.firstIndex { $0.policy == baseline } ?? 0
    let front = try EnergyStalenessFrontier(judged.map { samples[$0] }, jointConfidence: confidence)
    let shares = Self.frontShares(front, replications: found.replications.count)
    let differenceConfidence = try MultiplicityAdjustment.singleConfidence(
      overall: confidence, size: candidates.count - 1)

    var points: [Point] = []
    for (index, candidate) in candidates.enumerated() {
      let original = attained.firstIndex(of: index).map { twins[$0] }
      let isTwin = original.map { $0 != index } ?? false
      let place = original.flatMap { judged.firstIndex(of: $0) }
      let verdict = try place.map { try Verdict(of: $0, on: front) }
      let (own, others) = (try found.pseudoValues(index), try found.pseudoValues(base))
      points.append(
        Point(
          label: candidate.label, policy: candidate.policy, level: candidate.level, gates: candidate.gates,
          levels: candidate.levels,
          first: try own.first.requiredEstimate(), second: try own.second.requiredEstimate(),
          difference: index == base
            ? nil
            : try JointRegion(
              own.first.minus(others.first), own.second.minus(others.second), confidence: differenceConfidence
            ), isBaseline: index == base, dominance: verdict?.dominance ?? .beside,
          sameAs: isTwin ? original.map { candidates[$0].label } : nil,
          rivals: isTwin ? [] : verdict?.rivals ?? [], pValue: isTwin ? nil : verdict?.pValue,
          frontShare: place.flatMap { shares?[$0] }, startsNothing: startsNothing(candidate.policy)))
    }
    hypervolume = try reference.map {
      try FrontHypervolume(front, centeredOn: samples[base], up: $0, metrics: metrics, confidence: confidence)
    }
    (name, arm, over, nominalJoules) = (group.name, group.arm, group.over, group.nominalJoules)
    (self.metrics, self.baseline, jointConfidence) = (metrics, candidates[base].label, confidence)
    self.points = points.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    (replications, attainable) = (found.replications.count, attained.count)
    (statements, left) = (front.statements, group.withoutValues + found.left)
  }

  private struct Verdict {
    let dominance: Dominance
    let rivals: [String]
    let pValue: Double?

    init(of index: Int, on front: EnergyStalenessFrontier) throws {
      let relation = front.dominated(index)
      dominance =
        switch relation {
        case .clear: .clearlyDominated
        case .probable: .perhapsDominated
        case .unresolved: .unresolved
        case .refuted: .onFront
        }
      let places = front.points.indices.filter {
        relation != .refuted && $0 != index && front.dominance(of: $0, over: index) == relation
      }
      let found = try places.map { (place: $0, p: try front.dominancePValue(of: $0, over: index)) }
        .sorted { ($0.p ?? 1) < ($1.p ?? 1) }
      rivals = found.map { front.points[$0.place].label }
      pValue = found.first?.p.map { min(1, $0 * Double(front.statements)) }
    }
  }

  private static func frontShares(_ front: EnergyStalenessFrontier, replications: Int) -> [Double]? {
    guard replications > 1 else { return nil }
    var counts = [Int](repeating: 0, count: front.points.count)
    for isOnFront in ReplicationResamples().of(replications).map(front.isOnFront(resample:)) {
      for (index, isOn) in isOnFront.enumerated() where isOn { counts[index] += 1 }
    }
    return counts.map { Double($0) / Double(resamples) }
  }
}

extension EnergyStalenessFrontier.Point {
  fileprivate func hasValues(of other: Self) -> Bool {
    energySample == other.energySample && stalenessSample == other.stalenessSample
  }
}

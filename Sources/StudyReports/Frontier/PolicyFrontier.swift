import OutputAnalysis
import RandomStreams

/// The front of energy against staleness: which policies, or levels of their parameters, are worth their
/// energy.
///
/// Common random numbers pair the replications of all candidates, so differences are judged, never the far
/// wider intervals of the means. A policy that uses the future stands beside the front: it bounds what could
/// be had, and must not make attainable policies look dominated.
public struct PolicyFrontier: Sendable {
  /// What is known of a policy's place.
  public enum Standing: String, Sendable, Hashable, CaseIterable {
    /// Every other policy is shown to have more of one objective.
    case onFront = "on the front"
    /// No other dominates by the means, but one could in truth.
    case unresolved
    /// Another dominates by the means, but chance could have made it seem so.
    case probablyDominated = "probably dominated"
    /// Another is shown to have no more of either, and less of one.
    case clearlyDominated = "clearly dominated"
    /// Not judged: the policy uses the future.
    case beside = "beside the front"
  }

  /// A policy, or a level of one, in the plane.
  public struct Point: Sendable {
    public let label: String
    public let policy: String
    /// Place of its level among those of the front.
    let level: Int
    /// Mean joules a device-day.
    public let energy: Double
    /// Mean seconds of staleness at opens.
    public let staleness: Double
    /// Joint region of both differences from the baseline; nil for the baseline, or below three replications.
    public let difference: JointRegion?
    public let isBaseline: Bool
    public let standing: Standing
    /// Label of an earlier point with the same values in every replication, whose standing is this one's, too.
    public let sameAs: String?
    /// Those that the standing names, the surest first.
    public let rivals: [String]
    /// How easily chance alone would show the first rival's dominance, times the number of statements.
    public let pValue: Double?
    /// Share of resamples of the replications in which the policy is on the front of the means.
    public let frontShare: Double?
    /// Starts nothing: the end of the front where no work is done.
    public let startsNothing: Bool
  }

  /// Arm and levels that all points share.
  public let name: String
  /// Factors whose levels stand side by side.
  public let over: [String]
  public let baseline: String
  /// By energy, then by staleness.
  public let points: [Point]
  /// Replications in which all points have both values.
  public let replications: Int
  /// Points that the front is about; the others use the future.
  public let attainable: Int
  /// Statements that hold together at the joint confidence.
  public let statements: Int
  public let jointConfidence: Double
  public let reference: FrontierReference
  /// In joules a device-day times seconds.
  public let hypervolume: HypervolumeEstimate
  /// The same area with what all policies have in common in a replication taken out: its error is the one
  /// that counts between sets of policies on the same phones.
  public let pairedHypervolume: HypervolumeEstimate
  /// Policies that had no value of one of both metrics in any replication.
  public let left: [String]

  static let resamples = 2000

  /// Judges candidates; nil where fewer than two attainable ones have replications in common.
  init?(
    _ group: FrontierCandidates, baseline: String?, confidence: Double, reference stated: FrontierReference?,
    usesFuture: (String) -> Bool, startsNothing: (String) -> Bool
  ) throws(AnalysisError) {
    let candidates = group.candidates
    guard let first = candidates.first else { return nil }
    let common = first.values.keys.filter { key in candidates.allSatisfy { $0.values[key] != nil } }.sorted()
    let samples = candidates.map { candidate in
      let pairs = common.compactMap { candidate.values[$0] }
      return EnergyStalenessFrontier.Point(
        candidate.label, energy: pairs.map(\.energy), staleness: pairs.map(\.staleness))
    }
    let attained = candidates.indices.filter { !usesFuture(candidates[$0].policy) }
    guard attained.count > 1, !common.isEmpty else { return nil }
    // Identical policies are one point of the front: of a policy against itself there is nothing to test.
    let twins = attained.map { index in attained.first { samples[$0].hasValues(of: samples[index]) } ?? index
    }
    let judged = attained.filter { twins.contains($0) }
    let base = candidates.firstIndex { $0.policy == baseline } ?? 0
    let front = try EnergyStalenessFrontier(judged.map { samples[$0] }, jointConfidence: confidence)
    let shares = Self.frontShares(front, replications: common.count)
    let differenceConfidence = try MultiplicityAdjustment.singleConfidence(
      overall: confidence, size: candidates.count - 1)

    var points: [Point] = []
    for (index, candidate) in candidates.enumerated() {
      let sample = samples[index]
      let original = attained.firstIndex(of: index).map { twins[$0] }
      let isTwin = original.map { $0 != index } ?? false
      let place = original.flatMap { judged.firstIndex(of: $0) }
      let verdict = try place.map { place throws(AnalysisError) in try Verdict(of: place, on: front) }
      points.append(
        Point(
          label: candidate.label, policy: candidate.policy, level: candidate.level,
          energy: try Moments(sample.energy).mean, staleness: try Moments(sample.staleness).mean,
          difference: index == base
            ? nil
            : try JointRegion(
              PairedSample(sample.energy, samples[base].energy).differences,
              PairedSample(sample.staleness, samples[base].staleness).differences,
              confidence: differenceConfidence),
          isBaseline: index == base, standing: verdict?.standing ?? .beside,
          sameAs: isTwin ? original.map { candidates[$0].label } : nil,
          rivals: isTwin ? [] : verdict?.rivals ?? [], pValue: isTwin ? nil : verdict?.pValue,
          frontShare: place.flatMap { shares?[$0] },
          startsNothing: startsNothing(candidate.policy)))
    }
    let worst = (front.means.map(\.energy).max() ?? 0, front.means.map(\.staleness).max() ?? 0)
    reference = stated ?? FrontierReference(worstEnergy: worst.0, worstStaleness: worst.1)
    hypervolume = try front.hypervolume(
      energy: reference.energy, staleness: reference.staleness, confidence: confidence)
    pairedHypervolume = try front.centred(on: samples[base]).hypervolume(
      energy: reference.energy, staleness: reference.staleness, confidence: confidence)
    name = group.name
    over = group.over
    self.baseline = candidates[base].label
    self.points = points.enumerated().sorted {
      ($0.element.energy, $0.element.staleness, $0.offset) < (
        $1.element.energy, $1.element.staleness, $1.offset
      )
    }.map(\.element)
    replications = common.count
    attainable = attained.count
    statements = front.statements
    jointConfidence = confidence
    left = group.withoutValues
  }

  /// What the relations say of one point.
  private struct Verdict {
    let standing: Standing
    let rivals: [String]
    let pValue: Double?

    init(of index: Int, on front: EnergyStalenessFrontier) throws(AnalysisError) {
      let relation = front.dominated(index)
      standing =
        switch relation {
        case .clear: .clearlyDominated
        case .probable: .probablyDominated
        case .unresolved: .unresolved
        case .refuted: .onFront
        }
      guard relation != .refuted else {
        (rivals, pValue) = ([], nil)
        return
      }
      var found: [(place: Int, p: Double?)] = []
      for place in front.points.indices
      where place != index && front.dominance(of: place, over: index) == relation {
        found.append((place, try front.dominancePValue(of: place, over: index)))
      }
      found.sort { ($0.p ?? 1, $0.place) < ($1.p ?? 1, $1.place) }
      rivals = found.map { front.points[$0.place].label }
      pValue = found.first?.p.map { min(1, $0 * Double(front.statements)) }
    }
  }

  /// Shares of resamples in which each point is on the front of the means; nil for one replication.
  private static func frontShares(_ front: EnergyStalenessFrontier, replications: Int) -> [Double]? {
    guard replications > 1 else { return nil }
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .bootstrap))
    var counts = [Int](repeating: 0, count: front.points.count)
    for _ in 0..<resamples {
      let picks = (0..<replications).map { _ in stream.integer(below: replications) }
      for (index, isOn) in front.isOnFront(resample: picks).enumerated() where isOn { counts[index] += 1 }
    }
    return counts.map { Double($0) / Double(resamples) }
  }
}

extension EnergyStalenessFrontier.Point {
  /// Whether both objectives are the same in every replication.
  fileprivate func hasValues(of other: Self) -> Bool {
    energy == other.energy && staleness == other.staleness
  }
}

/// A one-sided t test of a claim about a mean, or about a mean difference of pairs.
///
/// The claim holds if the one-sided confidence bound lies on its side. For a sample that does not vary the bound is the
/// mean itself, and "at most" then differs from "less" where both sides are equal.
public struct OneSidedTest: Hashable, Sendable {
  public enum Claim: String, Hashable, Sendable, CaseIterable {
    case less, atMost, greater, atLeast

    var isUpper: Bool { self == .less || self == .atMost }

    public var opposite: Claim {
      switch self {
      case .less: .atLeast
      case .atMost: .greater
      case .greater: .atMost
      case .atLeast: .less
      }
    }
  }

  public let estimate: Double
  /// One-sided confidence bound towards the refuted side; empty for one replication, and where leaving one out
  /// makes the denominator of a ratio 0.
  public let bound: Double?
  /// Probability of such data if the claim were only just wrong; empty for samples that do not vary
  /// or are too small to decide.
  public let pValue: Double?
  /// Whether the sample does not vary, so that the bound is the mean itself.
  public let isDeterministic: Bool
  /// Whether the test shows the claim. One replication is never sufficient.
  public let holds: Bool

  public init(_ sample: PseudoValues, is claim: Claim, than value: Double, confidence: Double = 0.999)
    throws(AnalysisError)
  {
    try AnalysisError.requireConfidence(confidence)
    guard value.isFinite else { throw .notFinite(index: 0) }
    let mean = try sample.requiredEstimate()
    estimate = mean
    isDeterministic = sample.moments?.standardError == 0
    guard let error = sample.moments?.standardError else {
      (bound, pValue, holds) = (nil, nil, false)
      return
    }
    let limit: Double
    if error > 0 {
      let t = StudentT(degreesOfFreedom: Double(sample.count - 1))
      let reach = error * t.oneSidedFactor(confidence: confidence)
      limit = claim.isUpper ? mean + reach : mean - reach
      let distance = (mean - value) / error
      pValue = t.upperTail(claim.isUpper ? -distance : distance)
    } else {
      limit = mean
      pValue = nil
    }
    bound = limit
    holds =
      switch claim {
      case .less: limit < value
      case .atMost: limit <= value
      case .greater: limit > value
      case .atLeast: limit >= value
      }
  }
}

/// The decision on a claim about a mean, or about a mean difference of pairs, with one limit or two.
///
/// The claim holds if the one-sided bounds lie on the claimed side of all limits: two limits around 0 are two one-sided tests (TOST)
/// of equivalence. It is contradicted if a bound lies on the other side of a limit, and undecided otherwise.
public struct ClaimDecision: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable, CaseIterable { case holds, contradicted, undecided }

  public typealias Limit = (claim: OneSidedTest.Claim, value: Double)

  public let verdict: Verdict
  /// Probability of such data if the claim, or its contradiction, were only just wrong; empty for samples that do not vary.
  public let pValue: Double?
  /// Replications to add until each undecided limit is decided; nil for a decision, and without an interval.
  public let needed: ReplicationsNeeded?

  /// Two replications that differ decide nothing, because a study of one replication borrows the second.
  static let leastReplications = 3
  /// The search for the replications that would decide ends at this total.
  static let mostReplications = 10_000

  public init(_ sample: PseudoValues, _ limits: [Limit], confidence: Double = 0.999) throws(AnalysisError) {
    var (claims, opposites): ([OneSidedTest], [OneSidedTest]) = ([], [])
    for limit in limits {
      claims.append(try OneSidedTest(sample, is: limit.claim, than: limit.value, confidence: confidence))
      opposites.append(
        try OneSidedTest(sample, is: limit.claim.opposite, than: limit.value, confidence: confidence))
    }
    let canDecide = sample.count >= Self.leastReplications || claims.allSatisfy(\.isDeterministic)
    verdict =
      !canDecide
      ? .undecided
      : claims.allSatisfy(\.holds) ? .holds : opposites.contains(where: \.holds) ? .contradicted : .undecided
    pValue =
      !canDecide
      ? nil
      : verdict == .contradicted ? opposites.compactMap(\.pValue).min() : claims.compactMap(\.pValue).max()
    guard verdict == .undecided, let deviation = sample.moments?.standardDeviation else {
      needed = nil
      return
    }
    var most: ReplicationsNeeded?
    for (place, limit) in limits.enumerated()
    where !(canDecide && (claims[place].holds || opposites[place].holds)) {
      let own = try ReplicationsNeeded(
        count: sample.count, difference: claims[place].estimate - limit.value, standardDeviation: deviation,
        margin: 0, confidence: 2 * confidence - 1, limit: max(Self.mostReplications, sample.count + 1))
      if let own, own.added >= most?.added ?? 0 { most = own }
    }
    needed = most
  }
}

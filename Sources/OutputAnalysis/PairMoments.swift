/// Means, variances and covariance of pairs, which can be built pair by pair and merged.
public struct PairMoments: Hashable, Sendable {
  /// Moments of the first members.
  public private(set) var first = Moments()
  /// Moments of the second members.
  public private(set) var second = Moments()
  /// Sum over the pairs of the product of both deviations from the means.
  public private(set) var sumOfProducts: Double = 0

  /// Number of pairs.
  public var count: Int { first.count }

  public init() {}

  /// Gathers pairs in their order.
  public init(_ first: [Double], _ second: [Double]) throws(AnalysisError) {
    guard first.count == second.count else {
      throw .unequalCounts(first: first.count, second: second.count)
    }
    try AnalysisError.requireFinite(first)
    try AnalysisError.requireFinite(second)
    for (x, y) in zip(first, second) { add(x, y) }
  }

  /// Takes in one pair of finite numbers.
  public mutating func add(_ x: Double, _ y: Double) {
    var single = PairMoments()
    single.first.add(x)
    single.second.add(y)
    merge(single)
  }

  /// Takes in all pairs of another sample.
  public mutating func merge(_ other: PairMoments) {
    guard other.count > 0 else { return }
    let nA = Double(count)
    let nB = Double(other.count)
    let dx = other.first.mean - first.mean
    let dy = other.second.mean - second.mean
    sumOfProducts += other.sumOfProducts + dx * dy * (nA * nB / (nA + nB))
    first.merge(other.first)
    second.merge(other.second)
  }

  /// Unbiased sample covariance; empty below two pairs.
  public var covariance: Double? { count < 2 ? nil : sumOfProducts / Double(count - 1) }

  /// Pearson's correlation; empty below two pairs or where a member does not vary.
  public var correlation: Double? {
    let scale = first.sumOfSquaredDeviations.squareRoot() * second.sumOfSquaredDeviations.squareRoot()
    guard count >= 2, scale > 0 else { return nil }
    return min(1, max(-1, sumOfProducts / scale))
  }
}

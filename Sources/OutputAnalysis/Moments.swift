/// Count, mean, and central moments of a sample. The update follows Welford, the merge Chan and Pébay.
///
/// Merging in another order may change the last bits: merge replications by number, never in the order of
/// completion.
public struct Moments: Hashable, Sendable {
  public private(set) var count: Int = 0
  public private(set) var mean: Double = 0
  public private(set) var sumOfSquaredDeviations: Double = 0
  public private(set) var sumOfCubedDeviations: Double = 0

  public init() {}

  public init(_ values: [Double]) throws(AnalysisError) {
    try AnalysisError.requireFinite(values)
    self.init(finite: values)
  }

  init(finite values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  public mutating func add(_ value: Double) {
    precondition(value.isFinite, "moments are of finite numbers only")
    var single = Moments()
    (single.count, single.mean) = (1, value)
    merge(single)
  }

  public mutating func merge(_ other: Moments) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let (nA, nB) = (Double(count), Double(other.count))
    let d = other.mean - mean
    let dn = d / (nA + nB)
    let (a2, b2) = (sumOfSquaredDeviations, other.sumOfSquaredDeviations)
    let (a3, b3) = (sumOfCubedDeviations, other.sumOfCubedDeviations)
    sumOfCubedDeviations = a3 + b3 + d * dn * dn * nA * nB * (nA - nB) + 3 * dn * (nA * b2 - nB * a2)
    sumOfSquaredDeviations = a2 + b2 + d * dn * nA * nB
    mean += dn * nB
    count += other.count
  }

  /// Unbiased sample variance; empty below two values.
  public var variance: Double? { count < 2 ? nil : sumOfSquaredDeviations / Double(count - 1) }
  public var standardDeviation: Double? { variance?.squareRoot() }
  public var standardError: Double? { variance.map { ($0 / Double(count)).squareRoot() } }

  /// Population skewness g1; empty where the sample does not vary.
  public var skewness: Double? {
    guard sumOfSquaredDeviations > 0 else { return nil }
    let n = Double(count)
    let m2 = sumOfSquaredDeviations / n
    return sumOfCubedDeviations / n / (m2 * m2.squareRoot())
  }
}

/// A sum that keeps what rounding takes from it (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation
/// endlicher Summen", 1974), so that a term can be taken out again without loss.
package struct CompensatedSum {
  private var high = 0.0
  private var low = 0.0

  package init(_ terms: some Sequence<Double> = []) {
    for term in terms { add(term) }
  }

  package var value: Double { high + low }

  mutating func add(_ term: Double) {
    let total = high + term
    low += abs(high) >= abs(term) ? (high - total) + term : (term - total) + high
    high = total
  }

  /// The sum without one of its terms; exactly 0 if all remaining terms are 0.
  package func without(_ term: Double) -> Double {
    var rest = self
    rest.add(-term)
    return rest.value
  }
}

public struct PairMoments: Hashable, Sendable {
  private(set) var first = Moments()
  private(set) var second = Moments()
  private(set) var sumOfProducts: Double = 0

  var count: Int { first.count }
  public init() {}

  public init(_ first: [Double], _ second: [Double]) throws(AnalysisError) {
    guard first.count == second.count else {
      throw .unequalCounts(first: first.count, second: second.count)
    }
    try AnalysisError.requireFinite(first)
    try AnalysisError.requireFinite(second)
    for (x, y) in zip(first, second) { add(x, y) }
  }

  mutating func add(_ x: Double, _ y: Double) {
    var single = PairMoments()
    single.first.add(x)
    single.second.add(y)
    merge(single)
  }

  public mutating func merge(_ other: PairMoments) {
    guard other.count > 0 else { return }
    let (nA, nB) = (Double(count), Double(other.count))
    let dx = other.first.mean - first.mean
    let dy = other.second.mean - second.mean
    sumOfProducts += other.sumOfProducts + dx * dy * (nA * nB / (nA + nB))
    first.merge(other.first)
    second.merge(other.second)
  }

  public var covariance: Double? { count < 2 ? nil : sumOfProducts / Double(count - 1) }

  /// Pearson's correlation; empty below two pairs or where a member does not vary.
  public var correlation: Double? {
    let scale = first.sumOfSquaredDeviations.squareRoot() * second.sumOfSquaredDeviations.squareRoot()
    guard count >= 2, scale > 0 else { return nil }
    return min(1, max(-1, sumOfProducts / scale))
  }
}

/// Jain's index of how evenly something is shared: 1 if all get the same, 1 / n if one gets all (Jain, Chiu and Hawe,
/// DEC Research Report TR-301, 1984).
public enum JainFairness {
  /// The index of finite shares of at least 0; nil without shares or if all shares are 0.
  public static func index(_ shares: [Double]) throws(AnalysisError) -> Double? {
    try AnalysisError.requireFinite(shares)
    for index in shares.indices where shares[index] < 0 {
      throw .negative(index: index, found: shares[index])
    }
    guard let largest = shares.max(), largest > 0 else { return nil }
    // Scaling by the largest share keeps squares of very large and very small shares in range.
    let scaled = shares.map { $0 / largest }
    let sum = scaled.reduce(0, +)
    let squares = scaled.reduce(0) { $0 + $1 * $1 }
    return sum * sum / (Double(shares.count) * squares)
  }
}

/// Count, mean and central moments of a sample, which can be built value by value and merged.
///
/// The update is Welford's, the merge that of Chan and Pébay: neither subtracts large sums of squares, so a
/// sample around 10⁹ keeps its variance. A merge is exact algebra but rounds, so that merging in another order
/// may change the last bits: merge replications in their own order, never in the order of completion.
///
///     var moments = Moments([4, 7, 13, 16])
///     moments.mean       // 10
///     moments.variance   // 30
public struct Moments: Hashable, Sendable {
  /// Number of values.
  public private(set) var count: Int = 0
  /// Arithmetic mean, 0 for an empty sample.
  public private(set) var mean: Double = 0
  /// Sum of the squared deviations from the mean.
  public private(set) var sumOfSquaredDeviations: Double = 0
  /// Sum of the third powers of the deviations from the mean.
  public private(set) var sumOfCubedDeviations: Double = 0

  public init() {}

  /// Gathers finite values in their order.
  public init(_ values: [Double]) throws(AnalysisError) {
    try AnalysisError.requireFinite(values)
    for value in values { add(value) }
  }

  /// Takes in one value, which must be finite.
  public mutating func add(_ value: Double) {
    precondition(value.isFinite, "moments are of finite numbers only")
    var single = Moments()
    single.count = 1
    single.mean = value
    merge(single)
  }

  /// Takes in all values of another sample.
  public mutating func merge(_ other: Moments) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let nA = Double(count)
    let nB = Double(other.count)
    let n = nA + nB
    let d = other.mean - mean
    let dn = d / n
    let (a2, b2) = (sumOfSquaredDeviations, other.sumOfSquaredDeviations)
    let (a3, b3) = (sumOfCubedDeviations, other.sumOfCubedDeviations)
    sumOfCubedDeviations = a3 + b3 + d * dn * dn * nA * nB * (nA - nB) + 3 * dn * (nA * b2 - nB * a2)
    sumOfSquaredDeviations = a2 + b2 + d * dn * nA * nB
    mean += dn * nB
    count += other.count
  }

  /// Unbiased sample variance; empty below two values.
  public var variance: Double? { count < 2 ? nil : sumOfSquaredDeviations / Double(count - 1) }

  /// Square root of the variance.
  public var standardDeviation: Double? { variance?.squareRoot() }

  /// Standard error of the mean.
  public var standardError: Double? { variance.map { ($0 / Double(count)).squareRoot() } }

  /// Population skewness g1; empty where the sample does not vary.
  public var skewness: Double? {
    guard sumOfSquaredDeviations > 0 else { return nil }
    let n = Double(count)
    let m2 = sumOfSquaredDeviations / n
    return sumOfCubedDeviations / n / (m2 * m2.squareRoot())
  }
}

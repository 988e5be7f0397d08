import Basics

/// The jackknife pseudo-values of an estimate, one per replication.
///
/// The pseudo-value of replication i is n θ − (n − 1) θ₍₋ᵢ₎, from the estimate θ of all n replications and
/// the estimate without replication i, shifted so that the mean of all is θ (Tukey, "Bias and confidence in
/// not-quite large samples", Annals of Mathematical Statistics 29, 1958). With them, every method for means
/// applies to ratios of sums. The pseudo-values of a mean are the values themselves.
public struct PseudoValues: Hashable, Sendable {
  public let count: Int
  /// The estimate; empty without replications and where the denominators of a ratio add up to 0.
  public let estimate: Double?
  /// The pseudo-values in the order of replications; empty where leaving one replication out makes a denominator
  /// 0, which one replication of a ratio always does. There is no interval then.
  public let values: [Double]?
  /// Whether the estimate is the mean of the values themselves.
  private let isMean: Bool

  public init(values: [Double]) throws(AnalysisError) {
    let moments = try Moments(values)
    self.init(
      count: values.count, estimate: values.isEmpty || !moments.mean.isFinite ? nil : moments.mean,
      values: values, isMean: true)
  }

  public init(fractions: [ReplicationSample.Fraction]) throws(AnalysisError) {
    try AnalysisError.requireFinite(fractions.map(\.numerator))
    try AnalysisError.requireFinite(fractions.map(\.denominator))
    let denominator = CompensatedSum(fractions.map(\.denominator))
    let ratio = ReplicationSample.ratio(
      CompensatedSum(fractions.map(\.numerator)).value, denominator.value)
    self.init(
      count: fractions.count, estimate: ratio,
      values: ratio.flatMap { ratio in
        Self.deviations(of: fractions, ratio: ratio, denominator: denominator)
          .flatMap { Self.centered($0, ratio) }
      },
      isMean: false)
  }

  /// The pseudo-values of the logarithm of a ratio of sums; nil unless both sums are positive without any one replication.
  public init?(logarithmOf fractions: [ReplicationSample.Fraction]) {
    let (numerators, denominators) = (fractions.map(\.numerator), fractions.map(\.denominator))
    func isPositive(_ terms: [Double]) -> Bool {
      let sum = CompensatedSum(terms)
      return terms.allSatisfy { sum.without($0) > 0 && $0.isFinite }
    }
    let denominator = CompensatedSum(denominators)
    guard fractions.count > 1, isPositive(numerators), isPositive(denominators),
      let ratio = ReplicationSample.ratio(CompensatedSum(numerators).value, denominator.value), ratio > 0,
      let deviations = Self.deviations(of: fractions, ratio: ratio, denominator: denominator)
    else { return nil }
    let others = Double(fractions.count - 1)
    let logarithm = Elementary.log(ratio)
    self.init(
      count: fractions.count, estimate: logarithm,
      values: Self.centered(deviations.map { -others * Elementary.log1p(-$0 / (others * ratio)) }, logarithm),
      isMean: false)
  }

  private init(count: Int, estimate: Double?, values: [Double]?, isMean: Bool) {
    (self.count, self.estimate, self.values, self.isMean) = (count, estimate, values, isMean)
  }

  /// The deviations (n − 1) (θ − θ₍₋ᵢ₎). With X and Y for the sums, θ₍₋ᵢ₎ − θ = −(xᵢ − θ yᵢ) / (Y − yᵢ), which does not
  /// subtract nearly equal ratios.
  private static func deviations(
    of fractions: [ReplicationSample.Fraction], ratio: Double, denominator: CompensatedSum
  ) -> [Double]? {
    let others = Double(fractions.count - 1)
    var deviations: [Double] = []
    for fraction in fractions {
      let rest = denominator.without(fraction.denominator)
      var residual = fraction.numerator.addingProduct(-ratio, fraction.denominator)
      // The rounding error of the ratio is not a deviation: proportional parts do not deviate.
      if abs(residual) <= 4 * Double.ulpOfOne * abs(fraction.numerator) { residual = 0 }
      let deviation = others * residual / rest
      guard rest != 0, deviation.isFinite else { return nil }
      deviations.append(deviation)
    }
    return deviations
  }

  /// Pseudo-values with an estimate as their mean.
  private static func centered(_ deviations: [Double], _ estimate: Double) -> [Double]? {
    guard deviations.allSatisfy(\.isFinite) else { return nil }
    let mean = Moments(finite: deviations).mean
    let values = deviations.map { estimate + ($0 - mean) }
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  /// The difference of two estimates over the same replications, which stay paired.
  public func minus(_ other: PseudoValues) throws(AnalysisError) -> PseudoValues {
    guard count == other.count else { throw .unequalCounts(first: count, second: other.count) }
    let differences = values.flatMap { own in other.values.map { zip(own, $0).map { $0 - $1 } } }
    // The mean of differences loses less to rounding than the difference of means.
    if isMean, other.isMean, let differences { return try PseudoValues(values: differences) }
    return PseudoValues(
      count: count, estimate: estimate.less(other.estimate), values: differences, isMean: false)
  }

  public func requiredEstimate() throws(AnalysisError) -> Double {
    if let estimate { return estimate }
    // A mean is missing where its sum is beyond the range of numbers.
    throw count == 0 ? .emptySample : isMean ? .notFinite(index: 0) : .zeroDenominator
  }

  public var moments: Moments? {
    guard let values, !values.isEmpty, let moments = try? Moments(values) else { return nil }
    return moments.mean.isFinite && moments.sumOfSquaredDeviations.isFinite ? moments : nil
  }
}

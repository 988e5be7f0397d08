/// A probability law from which a model draws.
///
/// Sampling takes the stream explicitly: equal streams give equal samples. Units are those of the model that
/// uses the law.
public protocol Distribution: Sendable {
  /// One draw.
  func sample(_ stream: RandomStream) -> Double
  /// The mean; infinite where it does not exist.
  var mean: Double { get }
  /// The variance; infinite where it does not exist.
  var variance: Double { get }
  /// P(X <= x).
  func cumulative(_ x: Double) -> Double
  /// P(X > x), accurate where it is small.
  func survival(_ x: Double) -> Double
  /// The least x with P(X <= x) >= p, for 0 < p < 1.
  func quantile(_ p: Double) -> Double
  /// The x with P(X > x) = q, accurate where q is small.
  func upperQuantile(_ q: Double) -> Double
  /// Whether single values have positive probability.
  var hasAtoms: Bool { get }
  /// How a study writes it, canonical and with shortest numbers: `lognormal(median: 1.5, sigma: 0.6)`.
  var canonicalText: String { get }
}

extension Distribution {
  /// The variance by numerical integration over the quantiles.
  public var variance: Double {
    let centre = mean
    return QuantileIntegral.expectation(of: self) { ($0 - centre) * ($0 - centre) }
  }
  /// 1 less the distribution function: accurate only where it is not small.
  public func survival(_ x: Double) -> Double { 1 - cumulative(x) }
  /// The quantile of 1 - q: accurate only where q is not small.
  public func upperQuantile(_ q: Double) -> Double { quantile(1 - q) }
  /// False, as for every continuous distribution.
  public var hasAtoms: Bool { false }
}

/// A probability law from which a model draws.
///
/// Sampling takes the stream explicitly: equal streams give equal samples. Units are those of the model that
/// uses the law.
public protocol Distribution: Sendable {
  /// One draw.
  func sample(_ stream: RandomStream) -> Double
  /// The mean; infinite where it does not exist.
  var mean: Double { get }
  /// P(X <= x).
  func cumulative(_ x: Double) -> Double
  /// The least x with P(X <= x) >= p, for 0 < p < 1.
  func quantile(_ p: Double) -> Double
  /// How a study writes it, canonical and with shortest numbers: `lognormal(median: 1.5, sigma: 0.6)`.
  var canonicalText: String { get }
}

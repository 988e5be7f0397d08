import RandomStreams

/// A probability distribution whose draws are those of another one times a factor.
struct ScaledDistribution: Distribution {
  let base: any Distribution
  /// Greater than 0.
  let factor: Double

  func sample(_ stream: RandomStream) -> Double { base.sample(stream) * factor }
  var mean: Double { base.mean * factor }
  var variance: Double { base.variance * factor * factor }
  func cumulative(_ x: Double) -> Double { base.cumulative(x / factor) }
  func survival(_ x: Double) -> Double { base.survival(x / factor) }
  func quantile(_ p: Double) -> Double { base.quantile(p) * factor }
  func upperQuantile(_ q: Double) -> Double { base.upperQuantile(q) * factor }
  var hasAtoms: Bool { base.hasAtoms }
  var canonicalText: String { "\(factor) × \(base.canonicalText)" }
}

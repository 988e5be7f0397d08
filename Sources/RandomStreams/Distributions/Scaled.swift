/// A law whose variates are those of another times a factor: the `mix` parameters scale what a study states.
struct Scaled: Distribution {
  let base: any Distribution
  /// Above 0.
  let factor: Double

  func sample(_ stream: RandomStream) -> Double { factor * base.sample(stream) }
  var mean: Double { factor * base.mean }
  var variance: Double { factor * factor * base.variance }
  func cumulative(_ x: Double) -> Double { base.cumulative(x / factor) }
  func survival(_ x: Double) -> Double { base.survival(x / factor) }
  func quantile(_ p: Double) -> Double { factor * base.quantile(p) }
  func upperQuantile(_ q: Double) -> Double { factor * base.upperQuantile(q) }
  var hasAtoms: Bool { base.hasAtoms }
  var canonicalText: String { "\(ShortestNumber.text(factor)) * \(base.canonicalText)" }
}

extension Distribution {
  /// The law of this one's variates times a factor above 0; of 1, the law itself.
  public func times(_ factor: Double) -> any Distribution {
    factor == 1 ? self : Scaled(base: self, factor: factor)
  }
}

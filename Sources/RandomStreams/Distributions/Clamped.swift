/// A law whose draws beyond two bounds become those bounds.
///
/// Heavy tails have no greatest value: one draw in 10⁹ of a lognormal time can exceed any run. A model that computes in whole
/// microseconds or bytes bounds what it draws. Unlike ``Truncated`` the law is not conditioned on lying between the bounds, so draws
/// within them keep their values bit for bit.
public struct Clamped: Distribution {
  /// The law that is drawn from.
  public let base: any Distribution
  /// The least and the greatest draw, in the unit of the base distribution.
  public let bounds: ClosedRange<Double>

  public init(_ base: any Distribution, to bounds: ClosedRange<Double>) {
    self.base = base
    self.bounds = bounds
  }

  /// A draw of the base distribution; beyond a bound, that bound.
  public func sample(_ stream: RandomStream) -> Double { clamped(base.sample(stream)) }

  /// Of the law itself, kept within the bounds: where they matter the draws beyond them are too rare to count.
  public var mean: Double { clamped(base.mean) }
  /// Of the base distribution, without regard to the bounds.
  public var variance: Double { base.variance }

  /// P(X <= x): 0 below the bounds, 1 from the upper one on, and that of the base distribution between them.
  public func cumulative(_ x: Double) -> Double {
    x < bounds.lowerBound ? 0 : x >= bounds.upperBound ? 1 : base.cumulative(x)
  }

  /// P(X > x): 1 below the bounds, 0 from the upper one on, and that of the base distribution between them.
  public func survival(_ x: Double) -> Double {
    x < bounds.lowerBound ? 1 : x >= bounds.upperBound ? 0 : base.survival(x)
  }
  /// The quantile of the base distribution, kept within the bounds.
  public func quantile(_ p: Double) -> Double { clamped(base.quantile(p)) }
  /// The upper quantile of the base distribution, kept within the bounds.
  public func upperQuantile(_ q: Double) -> Double { clamped(base.upperQuantile(q)) }

  /// The bounds themselves may have probability, but only where those of the law do or its tail is cut.
  public var hasAtoms: Bool { base.hasAtoms }
  /// That of the base distribution; studies do not write the bounds.
  public var canonicalText: String { base.canonicalText }

  /// A draw kept within bounds. A result that is not a number, from parameters at the edge of the computable range,
  /// becomes the least value.
  @inlinable
  public static func clamp(_ x: Double, to bounds: ClosedRange<Double>) -> Double {
    x >= bounds.lowerBound ? min(x, bounds.upperBound) : bounds.lowerBound
  }

  private func clamped(_ x: Double) -> Double { Self.clamp(x, to: bounds) }
}

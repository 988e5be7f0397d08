/// A law conditioned on lying between two bounds, by inversion.
///
/// If the bounds are in the upper half, the upper-tail functions are used, so far tails keep their accuracy.
public struct Truncated: Distribution {
  private let window: Window
  /// The mean between the bounds, by numerical integration over the quantiles.
  public let mean: Double

  /// The law that is truncated.
  public var base: any Distribution { window.base }
  /// The least value; -infinity for no bound.
  public var low: Double { window.low }
  /// The greatest value; infinity for no bound.
  public var high: Double { window.high }

  /// The distribution conditioned on low <= X <= high. Bounds of a distribution that is truncated already are narrowed.
  /// It is a continuous one, with probability between the bounds.
  public init(
    _ law: any Distribution, low: Double = -.infinity, high: Double = .infinity
  ) throws(DistributionError) {
    // Bounds on bounds are the narrower bounds of the law inside.
    let inner = law as? Truncated
    let base = inner?.base ?? law
    let low = max(low, inner?.low ?? -.infinity)
    let high = min(high, inner?.high ?? .infinity)
    let check = ParameterCheck(distribution: base.canonicalText)
    if base.hasAtoms {
      throw check.failure("min, max", "a distribution of single values", "a continuous law")
    }
    if !(low < high) { throw check.failure("max", high, "a number above min, \(ShortestNumber.text(low))") }
    let window = Window(base, low, high)
    if !(abs(window.mass) > 0) {
      let found = "\(ShortestNumber.text(low)), \(ShortestNumber.text(high))"
      throw check.failure("min, max", found, "bounds that enclose a part of the distribution")
    }
    self.window = window
    mean = QuantileIntegral.expectation(lower: window.quantile, upper: window.upperQuantile) { $0 }
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { window.quantile(stream.uniform()) }
  public func cumulative(_ x: Double) -> Double { window.share(below: x) }
  public func survival(_ x: Double) -> Double { window.share(above: x) }
  public func quantile(_ p: Double) -> Double { window.quantile(p) }
  public func upperQuantile(_ q: Double) -> Double { window.upperQuantile(q) }

  public var canonicalText: String {
    var bounds = ""
    if low > -.infinity { bounds += ", min: \(ShortestNumber.text(low))" }
    if high < .infinity { bounds += ", max: \(ShortestNumber.text(high))" }
    return base.canonicalText.dropLast() + bounds + ")"
  }
}

/// The part of a law between two bounds, measured from the nearer tail.
private struct Window: Sendable {
  let base: any Distribution
  let low, high: Double
  /// Whether tails are counted from above.
  let upper: Bool
  /// The tail probability at each bound.
  let lowTail, highTail: Double

  init(_ base: any Distribution, _ low: Double, _ high: Double) {
    let upper = low > -.infinity && base.cumulative(low) > 0.5
    (self.base, self.low, self.high, self.upper) = (base, low, high, upper)
    lowTail = low == -.infinity ? 0 : upper ? base.survival(low) : base.cumulative(low)
    highTail = high == .infinity ? (upper ? 0 : 1) : upper ? base.survival(high) : base.cumulative(high)
  }

  /// The probability between the bounds, negative when tails are counted from above.
  var mass: Double { highTail - lowTail }
  private func tail(_ x: Double) -> Double { upper ? base.survival(x) : base.cumulative(x) }

  func share(below x: Double) -> Double {
    if x <= low { return 0 }
    if x >= high { return 1 }
    return min(max((tail(x) - lowTail) / mass, 0), 1)
  }
  func share(above x: Double) -> Double {
    if x <= low { return 1 }
    if x >= high { return 0 }
    return min(max((highTail - tail(x)) / mass, 0), 1)
  }

  func quantile(_ p: Double) -> Double {
    let tail = lowTail + p * mass
    return clamped(upper ? base.upperQuantile(tail) : base.quantile(tail))
  }
  func upperQuantile(_ q: Double) -> Double {
    // Without a bound above, the tail is a share of the base's own and would drown in 1 - tail.
    if high == .infinity && !upper { return clamped(base.upperQuantile(q * mass)) }
    let tail = highTail - q * mass
    return clamped(upper ? base.upperQuantile(tail) : base.quantile(tail))
  }

  private func clamped(_ x: Double) -> Double { min(max(x, low), high) }
}

/// A law whose draws beyond two bounds become those bounds.
///
/// A distribution with clamped draws. Heavy tails have no greatest value, so a model that computes in whole
/// microseconds or bytes bounds its draws. Unlike ``Truncated``, the distribution is not conditioned on the
/// bounds, so draws within them keep their values bit for bit.
public struct Clamped: Distribution {
  /// The law that is drawn from.
  public let base: any Distribution
  /// The least and the greatest draw, in the unit of the base distribution.
  public let bounds: ClosedRange<Double>

  public init(_ base: any Distribution, to bounds: ClosedRange<Double>) {
    (self.base, self.bounds) = (base, bounds)
  }

  /// A draw of the base distribution; beyond a bound, that bound.
  public func sample(_ stream: RandomStream) -> Double { clamped(base.sample(stream)) }

  /// The mean of the base distribution, clamped: draws beyond the bounds are too rare to count.
  public var mean: Double { clamped(base.mean) }
  /// The variance of the base distribution, without regard to the bounds.
  public var variance: Double { base.variance }

  public func cumulative(_ x: Double) -> Double {
    x < bounds.lowerBound ? 0 : x >= bounds.upperBound ? 1 : base.cumulative(x)
  }

  public func survival(_ x: Double) -> Double {
    x < bounds.lowerBound ? 1 : x >= bounds.upperBound ? 0 : base.survival(x)
  }
  public func quantile(_ p: Double) -> Double { clamped(base.quantile(p)) }
  public func upperQuantile(_ q: Double) -> Double { clamped(base.upperQuantile(q)) }

  /// Whether single values have probability. The bounds have it only if single values of the base
  /// distribution do, or if its tail is cut.
  public var hasAtoms: Bool { base.hasAtoms }
  /// The text of the base distribution; studies do not write the bounds.
  public var canonicalText: String { base.canonicalText }

  /// A draw kept within bounds; a result that is not a number becomes the least value.
  @inlinable public static func clamp(_ x: Double, to bounds: ClosedRange<Double>) -> Double {
    x >= bounds.lowerBound ? min(x, bounds.upperBound) : bounds.lowerBound
  }

  private func clamped(_ x: Double) -> Double { Self.clamp(x, to: bounds) }
}

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

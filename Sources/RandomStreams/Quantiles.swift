import Basics

/// Inversion of a cumulative distribution function between two bounds.
enum Bracketing {
  /// False positions after which plain bisection takes over: where the function jumps they do not converge.
  private static let falsePositions = 40

  /// The least x in [low, high] with F(x) >= p, up to a relative 1e-15 of p; F does not decrease.
  ///
  /// By false position with the Illinois modification, about eight evaluations where F is smooth, then by
  /// bisection. **Source**: Dowell, Jarratt, 1971.
  static func quantile(_ p: Double, low: Double, high: Double, cumulative: (Double) -> Double) -> Double {
    var (low, high) = (low, high)
    var below = cumulative(low) - p
    if below >= 0 { return low }
    var above = cumulative(high) - p
    if above < 0 { return high }
    var lastWasBelow: Bool?
    var step = 0
    while true {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high || high - low <= 2 * max(abs(low), abs(high)).ulp { return high }
      var x = middle
      if step < falsePositions {
        let position = low + (high - low) * (-below / (above - below))
        if position > low && position < high { x = position }
      }
      step += 1
      let excess = cumulative(x) - p
      if excess >= 0 {
        if excess <= 8 * p.ulp { return x }
        high = x
        above = excess
        if lastWasBelow == false { below /= 2 }
        lastWasBelow = false
      } else {
        low = x
        below = excess
        if lastWasBelow == true { above /= 2 }
        lastWasBelow = true
      }
    }
  }
}

/// Running sums of weights, and search in them.
enum CumulativeSums {
  /// The running sums of the weights divided by their total; the last one is exactly 1.
  static func shares(of weights: [Double]) -> [Double] {
    let total = weights.reduce(0, +)
    var sum = 0.0
    var shares = weights.map { weight -> Double in
      sum += weight
      return sum / total
    }
    // Trailing weights of 0 must not be reached by rounding either.
    let last = weights.lastIndex { $0 > 0 } ?? weights.startIndex
    for index in last..<shares.count { shares[index] = 1 }
    return shares
  }

  /// The first index whose value is at least `target`; the last index when there is none.
  static func index(of target: Double, in values: [Double]) -> Int {
    values.dropLast().partitionPoint { $0 >= target }
  }
}

/// Expectations by quadrature over the quantile function.
///
/// E[g(X)] is the integral of g(Q(p)) over p in (0, 1), by the double-exponential rule, within about 1e-12 where Q is
/// smooth.
/// **Source**: Takahasi, Mori, 1974.
enum QuantileIntegral {
  /// Steps of 1/32 over |t| <= 4, where the outermost tail has probability 1e-37.
  private static let step = 1.0 / 32
  private static let reach = 128

  static func expectation(of law: some Distribution, _ g: (Double) -> Double) -> Double {
    expectation(lower: law.quantile, upper: law.upperQuantile, g)
  }

  /// The same for a law given by its two quantile functions.
  static func expectation(
    lower: (Double) -> Double, upper: (Double) -> Double, _ g: (Double) -> Double
  ) -> Double {
    var sum = 0.0
    for node in -reach...reach {
      let t = Double(node) * step
      let tail = 1 / (1 + Elementary.exp(.pi * Elementary.sinh(abs(t))))
      let weight = .pi * Elementary.cosh(t) * tail * (1 - tail)
      sum += weight * g(t < 0 ? lower(tail) : upper(tail))
    }
    return sum * step
  }
}

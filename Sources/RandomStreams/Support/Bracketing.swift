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

/// Inversion of a cumulative distribution function by bisection.
enum Bisection {
  /// The least x in [low, high] with F(x) >= p, up to rounding; F does not decrease.
  static func quantile(_ p: Double, low: Double, high: Double, cumulative: (Double) -> Double) -> Double {
    var (low, high) = (low, high)
    if cumulative(low) >= p { return low }
    while true {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { return high }
      if high - low <= 2 * max(abs(low), abs(high)).ulp { return high }
      if cumulative(middle) >= p { high = middle } else { low = middle }
    }
  }
}

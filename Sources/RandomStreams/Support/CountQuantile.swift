/// Quantiles of laws on whole numbers.
enum CountQuantile {
  /// The least whole number from `first` on with F >= p, by doubling and bisection.
  static func least(_ p: Double, from first: Int, cumulative: (Double) -> Double) -> Double {
    var low = first - 1  // F(low) < p
    var step = 1
    while cumulative(Double(low + step)) < p && step < 1 << 40 { step *= 2 }
    var high = low + step
    low += step / 2
    while high - low > 1 {
      let middle = (low + high) / 2
      if cumulative(Double(middle)) >= p { high = middle } else { low = middle }
    }
    return Double(high)
  }

  /// The whole part of a number of at least 0 as GSL takes counts.
  static func count(_ x: Double) -> UInt32 { x < 4_294_967_295 ? UInt32(x) : .max }
}

/// Jain's index of how evenly something is shared: 1 if all get the same, 1 / n if one gets all.
///
/// Source: Jain, Chiu and Hawe, DEC Research Report TR-301 (1984).
public enum JainFairness {
  /// The index of finite shares of at least 0; empty if there are none or if nobody gets anything.
  public static func index(_ shares: [Double]) throws(AnalysisError) -> Double? {
    try AnalysisError.requireFinite(shares)
    for index in shares.indices where shares[index] < 0 {
      throw .negative(index: index, found: shares[index])
    }
    guard let largest = shares.max(), largest > 0 else { return nil }
    // Scaling by the largest share keeps squares of very large and very small shares in range.
    let scaled = shares.map { $0 / largest }
    let sum = scaled.reduce(0, +)
    let squares = scaled.reduce(0) { $0 + $1 * $1 }
    return sum * sum / (Double(shares.count) * squares)
  }
}

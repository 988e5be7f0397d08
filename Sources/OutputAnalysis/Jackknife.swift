/// Bias and standard error of a statistic from its values with one replication left out each time.
struct Jackknife {
  /// The statistic with its first-order bias removed.
  let estimate: Double
  let standardError: Double

  /// Takes the statistic of the full sample and, in the order of replications, without each of them.
  init(full: Double, leaveOneOut: [Double]) {
    let n = Double(leaveOneOut.count)
    var moments = Moments()
    for value in leaveOneOut { moments.add(value) }
    estimate = n * full - (n - 1) * moments.mean
    standardError = ((n - 1) / n * moments.sumOfSquaredDeviations).squareRoot()
  }

  /// Ratios of sums without each replication in turn; empty if a denominator vanishes with one of them.
  static func leaveOneOutRatios(_ numerators: [Double], over denominators: [Double]) -> [Double]? {
    let totalX = numerators.reduce(0, +)
    let totalY = denominators.reduce(0, +)
    var ratios: [Double] = []
    for (x, y) in zip(numerators, denominators) {
      guard totalY - y != 0 else { return nil }
      let ratio = (totalX - x) / (totalY - y)
      guard ratio.isFinite else { return nil }
      ratios.append(ratio)
    }
    return ratios
  }
}

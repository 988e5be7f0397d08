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
}

import CGSL

/// Simulation-based calibration of a posterior distribution (Talts, Betancourt, Simpson, Vehtari and Gelman,
/// "Validating Bayesian inference algorithms with simulation-based calibration", arXiv:1804.06788, 2018).
///
/// Truths are drawn from the prior, and each has a posterior from data that were simulated with it. If posteriors are
/// right, the share of a posterior below its truth is uniform.
package struct FitCalibration: Hashable, Sendable {
  /// One parameter over all truths.
  package struct Axis: Hashable, Sendable {
    /// The mean standard deviation of the posteriors ÷ the standard deviation of the truths.
    package let spread: Double
    /// The shares of the posteriors below the truths.
    package let shares: [Double]
    /// The number of truths by tenth of the share below.
    package let ranks: [Int]

    package var isInformed: Bool { spread <= FitCalibration.informedSpread }

    /// The share of truths in the middle part of their posteriors, with its 95 % interval.
    package func coverage(_ part: Double) -> BinomialShare {
      BinomialShare(shares.count { abs($0 - 0.5) <= part / 2 }, of: shares.count)
    }

    /// The statistic against equal numbers in all tenths.
    var chiSquared: Double {
      let expected = Double(shares.count) / Double(ranks.count)
      return ranks.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    }
  }

  /// The largest spread of a parameter that the data inform.
  package static let informedSpread = 0.7
  /// The level of the test.
  package static let level = 0.001
  private static let tenths = 10
  private static let fewest = 3

  package let axes: [Axis]
  /// The axes of the test: all informed ones, or the three most informed.
  package let tested: [Int]
  /// The probability of such ranks if the posteriors are right.
  package let pValue: Double

  package var isRejected: Bool { pValue < Self.level }

  /// - Parameters:
  ///   - truths: The coordinates by truth, at least two truths.
  ///   - posteriors: By truth.
  package init(_ truths: [[Double]], _ posteriors: [WeightedPoints]) {
    let axes = truths[0].indices.map { axis in
      let shares = zip(truths, posteriors).map { $1.share(below: $0[axis], axis: axis) }
      var ranks = [Int](repeating: 0, count: Self.tenths)
      for share in shares { ranks[min(Self.tenths - 1, Int(share * Double(Self.tenths)))] += 1 }
      let prior = Moments(finite: truths.map { $0[axis] }).standardDeviation ?? 0
      let mean = posteriors.reduce(0) { $0 + $1.deviation(axis) } / Double(posteriors.count)
      return Axis(spread: prior > 0 ? mean / prior : 1, shares: shares, ranks: ranks)
    }
    let order = axes.indices.sorted { axes[$0].spread < axes[$1].spread }
    let informed = order.filter { axes[$0].isInformed }
    let tested = informed.count < Self.fewest ? Array(order.prefix(Self.fewest)) : informed
    let statistic = tested.reduce(0) { $0 + axes[$1].chiSquared }
    (self.axes, self.tested) = (axes, tested)
    pValue = gsl_cdf_chisq_Q(statistic, Double(tested.count * (Self.tenths - 1)))
  }
}

/// A share of trials with its 95 % interval (Clopper and Pearson, Biometrika 26, 1934).
package struct BinomialShare: Hashable, Sendable {
  package let estimate: Double
  package let interval: ClosedRange<Double>

  package init(_ count: Int, of trials: Int) {
    let (hits, misses) = (Double(count), Double(trials - count))
    estimate = hits / Double(max(1, trials))
    let low = count == 0 ? 0 : gsl_cdf_beta_Pinv(0.025, hits, misses + 1)
    let high = count == trials ? 1 : gsl_cdf_beta_Pinv(0.975, hits + 1, misses)
    interval = low...high
  }
}

import OutputAnalysis
import TestSupport

/// Groups of `output_analysis.csv`.
enum OutputAnalysisGoldens {
  static let groups: [GoldenGroup] =
    means + accuracy + merging + quantiles + ratios + stopping + warmUp

  private static let means: [GoldenGroup] = [
    GoldenGroup("rep_mean") { [try Moments($0.numbers("x")).mean] },
    GoldenGroup("rep_sd") { [try Moments($0.numbers("x")).standardDeviation!] },
    GoldenGroup("rep_ci95_halfwidth") { [try MeanInterval($0.numbers("x")).halfWidth!] },
    GoldenGroup("rep_ci90_halfwidth") { [try MeanInterval($0.numbers("x"), confidence: 0.9).halfWidth!] },
    GoldenGroup("rep_skewness_population") { [try Moments($0.numbers("x")).skewness!] },
    GoldenGroup("t_quantile") {
      [StudentT(degreesOfFreedom: $0.number("df")).oneSidedFactor(confidence: $0.number("p"))]
    },
  ]

  private static func alternating(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    [a] + (0..<500).flatMap { _ in [b, c] }
  }

  private static let accuracy: [GoldenGroup] = [
    GoldenGroup("nist_numacc1_mean") { [try Moments($0.numbers("x")).mean] },
    GoldenGroup("nist_numacc1_sd") { [try Moments($0.numbers("x")).standardDeviation!] },
    GoldenGroup("nist_numacc2_mean") { _ in [try Moments(alternating(1.2, 1.1, 1.3)).mean] },
    GoldenGroup("nist_numacc2_sd") { _ in [try Moments(alternating(1.2, 1.1, 1.3)).standardDeviation!] },
    GoldenGroup("nist_numacc4_mean") { _ in
      [try Moments(alternating(10_000_000.2, 10_000_000.1, 10_000_000.3)).mean]
    },
    GoldenGroup("nist_numacc4_sd") { _ in
      [try Moments(alternating(10_000_000.2, 10_000_000.1, 10_000_000.3)).standardDeviation!]
    },
    GoldenGroup("cancellation_variance") { [try Moments($0.numbers("x")).variance!] },
    GoldenGroup("series100_mean") { _ in
      [try Moments(GoldenTable.column("x", of: "data_series100.csv")).mean]
    },
  ]

  private static func merged(_ row: GoldenRow) throws -> Moments {
    var all = Moments()
    for chunk in row.lists("chunks") { all.merge(try Moments(chunk)) }
    return all
  }

  private static let merging: [GoldenGroup] = [
    GoldenGroup("merge3_mean") { [try merged($0).mean] },
    GoldenGroup("merge3_M2") { [try merged($0).sumOfSquaredDeviations] },
    GoldenGroup("merge3_M3") { [try merged($0).sumOfCubedDeviations] },
    GoldenGroup("merge3_skewness_g1") { [try merged($0).skewness!] },
    GoldenGroup("merge_cov_xy_2chunks") { row in
      var all = PairMoments()
      for (x, y) in zip(row.lists("x"), row.lists("y")) { all.merge(try PairMoments(x, y)) }
      return [all.covariance!]
    },
  ]

  private static func sketch(upTo last: Int) -> QuantileSketch {
    var sketch = QuantileSketch(relativeAccuracy: 0.01)
    for value in 1...last { sketch.add(Double(value)) }
    return sketch
  }

  private static func buckets(_ row: GoldenRow) -> LogarithmicBuckets {
    LogarithmicBuckets(relativeAccuracy: row.number("alpha"))
  }

  private static let quantiles: [GoldenGroup] = [
    GoldenGroup("quantile_type7") { [try SampleQuantile.linear($0.number("p"), of: $0.numbers("x"))] },
    GoldenGroup("ddsketch_gamma") { [buckets($0).growth] },
    GoldenGroup("ddsketch_key") { [Double(buckets($0).key($0.number("value")))] },
    GoldenGroup("ddsketch_buckets") { row in
      [Double(buckets(row).key(1e6) - buckets(row).key(1e-6) + 1)]
    },
    GoldenGroup("ddsketch_bucket_value") { [buckets($0).value($0.count("key"))] },
    GoldenGroup("ddsketch_1to1000_q") { row in
      [sketch(upTo: 1000).quantile(Double(row.name.dropFirst("ddsketch_1to1000_q".count))!)!]
    },
  ]

  private static func ratio(_ row: GoldenRow) -> ReplicationSample {
    .fractions(zip(row.numbers("energy"), row.numbers("refreshes")).map { .init($0, over: $1) })
  }

  private static let ratios: [GoldenGroup] = [
    GoldenGroup("ratio_estimate") { [try ratio($0).pseudoValues().estimate!] },
    // The mean of the pseudo-values before they are centered: n θ − (n − 1) times the mean of θ₍₋ᵢ₎.
    GoldenGroup("ratio_jackknife_estimate") { row in
      let sample = ratio(row)
      let all = Array(0..<sample.count)
      let without = all.map { place in sample.estimate(over: all.filter { $0 != place })! }
      let n = Double(sample.count)
      return [n * sample.estimate(over: all)! - (n - 1) * without.reduce(0, +) / n]
    },
    GoldenGroup("ratio_jackknife_se") { row in
      let interval = try MeanInterval(ratio(row).pseudoValues())
      return [interval.standardDeviation! / Double(interval.count).squareRoot()]
    },
  ]

  private static let stopping: [GoldenGroup] = [
    GoldenGroup("stein_two_stage_n") { row in
      [
        Double(
          try SteinSampleSize.total(
            count: row.count("n0"), standardDeviation: row.number("s"),
            halfWidth: row.number("halfwidth"), confidence: row.number("confidence"))!)
      ]
    }
  ]

  /// The series of the golden rows: 10 − 8 e^(−i/15) + sin(i) / 2.
  private static let settling = (0..<200).map { place in
    10 - 8 * exponential(-Double(place) / 15) + 0.5 * sine(Double(place))
  }

  private static let warmUp: [GoldenGroup] = [
    GoldenGroup("mser1_truncation_points") { _ in [Double(TruncationRule(settling)!.values)] }
  ]
}

/// The data set Longley of the NIST Statistical Reference Datasets, in the public domain: columns that are nearly
/// proportional, on which normal equations lose their digits.
enum Longley {
  static let responses: [Double] = [
    60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761, 66019, 67857, 68169, 66513, 68655, 69564, 69331,
    70551,
  ]
  static let points: [[Double]] = [
    [83, 234289, 2356, 1590, 107608, 1947], [88.5, 259426, 2325, 1456, 108632, 1948],
    [88.2, 258054, 3682, 1616, 109773, 1949], [89.5, 284599, 3351, 1650, 110929, 1950],
    [96.2, 328975, 2099, 3099, 112075, 1951], [98.1, 346999, 1932, 3594, 113270, 1952],
    [99, 365385, 1870, 3547, 115094, 1953], [100, 363112, 3578, 3350, 116219, 1954],
    [101.2, 397469, 2904, 3048, 117388, 1955], [104.6, 419180, 2822, 2857, 118734, 1956],
    [108.4, 442769, 2936, 2798, 120445, 1957], [110.8, 444546, 4681, 2637, 121950, 1958],
    [112.6, 482704, 3813, 2552, 123366, 1959], [114.2, 502601, 3931, 2514, 125368, 1960],
    [115.7, 518173, 4806, 2572, 127852, 1961], [116.9, 554894, 4007, 2827, 130081, 1962],
  ]
}

import OutputAnalysis

/// Groups of `output_analysis.csv`.
enum OutputAnalysisGoldens {
  static let groups: [GoldenGroup] =
    means + accuracy + merging + overTime + quantiles + ratios + stopping + absent

  private static let means: [GoldenGroup] = [
    .computed("rep_mean") { [try Moments($0.numbers("x")).mean] },
    .computed("rep_sd") { [try Moments($0.numbers("x")).standardDeviation!] },
    .computed("rep_ci95_halfwidth") { [try MeanInterval($0.numbers("x")).halfWidth!] },
    .computed("rep_ci90_halfwidth") { [try MeanInterval($0.numbers("x"), confidence: 0.9).halfWidth!] },
    .computed("rep_relative_precision95") { [try MeanInterval($0.numbers("x")).relativeHalfWidth!] },
    .computed("rep_skewness_population") { [try Moments($0.numbers("x")).skewness!] },
    .computed("t_quantile") {
      [StudentT(degreesOfFreedom: $0.number("df")).quantile($0.number("p"))]
    },
  ]

  private static func alternating(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    [a] + (0..<500).flatMap { _ in [b, c] }
  }

  private static let accuracy: [GoldenGroup] = [
    .computed("nist_numacc1_mean") { [try Moments($0.numbers("x")).mean] },
    .computed("nist_numacc1_sd") { [try Moments($0.numbers("x")).standardDeviation!] },
    .computed("nist_numacc2_mean") { _ in [try Moments(alternating(1.2, 1.1, 1.3)).mean] },
    .computed("nist_numacc2_sd") { _ in [try Moments(alternating(1.2, 1.1, 1.3)).standardDeviation!] },
    .computed("nist_numacc4_mean") { _ in
      [try Moments(alternating(10_000_000.2, 10_000_000.1, 10_000_000.3)).mean]
    },
    .computed("nist_numacc4_sd") { _ in
      [try Moments(alternating(10_000_000.2, 10_000_000.1, 10_000_000.3)).standardDeviation!]
    },
    .computed("cancellation_variance") { [try Moments($0.numbers("x")).variance!] },
    .computed("series100_mean") { _ in
      [try Moments(Fixture.column("x", of: "data_series100.csv")).mean]
    },
  ]

  private static func merged(_ row: GoldenRow) throws -> Moments {
    var all = Moments()
    for chunk in row.lists("chunks") { all.merge(try Moments(chunk)) }
    return all
  }

  private static let merging: [GoldenGroup] = [
    .computed("merge3_mean") { [try merged($0).mean] },
    .computed("merge3_M2") { [try merged($0).sumOfSquaredDeviations] },
    .computed("merge3_M3") { [try merged($0).sumOfCubedDeviations] },
    .computed("merge3_M4") { [try merged($0).sumOfFourthPowers] },
    .computed("merge3_skewness_g1") { [try merged($0).skewness!] },
    .computed("merge_cov_xy_2chunks") { row in
      var all = PairMoments()
      for (x, y) in zip(row.lists("x"), row.lists("y")) { all.merge(try PairMoments(x, y)) }
      return [all.covariance!]
    },
  ]

  private static func level(_ row: GoldenRow, start: Double = 0, _ map: (Double) -> Double = { $0 }) -> Double
  {
    var mean = TimeWeightedMean(start: start)
    for (t, level) in zip(row.numbers("t"), row.numbers("level")) { mean.set(map(level), at: t) }
    return mean.mean(until: row.number("T"))!
  }

  private static let overTime: [GoldenGroup] = [
    .computed("time_weighted_mean") { [level($0)] },
    .computed("time_weighted_mean_after_warmup3") { [level($0, start: $0.number("warmup"))] },
    .computed("time_fraction_above_1.5") { [level($0) { $0 > 1.5 ? 1 : 0 }] },
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
    .computed("quantile_type7") { [try SampleQuantile.linear($0.number("p"), of: $0.numbers("x"))] },
    .computed("quantile_type8") { [try SampleQuantile.medianUnbiased($0.number("p"), of: $0.numbers("x"))] },
    .computed("quantile_type1_inverse_ecdf") {
      [try SampleQuantile.inverseDistribution($0.number("p"), of: $0.numbers("x"))]
    },
    .computed("ddsketch_gamma") { [buckets($0).growth] },
    .computed("ddsketch_key") { [Double(buckets($0).key($0.number("value")))] },
    .computed("ddsketch_buckets") { row in
      [Double(buckets(row).key(1e6) - buckets(row).key(1e-6) + 1)]
    },
    .computed("ddsketch_bucket_value") { [buckets($0).value($0.integer("key"))] },
    .computed("ddsketch_1to1000_q") { row in
      [sketch(upTo: 1000).quantile(Double(row.name.dropFirst("ddsketch_1to1000_q".count))!)!]
    },
  ]

  private static func ratio(_ row: GoldenRow) throws -> RatioEstimate {
    try RatioEstimate(row.numbers("energy"), over: row.numbers("refreshes"))
  }

  private static let ratios: [GoldenGroup] = [
    .computed("ratio_estimate") { [try ratio($0).ratio] },
    .computed("ratio_delta_se") { [try ratio($0).standardError!] },
    .computed("ratio_delta_ci95") { row in
      let estimate = try ratio(row)
      return [estimate.ratio - estimate.halfWidth!, estimate.ratio + estimate.halfWidth!]
    },
    .computed("ratio_jackknife_estimate") { [try ratio($0).jackknifeRatio!] },
    .computed("ratio_jackknife_se") { [try ratio($0).jackknifeStandardError!] },
    .computed("ratio_fieller_ci95") { row in
      let ends = try ratio(row).fiellerInterval!
      return [ends.lower, ends.upper]
    },
  ]

  /// Replications of the golden series until the rule, asked after each of them, is content.
  private static func stop(_ row: GoldenRow, relativeError: Double) throws -> Int {
    let rule = try RelativePrecisionRule(relativeError: relativeError, confidence: row.number("confidence"))
    var moments = Moments()
    while true {
      let i = Double(moments.count + 1)
      moments.add(10 + 3 * sine(i * i))
      if moments.count < row.integer("n0") { continue }
      if rule.isMet(by: try MeanInterval(moments: moments, confidence: rule.confidence)) {
        return moments.count
      }
    }
  }

  private static let stopping: [GoldenGroup] = [
    .computed("sequential_stop") { row in
      let gamma = row.number("gamma")
      // The naive rule compares with γ itself, which the rule here does for γ / (1 − γ).
      return [Double(try stop(row, relativeError: row.name.hasSuffix("naive") ? gamma / (1 - gamma) : gamma))]
    },
    .computed("stein_two_stage_n") { row in
      [
        Double(
          try SteinSampleSize.total(
            count: row.integer("n0"), standardDeviation: row.number("s"),
            halfWidth: row.number("halfwidth"), confidence: row.number("confidence"))!)
      ]
    },
  ]

  private static let absent: [GoldenGroup] =
    GoldenGroup.leftOut(
      ["rep_skewness_gsl", "rep_excess_kurtosis_gsl"],
      because: "skewness and kurtosis are given in the population convention only")
    + GoldenGroup.leftOut(
      ["nist_numacc1_lag1", "nist_numacc2_lag1", "series100_", "ar1_", "mser"],
      because: "replications are independent, so there is no analysis of a single correlated run")
    + GoldenGroup.leftOut(
      ["normal_quantile", "sd_ci95", "clopper_pearson", "wilson"],
      because: "intervals of standard deviations and proportions are not built")
    + GoldenGroup.leftOut(["weighted_variance"], because: "weighted samples are not built")
    + GoldenGroup.leftOut(["sawtooth_age"], because: "ages that grow with time are integrated by the model")
    + GoldenGroup.leftOut(
      ["quantile_harrell_davis", "quantile_order_ci95", "wilks"],
      because: "smoothed quantiles and distribution-free intervals are not built")
    + GoldenGroup.leftOut(["kll_", "tdigest_"], because: "the sketch in use is DDSketch")
    + GoldenGroup.leftOut(["paired_t_replications"], because: "power planning is not built")
    + GoldenGroup.leftOut(
      ["vr_", "control_variate"], because: "antithetic and control variates are not built")
}

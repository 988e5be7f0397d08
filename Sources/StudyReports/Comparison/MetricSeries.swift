import OutputAnalysis

/// One metric of one policy over the replications of a design point.
enum MetricSeries {
  /// Means over replications, or ratios of sums.
  case sample(ReplicationSample)
  /// A quantile of the values of all devices; nil where a replication is missing.
  case devices([DeviceValues?], probability: Double)

  /// Number of replications that say something.
  var known: Int {
    switch self {
    case .sample(let sample): (0..<sample.count).count(where: sample.hasEntry)
    case .devices(let devices, _): devices.count { $0 != nil }
    }
  }

  /// The pair that a family judges.
  static func pair(
    _ policy: MetricSeries, _ baseline: MetricSeries, _ resamples: ReplicationResamples
  ) throws(AnalysisError) -> VerdictFamily.Member.Pair {
    switch (policy, baseline) {
    case (.devices(let own, let probability), .devices(let others, _)):
      .quantiles(
        try DeviceQuantileDifference(of: own, minus: others) { (values) throws(AnalysisError) in
          try resamples.quantile(probability, of: values)
        })
    case (.sample(let own), .sample(let other)): .samples(policy: own, baseline: other)
    // All policies have series of one kind.
    case (.devices, .sample), (.sample, .devices): throw .emptySample
    }
  }

  /// The estimate with the half-width of its interval.
  func estimate(
    confidence: Double, _ resamples: ReplicationResamples
  ) throws(AnalysisError) -> (value: Double, halfWidth: Double?)? {
    switch self {
    case .sample(let sample):
      let values = try sample.pseudoValues()
      guard values.estimate != nil else { return nil }
      let interval = try MeanInterval(values, confidence: confidence)
      return (interval.mean, interval.halfWidth)
    case .devices(let devices, let probability):
      let known = devices.compactMap(\.self)
      guard !known.isEmpty else { return nil }
      let quantile = try resamples.quantile(probability, of: known)
      guard let value = quantile.estimate else { return nil }
      let interval = try quantile.distribution?.interval(confidence: confidence)
      return (value, interval.map { ($0.upper - $0.lower) / 2 })
    }
  }
}

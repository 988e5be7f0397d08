/// A quantile of the values of all devices of a design point, with a bootstrap over replications.
///
/// Devices of one replication share what is drawn for the replication, so that a resample takes whole
/// replications with all their devices.
public struct DeviceQuantile: Hashable, Sendable {
  /// The quantile of all device values; empty without any.
  public let estimate: Double?
  /// The quantile in each resample; empty below two replications, and where a resample has no value.
  public let distribution: BootstrapDistribution?
  /// Number of replications.
  public let replications: Int
  /// Devices with a value, over all replications.
  public let devices: Int64
  /// Devices without a value, over all replications.
  public let devicesWithoutValue: Int64
  /// The quantile by resample.
  let resampled: [Double?]

  /// Estimates from the devices of each replication.
  ///
  /// - Parameter resamples: Resamples of as many replications.
  public init(
    _ probability: Double, of replications: [DeviceValues], resamples: BootstrapResamples
  ) throws(AnalysisError) {
    guard probability >= 0, probability <= 1 else { throw .probabilityOutsideUnitInterval(probability) }
    guard resamples.replications == replications.count else {
      throw .unequalCounts(first: replications.count, second: resamples.replications)
    }
    let counts = CumulativeCounts(replications.map(\.sketch))
    self.replications = replications.count
    estimate = counts.quantile(probability, of: Array(replications.indices))
    resampled = resamples.picks.map { counts.quantile(probability, of: $0) }
    distribution = replications.count < 2 ? nil : BootstrapDistribution(resampled)
    devices = replications.reduce(0) { $0 + $1.sketch.count }
    devicesWithoutValue = replications.reduce(0) { $0 + $1.withoutValue }
  }
}

/// Counts of several sketches up to each of their buckets, so that the quantile of any of them together is found
/// without merging.
private struct CumulativeCounts {
  /// Representatives of the buckets in ascending order.
  private var values: [Double] = []
  /// By sketch: the number of values up to each bucket.
  private var upTo: [[Int64]] = []

  init(_ sketches: [QuantileSketch]) {
    let filled = sketches.filter { !$0.counts.isEmpty }
    let first = filled.map(\.firstKey).min() ?? 0
    let last = filled.map { $0.firstKey + $0.counts.count }.max() ?? first
    values = [0] + (first..<last).map { QuantileSketch().buckets.value($0) }
    upTo = sketches.map { sketch in
      var sum = sketch.zeros
      return [sum]
        + (first..<last).map { key in
          sum += sketch.count(inBucket: key)
          return sum
        }
    }
  }

  /// The representative of the bucket that holds the value of rank ⌊p (n − 1)⌋ of the named sketches together.
  func quantile(_ probability: Double, of picks: [Int]) -> Double? {
    let last = values.count - 1
    let total = picks.reduce(0) { $0 + upTo[$1][last] }
    guard total > 0 else { return nil }
    let rank = Int64((probability * Double(total - 1)).rounded(.down))
    var (low, high) = (0, last)
    while low < high {
      let middle = (low + high) / 2
      if picks.reduce(0, { $0 + upTo[$1][middle] }) > rank { high = middle } else { low = middle + 1 }
    }
    return values[low]
  }
}

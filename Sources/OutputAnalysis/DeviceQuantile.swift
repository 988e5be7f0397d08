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

  /// The fewest values between whose extremes a quantile lies with 95 % confidence, half of the rest on each side and whatever their
  /// distribution: the first n with max(p, 1 − p)ⁿ ≤ 0.025, so 6 for the median and 36 for the 90th percentile.
  public static func leastDevices(_ probability: Double) -> Int {
    let side = max(probability, 1 - probability)
    guard side < 1 else { return .max }
    var (count, rest) = (0, 1.0)
    while rest > 0.025 { (count, rest) = (count + 1, rest * side) }
    return count
  }

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
    resampled = resamples.map { counts.quantile(probability, of: $0) }
    distribution = replications.count < 2 ? nil : BootstrapDistribution(resampled)
    devices = replications.reduce(0) { $0 + $1.sketch.count }
    devicesWithoutValue = replications.reduce(0) { $0 + $1.withoutValue }
  }
}

/// Counts of several sketches up to each of their buckets, so that the quantile of any of them together is found
/// without merging. A sketch takes as much room as it has buckets of its own, however far others reach.
private struct CumulativeCounts {
  /// The sums of one sketch.
  private struct Row {
    /// Place of its zeros in ``sums``.
    let start: Int
    /// The last place among all buckets below its own.
    let below: Int
    /// Number of its own buckets.
    let count: Int
  }

  /// Representatives of the buckets in ascending order, that of zeros first.
  private let values: [Double]
  private let rows: [Row]
  /// By sketch: the number of zeros, then that of values up to each of its own buckets.
  private let sums: [Int64]

  init(_ sketches: [QuantileSketch]) {
    let filled = sketches.filter { !$0.counts.isEmpty }
    let first = filled.map(\.firstKey).min() ?? 0
    let last = filled.map { $0.firstKey + $0.counts.count }.max() ?? first
    values = [0] + (first..<last).map { QuantileSketch().buckets.value($0) }
    var rows: [Row] = []
    var sums: [Int64] = []
    for sketch in sketches {
      rows.append(
        Row(
          start: sums.count, below: sketch.counts.isEmpty ? 0 : sketch.firstKey - first,
          count: sketch.counts.count))
      var sum = sketch.zeros
      sums.append(sum)
      for count in sketch.counts {
        sum += count
        sums.append(sum)
      }
    }
    self.rows = rows
    self.sums = sums
  }

  /// The number of values of a sketch up to a place among all buckets.
  private func values(of sketch: Int, upTo place: Int) -> Int64 {
    let row = rows[sketch]
    return sums[row.start + min(max(place - row.below, 0), row.count)]
  }

  /// The representative of the bucket that holds the value of rank ⌊p (n − 1)⌋ of the named sketches together.
  func quantile(_ probability: Double, of picks: [Int]) -> Double? {
    let last = values.count - 1
    let total = picks.reduce(0) { $0 + values(of: $1, upTo: last) }
    guard total > 0 else { return nil }
    let rank = Int64((probability * Double(total - 1)).rounded(.down))
    var (low, high) = (0, last)
    while low < high {
      let middle = (low + high) / 2
      if picks.reduce(0, { $0 + values(of: $1, upTo: middle) }) > rank {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return values[low]
  }
}

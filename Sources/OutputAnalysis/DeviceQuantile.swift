import Basics

/// A quantile of the values of all devices of a design point, with a bootstrap over replications.
///
/// Devices of one replication share its random numbers, so a resample takes whole replications.
public struct DeviceQuantile: Hashable, Sendable {
  public let estimate: Double?
  /// The quantile in each resample; empty below two replications, and where a resample has no value.
  public let distribution: BootstrapDistribution?
  package let resampled: [Double?]

  /// The least number of values whose extremes enclose a quantile with 95 % confidence for any distribution,
  /// with half of the error on each side. It is the first n with max(p, 1 − p)ⁿ ≤ 0.025: 6 for the median and
  /// 36 for the 90th percentile.
  public static func leastDevices(_ probability: Double) -> Int {
    let side = max(probability, 1 - probability)
    guard side < 1 else { return .max }
    var (count, rest) = (0, 1.0)
    while rest > 0.025 { (count, rest) = (count + 1, rest * side) }
    return count
  }

  public init(
    _ probability: Double, of replications: [DeviceValues], resamples: BootstrapResamples
  ) throws(AnalysisError) {
    guard probability >= 0, probability <= 1 else { throw .probabilityOutsideUnitInterval(probability) }
    guard resamples.replications == replications.count else {
      throw .unequalCounts(first: replications.count, second: resamples.replications)
    }
    let counts = CumulativeCounts(replications.map(\.sketch))
    estimate = counts.quantile(probability, of: Array(replications.indices))
    resampled = resamples.map { counts.quantile(probability, of: $0) }
    distribution = replications.count < 2 ? nil : BootstrapDistribution(resampled)
  }
}

/// Counts of several sketches up to each of their buckets, so that the quantile of any of them together is found
/// without merging.
private struct CumulativeCounts {
  private struct Row {
    /// Place of its zeros in ``sums``.
    let start: Int
    /// The last place among all buckets below its own.
    let below: Int
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
    var sums: [Int64] = []
    rows = sketches.map { sketch in
      let (start, count) = (sums.count, sketch.counts.count)
      sums.append(sketch.zeros)
      for bucket in sketch.counts { sums.append(sums[sums.count - 1] + bucket) }
      return Row(start: start, below: count == 0 ? 0 : sketch.firstKey - first, count: count)
    }
    self.sums = sums
  }

  /// The number of values of a sketch up to a place among all buckets.
  private func values(of sketch: Int, upTo place: Int) -> Int64 {
    let row = rows[sketch]
    return sums[row.start + min(max(place - row.below, 0), row.count)]
  }

  func quantile(_ probability: Double, of picks: [Int]) -> Double? {
    let last = values.count - 1
    let total = picks.reduce(0) { $0 + values(of: $1, upTo: last) }
    guard total > 0 else { return nil }
    let rank = Int64((probability * Double(total - 1)).rounded(.down))
    return values[
      (0..<last).partitionPoint { place in picks.reduce(0) { $0 + values(of: $1, upTo: place) } > rank }]
  }
}

/// The values that a metric has on the devices of one replication, in a mergeable sketch.
///
/// Quantiles exclude devices without a value, such as a device without an open of the app, and count them
/// separately.
public struct DeviceValues: Hashable, Sendable {
  /// Values of the devices that have one, within a relative error of 0.5 %.
  public private(set) var sketch: QuantileSketch
  public private(set) var withoutValue: Int64

  public init(sketch: QuantileSketch = QuantileSketch(), withoutValue: Int64 = 0) {
    (self.sketch, self.withoutValue) = (sketch, withoutValue)
  }

  /// Adds the value of a device, at least 0; nil or a number that is not finite counts as a missing value.
  public mutating func add(_ value: Double?) {
    if let value, value.isFinite { sketch.add(value) } else { withoutValue += 1 }
  }

  public mutating func merge(_ other: DeviceValues) {
    sketch.merge(other.sketch)
    withoutValue += other.withoutValue
  }
}

/// The difference of a quantile over devices between a policy and a baseline. A resample takes the same replications of
/// both.
public struct DeviceQuantileDifference: Hashable, Sendable {
  let baseline: Double?
  /// `policy - baseline`; empty where one of both has no device value.
  public let difference: Double?
  public let distribution: BootstrapDistribution?
  /// Whether all device values fall into the same buckets in each of at least one common replication.
  public let isSame: Bool
  /// Common replications, and those in which the policy or the baseline is missing.
  public let replications, incomplete: Int

  /// Compares devices of the same replications, listed in the same order; nil where a replication is missing. Each number of
  /// replications has its own resamples; who compares many policies with one baseline computes its quantile once.
  public init(
    of policy: [DeviceValues?], minus baseline: [DeviceValues?],
    quantile: ([DeviceValues]) throws(AnalysisError) -> DeviceQuantile
  ) throws(AnalysisError) {
    guard policy.count == baseline.count else {
      throw .unequalCounts(first: policy.count, second: baseline.count)
    }
    var common: [(policy: DeviceValues, baseline: DeviceValues)] = []
    for (own, other) in zip(policy, baseline) {
      if let own, let other { common.append((own, other)) }
    }
    replications = common.count
    incomplete = policy.count - common.count
    isSame = !common.isEmpty && common.allSatisfy { $0.policy == $0.baseline }
    guard !common.isEmpty else {
      (self.baseline, difference, distribution) = (nil, nil, nil)
      return
    }
    let own = try quantile(common.map(\.policy))
    let other = try quantile(common.map(\.baseline))
    self.baseline = other.estimate
    difference = own.estimate.less(other.estimate)
    distribution =
      common.count < 2
      ? nil : BootstrapDistribution(zip(own.resampled, other.resampled).map { $0.less($1) })
  }
}

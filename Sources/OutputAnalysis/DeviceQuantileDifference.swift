/// The difference of a quantile over devices between a policy and a baseline, over common replications.
///
/// A resample takes the same replications of both, so that common random numbers narrow the interval.
public struct DeviceQuantileDifference: Hashable, Sendable {
  /// The quantile of the policy over common replications; nil without a device value.
  public let policy: Double?
  /// The quantile of the baseline over common replications; nil without a device value.
  public let baseline: Double?
  /// `policy - baseline`; empty where one of both has no device value.
  public let difference: Double?
  /// The difference in each resample; empty below two common replications, and where a resample has no value.
  public let distribution: BootstrapDistribution?
  /// Whether all device values fall into the same buckets in each of at least one common replication.
  public let isSame: Bool
  /// Common replications.
  public let replications: Int
  /// Replications in which the policy or the baseline is missing.
  public let incomplete: Int

  /// Compares devices of the same replications, listed in the same order; nil where a replication is missing.
  ///
  /// - Parameter quantile: The quantile of replications, of which each number has its own resamples. Who compares many
  ///   policies with one baseline computes that of the baseline once.
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
      (self.policy, self.baseline, difference, distribution) = (nil, nil, nil, nil)
      return
    }
    let own = try quantile(common.map(\.policy))
    let other = try quantile(common.map(\.baseline))
    (self.policy, self.baseline) = (own.estimate, other.estimate)
    difference = own.estimate.flatMap { value in other.estimate.map { value - $0 } }
    distribution =
      common.count < 2
      ? nil
      : BootstrapDistribution(
        zip(own.resampled, other.resampled).map { value, base in
          value.flatMap { value in base.map { value - $0 } }
        })
  }
}

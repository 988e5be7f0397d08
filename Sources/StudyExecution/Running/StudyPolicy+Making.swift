import Digests
import EventSimulation
import ModelParameters
import SchedulingPolicies
import StudyFormat
import Workload

extension StudyPolicy {
  /// A fresh policy for one run of one device.
  ///
  /// - Parameters:
  ///   - plan: The device.
  ///   - seed: The study's seed.
  public func makePolicy(for plan: DevicePlan, seed: UInt64) -> any SchedulingPolicy {
    var policy = descriptor.make(
      PolicyContext(
        descriptor, parameters: parameters, enforces: enforces, seed: seed, plan: plan,
        deviceKey: Self.deviceKey(of: plan, seed: seed)))
    if let joulesPerDay {
      policy = DailyEnergyAllowance(policy, joulesPerDay: joulesPerDay, costs: RunCosts(parameters))
    }
    return onlyWhileCharging ? OnlyWhileCharging(policy) : policy
  }

  /// The key by which policies know a device: 16 hexadecimal digits of the SHA-256 of seed, replication and device.
  static func deviceKey(of plan: DevicePlan, seed: UInt64) -> String {
    String(SHA256.hexadecimal("\(seed) \(plan.replication) \(plan.device)").prefix(16))
  }
}

import Basics
import EventSimulation
import ModelParameters
import SchedulingPolicies
import StudyReports
import Workload

extension StudyPolicy {
  /// Names of the soft gates that the policy obeys: those that it enforces and that the study leaves to policies.
  var obeyedGates: [String] {
    var gates = enforces
    for factor in LiftableFactor.all {
      if let parameter = factor.parameter, parameters.choice(parameter) != "soft" {
        gates.subtract(factor.reasons)
      }
    }
    return gates.reasons.map(\.name)
  }

  /// A fresh policy for one run of one device.
  ///
  /// - Parameters:
  ///   - plan: The device.
  ///   - seed: The study's seed.
  public func makePolicy(for plan: DevicePlan, seed: UInt64) -> any SchedulingPolicy {
    makePolicy(
      in: PolicyContext(
        descriptor, parameters: parameters, enforces: enforces, seed: seed, plan: plan,
        deviceKey: Self.deviceKey(of: plan, seed: seed)))
  }

  /// A fresh policy with the study's limits on its starts.
  private func makePolicy(in context: PolicyContext) -> any SchedulingPolicy {
    var policy = descriptor.make(context)
    if let joulesPerDay {
      policy = DailyEnergyAllowance(policy, joulesPerDay: joulesPerDay, costs: RunCosts(parameters))
    }
    return onlyWhileCharging ? OnlyWhileCharging(policy) : policy
  }

  /// The policy with its gates and its limits as the study has them, as an entry of a catalogue under its label. Promises
  /// are those of the policy without limits on its starts; with them it makes none.
  public var entry: PolicyDescriptor {
    var entry = descriptor
    entry.name = label
    entry.enforces = enforces
    if onlyWhileCharging || joulesPerDay != nil { entry.declares = [] }
    entry.make = { makePolicy(in: $0) }
    return entry
  }

  /// The key by which policies know a device: 16 hexadecimal digits of the SHA-256 of seed, replication and device.
  static func deviceKey(of plan: DevicePlan, seed: UInt64) -> String {
    String(SHA256.hexadecimal("\(seed) \(plan.replication) \(plan.device)").prefix(16))
  }
}

import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// One device of one run again, with any detail: the same plan, streams and policy as in the study.
public struct DeviceReplay: Sendable {
  /// The study of the design point.
  public let study: Study
  /// The policy under which the device runs.
  public let policy: StudyPolicy
  /// The device with its apps and timeline.
  public let plan: DevicePlan

  /// Plans a device of a design point.
  ///
  /// - Parameters:
  ///   - study: A design point's study.
  ///   - policy: Index of one of its policies.
  public init(_ study: Study, policy: Int, replication: Int, device: Int) {
    self.study = study
    self.policy = study.policies[policy]
    plan = DevicePlanner(study).plan(replication: replication, device: device, stream: RandomStream())
  }

  /// The key by which policies know the device.
  public var deviceKey: String { StudyPolicy.deviceKey(of: plan, seed: study.seed) }

  /// Simulates the device.
  ///
  /// - Parameters:
  ///   - records: Detail to keep; it does not change the outcome.
  ///   - parameters: Other parameters than the policy's own, for a counterfactual.
  ///   - whatIf: Reasons that are lifted, for a counterfactual.
  /// - Throws: ``SimulationFailure`` as the study's own run would.
  public func run(
    records: RecordOptions, parameters: ParameterSet? = nil, whatIf: WhatIf? = nil
  ) throws(SimulationFailure) -> DeviceResult {
    var policy = policy
    if let parameters { policy.parameters = parameters }
    let simulator = PhoneSimulator(apps: study.apps, parameters: policy.parameters, seed: study.seed)
    do {
      return try simulator.run(
        plan, policy: policy.makePolicy(for: plan, seed: study.seed), enforces: policy.enforces,
        records: records, stream: RandomStream(),
        whatIf: whatIf)
    } catch {
      throw error.naming(policy.label)
    }
  }
}

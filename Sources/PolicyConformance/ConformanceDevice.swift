import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// A phone that policies are put on.
struct ConformanceDevice: Sendable {
  static let seed: UInt64 = 1

  /// The condition that it adds.
  var name: String
  var apps: [AppSpecification]
  var plan: DevicePlan
  /// Whether nothing ever happens to it that could close a gate.
  var isCalm = false

  /// A fresh policy for it.
  func make(_ descriptor: PolicyDescriptor, _ parameters: ParameterSet) -> any SchedulingPolicy {
    descriptor.make(
      PolicyContext(
        descriptor, parameters: parameters, enforces: descriptor.enforces, seed: Self.seed, plan: plan,
        deviceKey: deviceKey))
  }

  /// The device's number as 16 hexadecimal digits.
  private var deviceKey: String {
    let digits = String(plan.device, radix: 16)
    return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }

  /// Simulates it.
  func run(
    _ policy: any SchedulingPolicy, enforces: BlockingSet, _ parameters: ParameterSet,
    records: RecordOptions = [], stream: RandomStream
  ) throws(SimulationFailure) -> DeviceResult {
    try PhoneSimulator(apps: apps, parameters: parameters, seed: Self.seed).run(
      plan, policy: policy, enforces: enforces, records: records, stream: stream)
  }
}

import ModelParameters
import RandomStreams
import SchedulingPolicies
import Workload

/// Puts a policy through everything that every policy must keep: section 8.5 of the specification of
/// background execution, on phones of everyday life and on phones that are out for harm.
///
/// It judges what a policy does, run by run. A policy that never returns from `decide`, or that traps, cannot
/// be stopped from within: the check hangs or ends with it.
public enum PolicyConformance {
  /// Judges a policy; the same policy gives the same report.
  ///
  /// - Parameters:
  ///   - descriptor: The policy, as it stands in a catalogue.
  ///   - parameters: The effective parameters; nil for all defaults with those that the policy brings.
  ///   - progress: Told how many phones are judged, and how many there are.
  public static func report(
    of descriptor: PolicyDescriptor, parameters: ParameterSet? = nil,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) -> ConformanceReport {
    let parameters = parameters ?? ParameterSet(adding: descriptor.ownParameters)
    var findings = FindingList()
    let stream = RandomStream()
    let devices = ConformanceDevice.all(parameters, stream: stream)
    let calm = ConformanceDevice.calm
    var isFinishing = true
    for (number, device) in devices.enumerated() where isFinishing {
      progress(number, devices.count)
      let trial = DeviceTrial(
        descriptor: descriptor, parameters: parameters, device: device, neighbour: calm, stream: stream)
      isFinishing = trial.judge(&findings)
    }
    if isFinishing, descriptor.declares.contains(.monotoneCost) {
      CostTrial(descriptor: descriptor, parameters: parameters, stream: stream).judge(&findings)
    }
    return ConformanceReport(
      descriptor, devices: devices.map(\.name), findings: findings.first, isComplete: isFinishing)
  }
}

import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import UsageModels

/// Puts a policy through everything that every policy must keep: section 8.5 of the specification of
/// background execution, on phones of everyday life and on phones that are out for harm.
///
/// The check judges the behavior of a policy, run by run. It cannot stop a policy that never returns from
/// `decide` or that traps: the check then hangs or ends with it.
public enum PolicyConformance {
  /// Judges a policy; the same policy gives the same report.
  ///
  /// - Parameters:
  ///   - descriptor: The policy, as listed in a catalog.
  ///   - parameters: The effective parameters; nil for all defaults, including the policy's parameters.
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

/// Whether a policy launches cheaper runs at least as often as dear ones, where the energy budget binds.
struct CostTrial {
  let descriptor: PolicyDescriptor
  let parameters: ParameterSet
  let stream: RandomStream

  /// Megabytes received per run, from dear to cheap.
  private static let megabytes = [40.0, 10, 0.1]
  /// By chance, a mean over four phones may go the other way by a hundredth.
  private static let tolerance = 0.01
  private static let devices = "four devices with a small energy budget"

  func judge(_ findings: inout FindingList) {
    do {
      let launches = try Self.megabytes.map(launches)
      for index in launches.indices.dropFirst() {
        let (dear, cheap) = (launches[index - 1], launches[index])
        guard Double(cheap) < (1 - Self.tolerance) * Double(dear) else { continue }
        findings.add(
          .monotoneCost, on: Self.devices, "\(cheap) launches at \(Self.megabytes[index]) MB per run",
          "at least the \(dear) launches at \(Self.megabytes[index - 1]) MB")
      }
    } catch {
      findings.add(.books, on: Self.devices, "\(error)", "a run without faults")
    }
  }

  /// Launches on four phones in two weeks, after a week of warm-up.
  private func launches(megabytes: Double) throws(SimulationFailure) -> Int {
    var parameters = parameters
    let quarter = parameters.number("budget.energyFraction") / 4
    parameters.set("budget.energyFraction", .number(quarter))
    let apps = ConformanceApps.everyday(down: ConformanceApps.constant(megabytes * 1e6))
    let generator = TimelineGenerator(
      population: .named(.everyday, devices: 4, parameters: parameters), apps: apps, parameters: parameters,
      seed: ConformanceDevice.seed, horizon: .days(14), warmUpDays: 7)
    var sum = 0
    for number in 0..<4 {
      let device = ConformanceDevice(
        name: "", apps: apps, plan: generator.plan(replication: 0, device: number, stream: stream))
      let result = try device.run(
        device.make(descriptor, parameters), enforces: descriptor.enforces, parameters, stream: stream)
      for app in result.apps { for found in app.mechanisms { sum += Int(found.counts[.launched]) } }
    }
    return sum
  }
}

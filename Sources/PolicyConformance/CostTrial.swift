import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import UsageModels
import Workload

/// Whether a policy launches cheaper runs at least as often as dear ones, where the energy budget binds.
struct CostTrial {
  let descriptor: PolicyDescriptor
  let parameters: ParameterSet
  let stream: RandomStream

  /// Megabytes received per run, from dear to cheap.
  private static let megabytes = [40.0, 10, 0.1]
  /// By chance, a mean over four phones may go the other way by a hundredth.
  private static let tolerance = 0.01

  func judge(_ findings: inout FindingList) {
    do {
      let launches = try Self.megabytes.map(launches)
      for index in launches.indices.dropFirst() {
        let (dear, cheap) = (launches[index - 1], launches[index])
        guard Double(cheap) < (1 - Self.tolerance) * Double(dear) else { continue }
        findings.add(
          .monotoneCost,
          finding(
            "\(cheap) launches at \(Self.megabytes[index]) MB a run",
            "at least the \(dear) at \(Self.megabytes[index - 1]) MB"))
      }
    } catch {
      findings.add(.books, finding("\(error)", "a run that can be believed"))
    }
  }

  private func finding(_ found: String, _ expected: String) -> ConformanceFinding {
    ConformanceFinding(
      device: "four phones with a small energy budget", time: nil, item: nil, found: found, expected: expected
    )
  }

  /// Launches on four phones in two weeks, after a week of warm-up.
  private func launches(megabytes: Double) throws(SimulationFailure) -> Int {
    var parameters = parameters
    parameters.set("budget.energyFraction", .number(Self.energyFraction(parameters)))
    let apps = ConformanceApps.everyday(down: ConformanceApps.constant(megabytes * 1e6))
    let generator = TimelineGenerator(
      population: .everyday(devices: 4, parameters: parameters), apps: apps, parameters: parameters,
      seed: ConformanceDevice.seed, horizonDays: 14, warmUpDays: 7)
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

  /// A quarter of the budget.
  private static func energyFraction(_ parameters: ParameterSet) -> Double {
    parameters.number("budget.energyFraction") / 4
  }
}

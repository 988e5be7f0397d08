import ModelParameters
import SchedulingPolicies
import Workload

public struct StudyPolicy: Sendable {
  package var name: String
  package var label: String
  package var parameters: ParameterSet
  package var enforces: BlockingSet
  package var descriptor: PolicyDescriptor
  /// Whether its starts on battery become waits.
  package var onlyWhileCharging = false
  /// Battery energy that its runs may take a day; nil for any.
  package var joulesPerDay: Double?
  package var process: PolicyCommand?

  /// The text that distinguishes the policy in digests.
  package var canonicalText: String {
    let own = parameters.definitions.map { "\($0.name)=\(parameters.value($0.name))" }.joined(separator: ";")
    let charging = onlyWhileCharging ? "|onlyWhileCharging" : ""
    let allowance = joulesPerDay.map { "|energyPerDay=\($0)" } ?? ""
    let program = process.map { "|\($0.canonicalText)" } ?? ""
    return "\(name)|\(enforces.rawValue)|\(own)\(charging)\(allowance)\(program)"
  }
}

extension StudyPolicy {
  /// A policy of the catalogue as a study has it that says no more than its name.
  package init(_ descriptor: PolicyDescriptor, in study: Study) {
    self.init(
      name: descriptor.name, label: descriptor.name, parameters: study.parameters,
      enforces: descriptor.enforces, descriptor: descriptor)
  }
}

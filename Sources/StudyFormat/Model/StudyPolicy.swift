import ModelParameters
import ProcessPolicies
import SchedulingPolicies
import Workload

/// A policy of a study.
public struct StudyPolicy: Sendable {
  /// Name in the catalogue of policies.
  public var name: String
  /// Name in tables, unique in the study.
  public var label: String
  /// The study's parameters with those of this policy.
  public var parameters: ParameterSet
  /// Soft gates that the policy obeys.
  public var enforces: BlockingSet
  /// The entry of the policy in the catalogue.
  public var descriptor: PolicyDescriptor
  /// Whether its starts on battery become waits.
  public var onlyWhileCharging = false
  /// Battery energy that its runs may take a day; nil for any.
  public var joulesPerDay: Double?
  /// The program that decides, for the policy `process`.
  public var process: PolicyCommand?

  /// The text that distinguishes the policy in digests.
  public var canonicalText: String {
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

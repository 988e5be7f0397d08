import AblationDesign
import ModelParameters
import OutputAnalysis
import SchedulingPolicies
import StudyFormat

extension AblationPolicy {
  /// The policy of a study.
  package init(_ policy: StudyPolicy) {
    let names = LiftableFactor.sevenFactors.map(\.parameter)
    let changed = Set(policy.parameters.overriddenNames)
    self.init(
      label: policy.label,
      enforcements: names.map { $0.map { policy.parameters.choice($0) } ?? "soft" },
      enforces: policy.enforces,
      changes: names.compactMap(\.self).filter(changed.contains)
        .map { Change(parameter: $0, value: policy.parameters.choice($0)) },
      hasScore: policy.descriptor.parameterNames.contains("score.weights"))
  }
}

extension AblationPlan {
  /// The plan for a policy of a study.
  ///
  /// - Parameters:
  ///   - orders: Orders to draw for the Shapley split; nil for none.
  ///   - seed: The study's seed, for the draw.
  package init(_ policy: StudyPolicy, orders: Int? = nil, seed: UInt64) {
    self.init(AblationPolicy(policy), orders: orders, seed: seed)
  }
}

extension AblationSetting {
  /// The policy with this setting; all else is as it was.
  func applied(to policy: StudyPolicy, label: String) -> StudyPolicy {
    var policy = policy
    policy.label = label
    policy.enforces = enforces
    for (place, factor) in LiftableFactor.sevenFactors.enumerated() where off.contains(place) {
      if let name = factor.parameter { policy.parameters.switchOff(name) }
    }
    return policy
  }
}

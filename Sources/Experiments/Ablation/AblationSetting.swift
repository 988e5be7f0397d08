import ModelParameters
import OutputAnalysis
import Workload

extension LiftableFactor {
  /// The seven published factors, each with the parameter that switches it off, in the order of coalitions.
  static let sevenFactors = all.filter { $0.parameter != nil }

  /// The soft conditions beside them, which are off where a policy does not obey them.
  static let conditions = all.filter {
    $0.parameter == nil && BlockingSet.softGates.isSuperset(of: $0.reasons)
  }
}

/// What of a policy is at work: which of the seven factors are off, and which soft gates it obeys.
public struct AblationSetting: Hashable, Sendable {
  /// Factors that are off, by their places among ``factorNames``.
  public var off: Coalition
  /// Soft gates that the policy obeys.
  public var enforces: BlockingSet

  public init(off: Coalition, enforces: BlockingSet) {
    self.off = off
    self.enforces = enforces
  }

  /// Names of the seven factors.
  public static let factorNames = LiftableFactor.sevenFactors.map(\.name)

  /// The setting of a policy as a study has it.
  init(_ policy: StudyPolicy) {
    off = LiftableFactor.sevenFactors.indices.reduce(.none) {
      policy.enforcement(ofFactor: $1) == "off" ? $0.adding($1) : $0
    }
    enforces = policy.enforces
  }

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

extension StudyPolicy {
  /// `hard`, `soft` or `off`: how one of the seven factors works here.
  func enforcement(ofFactor place: Int) -> String {
    LiftableFactor.sevenFactors[place].parameter.map { parameters.choice($0) } ?? "soft"
  }
}

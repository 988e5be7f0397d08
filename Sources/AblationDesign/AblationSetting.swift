import OutputAnalysis
import Workload

extension LiftableFactor {
  /// The seven published factors, each with the parameter that switches it off, in the order of coalitions.
  package static let sevenFactors = all.filter { $0.parameter != nil }

  /// The soft conditions beside them, which are off where a policy does not obey them.
  package static let conditions = all.filter {
    $0.parameter == nil && BlockingSet.softGates.isSuperset(of: $0.reasons)
  }
}

/// The active parts of a policy: the disabled factors and the soft gates it obeys.
package struct AblationSetting: Hashable, Sendable {
  /// Factors that are off, by their places among ``factorNames``.
  package var off: Coalition
  /// Soft gates that the policy obeys.
  package var enforces: BlockingSet

  package init(off: Coalition, enforces: BlockingSet) {
    self.off = off
    self.enforces = enforces
  }

  /// Names of the seven factors.
  package static let factorNames = LiftableFactor.sevenFactors.map(\.name)
}

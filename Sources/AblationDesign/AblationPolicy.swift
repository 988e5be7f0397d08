import OutputAnalysis
import Workload

/// The policy that is ablated, as far as an ablation and its report have to know it.
package struct AblationPolicy: Hashable, Sendable {
  /// Name in tables.
  package var label: String
  /// `hard`, `soft` or `off`: how each of the seven factors works in the policy.
  package var enforcements: [String]
  /// Soft gates that the policy obeys.
  package var enforces: BlockingSet
  /// Parameters of the seven factors that the study has changed, with their values.
  package var changes: [Change]
  /// Whether the policy weighs its candidates by the score of the moment.
  package var hasScore: Bool

  /// A parameter that is not at its default.
  package struct Change: Hashable, Sendable {
    /// Name of the parameter in the catalogue.
    package var parameter: String
    /// `hard`, `soft` or `off`, as the study sets it.
    package var value: String

    package init(parameter: String, value: String) {
      self.parameter = parameter
      self.value = value
    }
  }

  package init(
    label: String, enforcements: [String], enforces: BlockingSet, changes: [Change] = [], hasScore: Bool
  ) {
    self.label = label
    self.enforcements = enforcements
    self.enforces = enforces
    self.changes = changes
    self.hasScore = hasScore
  }

  /// The setting of the policy as the study has it.
  var setting: AblationSetting {
    AblationSetting(
      off: enforcements.indices.reduce(.none) { enforcements[$1] == "off" ? $0.adding($1) : $0 },
      enforces: enforces)
  }
}

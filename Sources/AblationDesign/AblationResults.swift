import ResultsStore

/// The results of the runs of an ablation.
package struct AblationResults: Sendable {
  /// A run that could not be believed.
  package struct Failure: Sendable, Hashable {
    /// Place among the settings of the plan.
    package var setting: Int
    /// The policy and the parts that are off, such as `seven-factor without budgets`.
    package var label: String
    /// Number of the replication, from 0 on.
    package var replication: Int
    /// The reason with its place, for messages.
    package var text: String

    package init(setting: Int, label: String, replication: Int, text: String) {
      self.setting = setting
      self.label = label
      self.replication = replication
      self.text = text
    }
  }

  /// Finished runs by setting, then replication; their policy is ``name(ofSetting:)``.
  package var runs: [PolicyRun]
  /// Runs that failed or were not believed; ``runs`` leaves them out.
  package var failures: [Failure]

  package init(runs: [PolicyRun], failures: [Failure] = []) {
    self.runs = runs
    self.failures = failures
  }

  /// The name under which the runs of a setting are found, by its place in the plan.
  package static func name(ofSetting place: Int) -> String { String(place) }
}

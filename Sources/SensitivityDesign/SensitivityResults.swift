import ResultsStore

/// The runs at some points of the box.
package struct SensitivityResults: Sendable {
  /// A run that could not be believed, or a point that the study does not allow.
  package struct Failure: Hashable, Sendable {
    /// The point at which the run failed.
    package var point: SensitivityPoint
    /// The reason with its place, for messages.
    package var text: String

    package init(point: SensitivityPoint, text: String) {
      self.point = point
      self.text = text
    }
  }

  /// Finished runs by point, in the order asked for; each has the label of its policy in the study.
  package var runs: [[PolicyRun]]
  /// Failed runs and points that were not run, which ``runs`` leaves out.
  package var failures: [Failure]

  package init(runs: [[PolicyRun]], failures: [Failure] = []) {
    self.runs = runs
    self.failures = failures
  }
}

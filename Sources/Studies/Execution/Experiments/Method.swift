import ResultsStore

/// A method that answers a question by runs of a study. It requests points, and returns its findings.
package protocol Method {
  associatedtype Findings
  /// The points to run next, given the results of those before; empty at the end.
  mutating func next(_ found: PointResults) throws -> [Point]
  func findings() throws -> Findings
}

/// The runs of points, in the order in which a method has asked for them.
package struct PointResults: Sendable {
  package struct Failure: Hashable, Sendable {
    /// Place of the point, and of its policy in it.
    package var point, policy: Int
    package var replication: Int
    package var text: String
  }

  /// Finished runs by point, then policy and replication; each has the label of its policy.
  package var runs: [[PolicyRun]] = []
  package var failures: [Failure] = []
  /// The runs of points of the study itself, in place of the above.
  package var stage: Experiment.Stage?
  /// The file with the runs of the stage; nil if the file does not exist and runs are not wanted.
  package var file: ResultsFile?

  package init() {}
}

import ResultsStore

/// A question that runs of a study answer: it names the points that it needs, and says what it has found.
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
  /// The file that holds the runs of the stage; nil where there is none, and nothing is to be run.
  package var file: ResultsFile?

  package init() {}
}

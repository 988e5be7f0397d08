import ResultsStore
import StudyExecution
import StudyFormat

/// How many replications of each policy are asked for, from the first one on.
struct ReplicationDemand: Hashable, Sendable {
  /// By the label of the policy; a policy that is not named has none.
  private let byPolicy: [String: Int]

  init(_ byPolicy: [String: Int]) { self.byPolicy = byPolicy }

  /// Equal numbers for all policies of a study.
  init(_ replications: Int, of file: StudyFile) {
    let labels = file.points.flatMap { $0.study.policies.map(\.label) }
    self.init(Dictionary(labels.map { ($0, replications) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The largest number of any policy.
  var most: Int { byPolicy.values.max() ?? 0 }

  /// The runs that are asked for, in the order of the study's plan.
  ///
  /// - Parameter command: The words that repeat a study with so many replications.
  func plan(of file: StudyFile, command: (Int) -> String) -> RunPlan {
    var plan = RunPlan(file, command: command(most), replications: most)
    plan.entries.removeAll { $0.planned.replication >= byPolicy[$0.planned.policy] ?? 0 }
    return plan
  }
}

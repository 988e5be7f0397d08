import ResultsStore
import StudyReports
import TestSupport

@testable import Studies

/// An experiment with a results file of its own.
struct TestExperiment {
  private let folder: TemporaryFolder
  private let file: StudyFile
  let results: ResultsFile

  init(_ file: StudyFile) throws {
    self.file = file
    folder = try TemporaryFolder()
    results = try ResultsFile.open(
      "\(folder.path)/r.sqlite", for: file.description(versions: [], commit: ""))
  }

  func experiment(jobs: Int = 1, isStopped: Bool = false) -> Experiment {
    Experiment(file, into: results, by: Conduct(jobs: jobs, shouldStop: { isStopped }))
  }

  func run(_ points: [Point], jobs: Int = 1) throws -> PointResults { try experiment(jobs: jobs).run(points) }

  /// Metrics of the population by policy and replication, of a study that is run as it is.
  static func study(_ file: StudyFile, _ names: [String]) throws -> [[String: Double]] {
    let runs = RunPlan(file, command: "").entries
    return try StudyRunner(file, runs: runs).finished(jobs: 1).sorted {
      ($0.entry.policy, $0.entry.planned.replication) < ($1.entry.policy, $1.entry.planned.replication)
    }.map { finished in
      KeptNumbers.metrics(names).rows(of: finished).reduce(into: [:]) { $0[$1.metric] = $1.value }
    }
  }
}

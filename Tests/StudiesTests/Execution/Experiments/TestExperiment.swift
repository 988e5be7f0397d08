import ResultsStore
import StudyReports
import TestSupport

@testable import Studies

/// An experiment with results files of its own.
struct TestExperiment {
  private let folder: TemporaryFolder
  private let sources: [Experiment.Source]
  var results: ResultsFile { sources[0].results }

  init(_ files: StudyFile...) throws { try self.init(files) }

  init(_ files: [StudyFile]) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    sources = try files.enumerated().map { place, file in
      let description = file.description(versions: [], commit: "")
      return .init(file, into: try ResultsFile.open("\(folder.path)/\(place).sqlite", for: description))
    }
  }

  private func experiment(jobs: Int = 1, isStopped: Bool = false) -> Experiment {
    Experiment(sources, by: Conduct(jobs: jobs, shouldStop: { isStopped }))
  }

  func run(_ points: [Point], jobs: Int = 1) throws -> PointResults { try experiment(jobs: jobs).run(points) }

  func run(_ method: inout some Method, isStopped: Bool) throws {
    try experiment(isStopped: isStopped).run(&method)
  }

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

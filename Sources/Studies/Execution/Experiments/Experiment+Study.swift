import ResultsStore

/// Runs of a study itself, which no method chooses.
extension Experiment {
  /// The blocks of a plan that a file lacks, to be run into it with all their numbers.
  ///
  /// - Parameters:
  ///   - work: The work that other files hold.
  ///   - shard: The part of the blocks that is run here.
  package static func missing(
    of plan: RunPlan, in study: StudyFile, into results: ResultsFile, besides work: StoredWork = StoredWork(),
    shard: Shard = .whole, clock: @escaping @Sendable () -> Double
  ) throws -> StudyRun {
    var done = work
    done.merge(try results.storedWork())
    let tasks = BlockPlan(study, plan.entries).tasks(missingIn: done, of: shard)
    return StudyRun(study, tasks, into: results, clock: clock)
  }

  /// Runs that no file keeps: each is handed over as soon as it is done.
  ///
  /// - Parameters:
  ///   - device: The only device of each run; nil for all.
  ///   - progress: Told how many device-days of all are done.
  package static func replay(
    _ runs: [RunPlan.Entry], of study: StudyFile, device: Int? = nil, observes: Bool = false, jobs: Int = 1,
    shouldStop: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in },
    finish: @escaping @Sendable (StudyRunner.Finished) throws -> Void
  ) throws {
    let runner = StudyRunner(study, runs: runs, device: device, observes: observes)
    let all = runner.deviceDays
    try runner.run(jobs: jobs, shouldStop: shouldStop, progress: { progress($0, all) }, finish: finish)
  }

  package static func replayed(
    _ runs: [RunPlan.Entry], of study: StudyFile, device: Int? = nil, observes: Bool = false, jobs: Int = 1,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> [StudyRunner.Finished] {
    try StudyRunner(study, runs: runs, device: device, observes: observes)
      .finished(jobs: jobs, shouldStop: shouldStop)
  }
}

extension RunPlan {
  /// The runs of points of the study itself, from the first replication on.
  ///
  /// - Parameter command: The words that repeat the runs, by the most replications.
  package init(_ file: StudyFile, points: [Point], command: (Int) -> String) {
    var asked: [String: [String: Int]] = [:]
    for point in points {
      for policy in point.design.study.policies {
        asked[point.design.name, default: [:]][policy.label] = point.replications.upperBound
      }
    }
    let most = points.map(\.replications.upperBound).max() ?? 0
    self.init(file, command: command(most), replications: most)
    entries.removeAll { $0.planned.replication >= asked[$0.planned.designPoint]?[$0.planned.policy] ?? 0 }
  }
}

import ResultsStore

/// Runs of a study itself, of which a file keeps all numbers.
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

  /// Runs of points of the study itself that a method has asked for together.
  package struct Stage: Sendable {
    package enum End: Hashable, Sendable {
      case whole, interrupted
      /// So many runs failed, or are missing where nothing is to be run.
      case missing(Int)
    }

    package let plan: RunPlan
    package let end: End
    /// The file that holds the runs; nil where there is none, and nothing is to be run.
    package let file: ResultsFile?
  }

  /// Runs a method that asks for points of the study itself: after each whole stage it may ask for more replications.
  ///
  /// The method is asked again from the first stage on in every call, and judges whole stages only. So the number of workers,
  /// interruptions and earlier calls change nothing. A file that holds all stages is not written to.
  ///
  /// - Parameters:
  ///   - known: The file as it is, for reading.
  ///   - conduct: How missing runs are made; nil to end at the first stage that is not whole.
  ///   - command: The words that repeat a run, by the most replications.
  ///   - open: Opens the file for the runs of a stage.
  package static func run(
    _ method: inout some Method, of study: StudyFile, known: ResultsFile?, by conduct: Conduct?,
    command: (Int) -> String, open: ([PlannedRun]) throws -> ResultsFile
  ) throws -> ResultsFile? {
    var (reader, writer): (ResultsFile?, ResultsFile?) = (known, nil)
    var prepared: [String] = []
    func prepare(_ plan: RunPlan, by conduct: Conduct) throws -> ResultsFile {
      // A reader keeps writers out.
      reader = nil
      let planned = plan.entries.map(\.planned)
      defer { prepared = planned.map(\.runID) }
      if let writer {
        if prepared != planned.map(\.runID) {
          _ = try conduct.protecting {
            try writer.plan(planned)
            return 0
          }
        }
        return writer
      }
      let file = try open(planned)
      writer = file
      return file
    }
    var found = PointResults()
    while case let points = try method.next(found), !points.isEmpty {
      let plan = RunPlan(study, points: points, command: command)
      var missing = try (writer ?? reader).map { try plan.missing(in: $0) } ?? plan.entries.count
      var isInterrupted = false
      if missing > 0, let conduct {
        let file = try prepare(plan, by: conduct)
        isInterrupted = try Self.missing(of: plan, in: study, into: file, clock: conduct.clock).run(conduct)
          .isInterrupted
        missing = try plan.missing(in: file)
      }
      found.stage = Stage(
        plan: plan, end: isInterrupted ? .interrupted : missing > 0 ? .missing(missing) : .whole,
        file: writer ?? reader)
    }
    guard let conduct, let stage = found.stage, stage.end == .whole else { return writer ?? reader }
    found.stage = nil
    return try prepare(stage.plan, by: conduct)
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
  fileprivate init(_ file: StudyFile, points: [Point], command: (Int) -> String) {
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

  fileprivate func missing(in results: ResultsFile) throws -> Int {
    let done = Set(try results.runs().filter { $0.status == .ok }.map(\.runID))
    return entries.count { !done.contains($0.planned.runID) }
  }
}

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
      /// The number of runs that failed, or that are missing when `conduct` is nil.
      case missing(Int)
    }

    package let plan: RunPlan
    package let end: End
  }

  /// Runs a method that asks for points of the study itself: after each whole stage it may ask for more replications.
  ///
  /// Every call asks the method again from the first stage, and the method evaluates whole stages only.
  /// Therefore the result does not depend on the number of workers, interruptions, or earlier calls. A file
  /// with all stages is not changed.
  ///
  /// - Parameters:
  ///   - conduct: The way to run missing runs; nil to end at the first incomplete stage.
  ///   - command: The command that repeats a run, for the greatest number of replications.
  ///   - read: Opens the existing file for reading; returns nil if the file does not exist.
  ///   - open: Opens the file for the runs of a stage.
  package static func run(
    _ method: inout some Method, of study: StudyFile, by conduct: Conduct?, command: (Int) -> String,
    read: () throws -> ResultsFile?, open: ([PlannedRun]) throws -> ResultsFile
  ) throws -> ResultsFile? {
    var file = try read()
    var isWritten = false
    var prepared: [String] = []
    func prepare(_ plan: RunPlan, by conduct: Conduct) throws {
      let planned = plan.entries.map(\.planned)
      defer { prepared = planned.map(\.runID) }
      if !isWritten {
        // A reader would keep the writer out for ever.
        file = nil
        file = try open(planned)
        isWritten = true
      } else if let file, prepared != planned.map(\.runID) {
        _ = try conduct.protecting {
          try file.plan(planned)
          return 0
        }
      }
    }
    var stage: Stage?
    while case let points = try next(&method, stage, file), !points.isEmpty {
      let plan = RunPlan(study, points: points, command: command)
      var missing = try file.map { try plan.missing(in: $0) } ?? plan.entries.count
      var isInterrupted = false
      if missing > 0, let conduct {
        try prepare(plan, by: conduct)
        guard let file else { break }
        isInterrupted = try Self.missing(of: plan, in: study, into: file, clock: conduct.clock).run(conduct)
          .isInterrupted
        missing = try plan.missing(in: file)
      }
      stage = Stage(plan: plan, end: isInterrupted ? .interrupted : missing > 0 ? .missing(missing) : .whole)
    }
    if let conduct, let stage, stage.end == .whole { try prepare(stage.plan, by: conduct) }
    return file
  }

  /// No method keeps the file beyond its answer.
  private static func next(
    _ method: inout some Method, _ stage: Stage?, _ file: ResultsFile?
  ) throws -> [Point] {
    var found = PointResults()
    (found.stage, found.file) = (stage, file)
    return try method.next(found)
  }

  /// Runs that no file keeps: each is handed over as soon as it is done.
  ///
  package static func replay(
    _ runs: [RunPlan.Entry], of study: StudyFile, observes: Bool = false,
    in windows: WindowRequest = WindowRequest(), by conduct: Conduct,
    finish: @escaping @Sendable (StudyRunner.Finished) throws -> Void
  ) throws {
    let runner = StudyRunner(study, runs: runs, observes: observes, in: windows)
    let progress = conduct.progress(runner.deviceDays)
    defer { progress.finish() }
    try runner.run(
      jobs: conduct.jobs, shouldStop: conduct.shouldStop, progress: { progress.update($0, $1, nil) },
      finish: finish)
  }

  /// - Parameter device: The only device of each run; nil for all.
  package static func replayed(
    _ runs: [RunPlan.Entry], of study: StudyFile, device: Int? = nil, observes: Bool = false, jobs: Int = 1,
    clock: (@Sendable () -> Double)? = nil, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> [StudyRunner.Finished] {
    try StudyRunner(study, runs: runs, device: device, observes: observes, clock: clock)
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

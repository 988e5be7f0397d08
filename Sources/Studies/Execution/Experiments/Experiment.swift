import ResultsStore

/// Runs the points that a method asks for, and keeps their numbers in the results file of the study.
///
/// Each run is stored when it is done. Therefore the same command continues a stopped experiment, and a
/// further experiment runs only new points.
package struct Experiment: Sendable {
  /// A study, and the file that takes its runs.
  package struct Source: Sendable {
    let study: StudyFile
    let results: ResultsFile
    let earlier: EarlierRuns

    /// - Parameter earlier: Runs that other files hold.
    package init(_ study: StudyFile, into results: ResultsFile, earlier: EarlierRuns = EarlierRuns()) {
      (self.study, self.results, self.earlier) = (study, results, earlier)
    }
  }

  private let sources: [Source]
  private let conduct: Conduct
  private let shard: Shard

  /// - Parameter shard: The part of the blocks that this process runs; other processes run the other parts.
  package init(_ sources: [Source], by conduct: Conduct, shard: Shard = .whole) {
    (self.sources, self.conduct, self.shard) = (sources, conduct, shard)
  }

  package enum End: Error {
    /// The runs of other shards are missing.
    case otherShards
  }

  /// Runs a method to its end.
  package func run(_ method: inout some Method) throws {
    var found = PointResults()
    while case let points = try method.next(found), !points.isEmpty { found = try run(points) }
  }

  /// The points of one scenario, and its missing runs.
  private struct Part {
    var source: Source
    /// Places of the points among all.
    var places: [Int]
    var plan: PointPlan
    var run: StudyRun
  }

  /// Runs the points that the files do not contain, and returns the stored numbers of all points.
  package func run(_ points: [Point]) throws -> PointResults {
    let parts = try parts(points)
    let all = parts.reduce(0) { $0 + $1.run.deviceDays }
    let progress = conduct.progress(all)
    defer { progress.finish() }
    var done = 0
    for part in parts where part.run.blockCount > 0 {
      let start = done
      let outcome = try part.run.run(conduct) { days, share, outcome in
        progress.update(
          start + days, { (Double(start) + share() * Double(part.run.deviceDays)) / Double(all) }, outcome)
      }
      if outcome.isInterrupted { throw StudyRunner.Stop.interrupted }
      done += part.run.deviceDays
    }
    return try results(of: points, parts)
  }

  private func parts(_ points: [Point]) throws -> [Part] {
    var parts: [Part] = []
    let bySituation = Dictionary(grouping: points.indices) {
      [points[$0].timeline.study, points[$0].timeline.situation]
    }
    for (study, source) in sources.enumerated() {
      let situations = bySituation.filter { $0.key[0] == study }.sorted { $0.key[1] < $1.key[1] }.map(\.value)
      let plans = situations.map { places in PointPlan(source.study, places.map { points[$0] }) }
      let planned = plans.flatMap { $0.entries.map(\.planned) }
      guard !planned.isEmpty else { continue }
      _ = try conduct.protecting {
        try source.results.plan(planned)
        return 0
      }
      var work = source.earlier.work
      work.merge(try source.results.storedWork())
      for (places, plan) in zip(situations, plans) {
        let blocks = BlockPlan(plan.file, plan.entries, isWhole: true)
        parts.append(
          Part(
            source: source, places: places, plan: plan,
            run: StudyRun(
              plan.file, blocks.tasks(missingIn: work, of: shard), into: source.results,
              keeping: points[places[0]].numbers, clock: conduct.clock)))
      }
    }
    return parts
  }

  private func results(of points: [Point], _ parts: [Part]) throws -> PointResults {
    var found = PointResults()
    found.runs = points.map { _ in [] }
    for part in parts {
      let known = try part.source.earlier.adding(part.source.results, part.plan.entries.map(\.planned))
      for (place, runIDs) in zip(part.places, part.plan.runIDs) {
        for (cell, runID) in zip(points[place].cells(place), runIDs) {
          if var run = known.runs[runID] {
            // A run that points share stands at one of them.
            run.policy = points[place].design.study.policies[cell.policy].label
            found.runs[place].append(run)
          } else if let text = known.errors[runID] {
            found.failures.append(
              .init(point: place, policy: cell.policy, replication: cell.replication, text: text))
          } else {
            throw End.otherShards
          }
        }
      }
    }
    found.failures.sort { ($0.point, $0.replication, $0.policy) < ($1.point, $1.replication, $1.policy) }
    return found
  }
}

/// Runs that results files hold, as far as an experiment reads them.
package struct EarlierRuns: Sendable {
  private(set) var work = StoredWork()
  private(set) var runs: [String: PolicyRun] = [:]
  /// The reasons for which runs failed.
  private(set) var errors: [String: String] = [:]

  package init() {}

  /// Takes in the finished runs of a file, which is not read any more later.
  package mutating func add(_ file: ResultsFile) throws { self = try adding(file, file.runs().map(\.run)) }

  fileprivate func adding(_ file: ResultsFile, _ planned: [PlannedRun]) throws -> EarlierRuns {
    var all = self
    let asked = Set(planned.map(\.runID))
    for run in try file.runs() where asked.contains(run.runID) {
      switch run.status {
      case .ok:
        all.work.merge(StoredWork(finished: [run.runID]))
        all.runs[run.runID] = PolicyRun(run, try file.metrics(of: run.runID))
      case .failed: all.errors[run.runID] = run.error
      case .planned: break
      }
    }
    return all
  }
}

/// The settings of a run on this machine: the number of workers and the conditions to stop.
package struct Conduct: Sendable {
  /// Told how many device-days of all are done, the share of the time that has passed, and how far the blocks are that
  /// are stored.
  package struct Progress: Sendable {
    var update: @Sendable (Int, () -> Double, StudyRun.Outcome?) -> Void
    var finish: @Sendable () -> Void

    package init(
      update: @escaping @Sendable (Int, () -> Double, StudyRun.Outcome?) -> Void = { _, _, _ in },
      finish: @escaping @Sendable () -> Void = {}
    ) {
      (self.update, self.finish) = (update, finish)
    }
  }

  package var jobs: Int
  /// Asked before every device and again and again within one.
  var shouldStop: @Sendable () -> Bool
  /// The present machine and time; slumber adds the run and its duration.
  var provenance: @Sendable () -> ProvenanceRow
  /// Performs a transaction that nothing must interrupt.
  var protecting: @Sendable (() throws -> Int) throws -> Int
  /// Told of the first part in which a device failed.
  package var firstFailure: @Sendable (PlannedRun, PartSums.Failure) -> Void
  var clock: @Sendable () -> Double
  /// Makes who is told of progress, by the number of device-days.
  var progress: @Sendable (Int) -> Progress

  package init(
    jobs: Int, shouldStop: @escaping @Sendable () -> Bool = { false },
    provenance: @escaping @Sendable () -> ProvenanceRow = { ProvenanceRow() },
    protecting: @escaping @Sendable (() throws -> Int) throws -> Int = { try $0() },
    firstFailure: @escaping @Sendable (PlannedRun, PartSums.Failure) -> Void = { _, _ in },
    clock: @escaping @Sendable () -> Double = { 0 },
    progress: @escaping @Sendable (Int) -> Progress = { _ in Progress() }
  ) {
    (self.jobs, self.shouldStop, self.provenance) = (jobs, shouldStop, provenance)
    (self.protecting, self.firstFailure) = (protecting, firstFailure)
    (self.clock, self.progress) = (clock, progress)
  }
}

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

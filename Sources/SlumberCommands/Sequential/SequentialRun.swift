import ResultsStore
import Studies

/// Runs replications stage by stage until a rule has enough of them.
///
/// The rule is asked again from the first stage on in every call, and sees whole stages only, in the order of the plan. So the
/// number of workers, interruptions and earlier calls change nothing: the same runs are made, and the file is that of a study
/// that was asked for these replications at once.
struct SequentialRun {
  let file: StudyFile
  let description: StudyDescription
  let path: String
  /// The words that repeat the study with so many replications.
  let command: (Int) -> String
  let jobs: Int
  let style: ProgressReporter.Style

  /// The end of the stages.
  enum End {
    case enough
    /// The runs of the last stage that are missing, where nothing was to be run.
    case missing(Int)
    case interrupted
    /// So many runs of the last stage failed.
    case failed(Int)
  }

  /// The end, with the stage at which it came.
  struct Outcome {
    var end: End
    var demand: ReplicationDemand
    var plan: RunPlan
    /// The results; nil where there is no file yet.
    var results: ResultsFile?
  }

  /// The file as it is used: read as long as possible, since a reader keeps writers out.
  private struct Source {
    var reader: ResultsFile?
    var writer: ResultsFile?
    /// The stage that the writer was last asked to plan.
    var planned: ReplicationDemand?
    var file: ResultsFile? { writer ?? reader }
  }

  /// Asks the rule and runs what it lacks.
  ///
  /// - Parameters:
  ///   - runsNothing: Whether to end at the first stage that is not whole.
  ///   - rule: Judges a stage, all runs of which are done, and names the next one; nil if it has enough. It may ask for more of
  ///     the same policies only.
  func run(
    from first: ReplicationDemand, isFresh: Bool = false, runsNothing: Bool = false,
    rule: (ReplicationDemand, RunPlan, ResultsFile) throws -> ReplicationDemand?
  ) throws -> Outcome {
    var source = Source()
    if isFresh {
      let planned = first.plan(of: file, command: command).entries.map(\.planned)
      source.writer = try Interruption.protected {
        try ResultsFile.replace(path, for: description, planning: planned)
      }
      source.planned = first
    } else {
      // A file that cannot be used is refused when it is opened for writing.
      source.reader =
        runsNothing
        ? try ResultsFile.openIfThere(path, of: description)
        : try? ResultsFile.openIfThere(path, of: description)
    }
    var demand = first
    while true {
      let plan = demand.plan(of: file, command: command)
      func outcome(_ end: End) -> Outcome {
        Outcome(end: end, demand: demand, plan: plan, results: source.file)
      }
      // No reader may outlive its question: it would keep the writer out for ever.
      let missing = try source.file.map { try Self.missing(plan, in: $0) } ?? plan.entries.count
      if missing == 0 {
        if let next = try source.file.flatMap({ try rule(demand, plan, $0) }) {
          demand = next
          continue
        }
        if !runsNothing { try prepare(plan, demand, &source) }
        return outcome(.enough)
      }
      guard !runsNothing else { return outcome(.missing(missing)) }
      let results = try prepare(plan, demand, &source)
      let tasks = BlockPlan(file, plan).tasks(missingIn: try results.storedWork())
      let execution = StudyRun(file, tasks, into: results, clock: { Host.clock() })
      if try execution.run(jobs: jobs, style: style).isInterrupted { return outcome(.interrupted) }
      let failed = try Self.missing(plan, in: results)
      if failed > 0 { return outcome(.failed(failed)) }
    }
  }

  /// Opens the file for writing and lets it ask for the runs of a stage.
  @discardableResult
  private func prepare(
    _ plan: RunPlan, _ demand: ReplicationDemand, _ source: inout Source
  ) throws -> ResultsFile {
    source.reader = nil
    defer { source.planned = demand }
    let planned = plan.entries.map(\.planned)
    guard let writer = source.writer else {
      let writer = try Interruption.protected {
        try ResultsFile.open(path, for: description, planning: planned)
      }
      source.writer = writer
      return writer
    }
    if source.planned != demand { try Interruption.protected { try writer.plan(planned) } }
    return writer
  }

  /// Number of runs of a plan that are not done in a file.
  private static func missing(_ plan: RunPlan, in results: ResultsFile) throws -> Int {
    let done = Set(try results.runs().filter { $0.status == .ok }.map(\.runID))
    return plan.entries.count { !done.contains($0.planned.runID) }
  }
}

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

import ResultsStore
import StudyExecution
import StudyFormat

/// Runs replications stage by stage until a rule has enough of them.
///
/// The rule is asked again from the first stage on in every call, and sees whole stages only, in the order of the plan. So the
/// number of workers, interruptions and earlier calls change nothing: the same runs are made, and the file is that of a study
/// that was asked for these replications at once.
struct SequentialRun {
  let file: StudyFile
  let description: StudyDescription
  /// The results file.
  let path: String
  /// The words that repeat the study with so many replications.
  let command: (Int) -> String
  let jobs: Int
  let style: ProgressReporter.Style

  /// The answer of a rule to whole stages.
  enum Answer<Finding> {
    /// More replications come next.
    case next(ReplicationDemand, Finding)
    case enough(Finding)
  }

  /// The end of the stages.
  enum End {
    /// The rule has enough.
    case enough
    /// The runs of the last stage that are missing, where nothing was to be run.
    case missing(Int)
    case interrupted
    /// So many runs of the last stage failed.
    case failed(Int)
  }

  /// The end, with the judgment up to it.
  struct Outcome<Finding> {
    var end: End
    /// The stage at which it ended.
    var demand: ReplicationDemand
    /// Runs of that stage.
    var plan: RunPlan
    /// The judgment of the last whole stage; nil if there is none.
    var finding: Finding?
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
  ///   - first: The first stage.
  ///   - isFresh: Whether all runs are done again.
  ///   - runsNothing: Whether to end at the first stage that is not whole.
  ///   - rule: Judges a stage, all runs of which are done. It may ask for more of the same policies only.
  func run<Finding>(
    from first: ReplicationDemand, isFresh: Bool = false, runsNothing: Bool = false,
    rule: (ReplicationDemand, RunPlan, ResultsFile) throws -> Answer<Finding>
  ) throws -> Outcome<Finding> {
    var source = Source()
    if isFresh {
      let planned = first.plan(of: file, command: command).entries.map(\.planned)
      source.writer = try Interruption.protected {
        try ResultsFile.replace(path, for: description, planning: planned)
      }
      source.planned = first
    } else {
      source.reader = try reader(isRequired: runsNothing)
    }
    var demand = first
    var finding: Finding?
    while true {
      let plan = demand.plan(of: file, command: command)
      func outcome(_ end: End) -> Outcome<Finding> {
        Outcome(end: end, demand: demand, plan: plan, finding: finding, results: source.file)
      }
      // No reader may outlive this call: it would keep the writer out for ever.
      let (missing, answer) = try Self.ask(rule, demand, plan, source.file)
      switch answer {
      case .next(let more, let found)?:
        (demand, finding) = (more, found)
        continue
      case .enough(let found)?:
        finding = found
        if !runsNothing { try prepare(plan, demand, &source) }
        return outcome(.enough)
      case nil: break
      }
      guard !runsNothing else { return outcome(.missing(missing)) }
      let results = try prepare(plan, demand, &source)
      let tasks = BlockPlan(file, plan).tasks(missingIn: try results.storedWork())
      let execution = StudyRun(file, tasks, into: results, clock: ProgressReporter.clock)
      if try execution.run(jobs: jobs, style: style).isInterrupted { return outcome(.interrupted) }
      let failed = try Self.missing(plan, in: results)
      if failed > 0 { return outcome(.failed(failed)) }
    }
  }

  /// The number of runs of a stage that are missing, and the answer of the rule if none is.
  private static func ask<Finding>(
    _ rule: (ReplicationDemand, RunPlan, ResultsFile) throws -> Answer<Finding>, _ demand: ReplicationDemand,
    _ plan: RunPlan, _ results: ResultsFile?
  ) throws -> (missing: Int, answer: Answer<Finding>?) {
    guard let results else { return (plan.entries.count, nil) }
    let missing = try Self.missing(plan, in: results)
    return (missing, missing == 0 ? try rule(demand, plan, results) : nil)
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

  /// The file for reading; nil where there is none.
  ///
  /// - Parameter isRequired: Whether a file that cannot be used is refused here, not when it is opened for writing.
  private func reader(isRequired: Bool) throws -> ResultsFile? {
    do throws(ResultsError) {
      let reader = try ResultsFile.open(path, toleratesDamage: true)
      let found = try reader.identity()
      let expected = StudyIdentity(name: description.name, baseDigest: description.baseDigest)
      guard found == expected else {
        throw .otherStudy(path: path, found: found, expected: expected)
      }
      return reader
    } catch .notFound {
      return nil
    } catch {
      if isRequired { throw error }
      return nil
    }
  }

  /// Number of runs of a plan that are not done in a file.
  private static func missing(_ plan: RunPlan, in results: ResultsFile) throws -> Int {
    let done = Set(try results.runs().filter { $0.status == .ok }.map(\.runID))
    return plan.entries.count { !done.contains($0.planned.runID) }
  }
}

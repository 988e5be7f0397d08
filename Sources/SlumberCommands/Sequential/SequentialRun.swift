import ResultsStore
import SchedulingPolicies
import Studies

enum SequentialOptions {
  static let all: [OptionSpecification] = [
    .optionalNumber(
      "--precision", "R",
      "more replications until the half-width of every difference is at most its margin; with R: R / (1 + R) of the "
        + "baseline's estimate"),
    .value(
      "--metric", "NAME", "with --precision: differences of this metric instead of the study's",
      repeatable: true),
    .flag("--plan", "with --precision: print the next number of replications and run nothing"),
    .value(
      "--select", "METRIC",
      "more replications until the best policy by this metric is selected (Kim and Nelson); rates per device-day only"
    ),
    .value(
      "--delta", "D", "with --select: the smallest lead that matters, such as 50 or \"50 J/d\""),
    .value(
      "--confidence", "P",
      "with --select: probability of correct selection; the study's confidence by default"),
    .value(
      "--max-replications", "N",
      "with --precision or --select: the most replications, 1000 by default"),
  ]

  /// The option by which a rule is chosen; nil where the study says how many replications there are.
  static func rule(_ arguments: ParsedArguments) -> String? {
    ["--precision", "--select"].first(where: arguments.has)
  }

  static func check(_ arguments: ParsedArguments) throws {
    guard let rule = rule(arguments) else {
      try arguments.refuse(["--metric", "--plan"]) { "`\($0)` goes with `--precision`" }
      try arguments.refuse(["--delta", "--confidence"]) { "`\($0)` goes with `--select`" }
      return try arguments.refuse(["--max-replications"]) { "`\($0)` goes with `--precision` or `--select`" }
    }
    let others = rule == "--select" ? ["--metric", "--plan"] : ["--select", "--delta", "--confidence"]
    try arguments.refuse(["--only", "--device"] + others) { "`\(rule)` and `\($0)` exclude each other" }
    try arguments.refuse(["--shard"]) {
      "`\(rule)` and `\($0)` exclude each other: the rule needs all replications"
        + (rule == "--precision"
          ? "; `--precision --plan` on a merged file prints the number that shards run next" : "")
    }
    try arguments.refuse(["--replications"]) {
      "`\(rule)` and `\($0)` exclude each other: the rule chooses the number, and `--max-replications` limits it"
    }
    if arguments.has("--plan") {
      try arguments.refuse(["--fresh"]) { "`--plan` and `\($0)` exclude each other" }
    }
  }

  static func candidates(_ arguments: ParsedArguments, _ file: StudyFile) throws -> [StudyPolicy] {
    guard file.points.count == 1 else {
      throw UsageError("`--select` needs a study with one design point, found \(file.points.count)")
    }
    let future = Set(arguments.policies.all.filter(\.usesFuture).map(\.name))
    let candidates = file.study.policies.filter { !future.contains($0.name) }
    guard candidates.count > 1 else {
      throw UsageError(
        "`--select` needs two policies that do not use the future, found "
          + (candidates.isEmpty ? "none" : "`\(candidates[0].label)` alone"))
    }
    return candidates
  }

  static func limit(_ arguments: ParsedArguments, _ file: StudyFile, atLeast least: Int = 10) throws -> Int {
    let limit = try arguments.integer("--max-replications", atLeast: least) ?? 1000
    if let excess = file.runsBeyondLimit(replications: limit) {
      throw UsageError(
        "`--max-replications` allows \(excess), expected at most 100000 replications and "
          + "\(StudyFile.runLimit) runs")
    }
    return limit
  }
}

/// Runs replications stage by stage until a rule has enough of them. The rule is asked again from the first stage on in every
/// call, and sees whole stages only, in the order of the plan. So the number of workers, interruptions and earlier calls
/// change nothing: the same runs are made, and the file is that of a study that was asked for these replications at once.
struct SequentialRun {
  let file: StudyFile
  let description: StudyDescription
  let path: String
  let command: (Int) -> String
  let jobs: Int
  let style: ProgressReporter.Style

  enum End: Equatable {
    case enough
    /// The runs of the last stage that are missing, where nothing was to be run.
    case missing(Int)
    case interrupted
    /// So many runs of the last stage failed.
    case failed(Int)
  }

  struct Outcome {
    var end: End
    /// The replications that were asked for last, of the policy with the most.
    var replications: Int
    var plan: RunPlan
    var results: ResultsFile?
  }

  /// The file as it is used: read as long as possible, since a reader keeps writers out.
  private struct Source {
    var reader: ResultsFile?
    var writer: ResultsFile?
    /// Identities of the runs that the file was told of last.
    var planned: [String] = []
    var file: ResultsFile? { writer ?? reader }
  }

  /// Runs a method that asks for points of the study itself: it judges stages, all runs of which are done, and may ask for more
  /// replications of the same policies only.
  ///
  /// - Parameter runsNothing: Whether to end at the first stage that is not whole.
  func run(
    _ method: inout some Method, isFresh: Bool = false, runsNothing: Bool = false
  ) throws -> Outcome {
    var points = try method.next(PointResults())
    var source = Source()
    if isFresh {
      let planned = RunPlan(file, points: points, command: command).entries.map(\.planned)
      source.writer = try Interruption.protected {
        try ResultsFile.replace(path, for: description, planning: planned)
      }
      source.planned = planned.map(\.runID)
    } else {
      // A file that cannot be used is refused when it is opened for writing.
      source.reader =
        runsNothing
        ? try ResultsFile.openIfThere(path, of: description)
        : try? ResultsFile.openIfThere(path, of: description)
    }
    while true {
      let plan = RunPlan(file, points: points, command: command)
      let replications = 1 + (plan.entries.map(\.planned.replication).max() ?? -1)
      func outcome(_ end: End) -> Outcome {
        Outcome(end: end, replications: replications, plan: plan, results: source.file)
      }
      // No reader may outlive its question: it would keep the writer out for ever.
      let missing = try source.file.map { try Self.missing(plan, in: $0) } ?? plan.entries.count
      if missing == 0 {
        let next = try Self.next(&method, plan, in: source.file)
        if !next.isEmpty {
          points = next
          continue
        }
        if !runsNothing { try prepare(plan, &source) }
        return outcome(.enough)
      }
      guard !runsNothing else { return outcome(.missing(missing)) }
      let results = try prepare(plan, &source)
      let execution = try Experiment.missing(of: plan, in: file, into: results) { Host.clock() }
      if try execution.run(jobs: jobs, style: style).isInterrupted { return outcome(.interrupted) }
      let failed = try Self.missing(plan, in: results)
      if failed > 0 { return outcome(.failed(failed)) }
    }
  }

  private static func next(
    _ method: inout some Method, _ plan: RunPlan, in file: ResultsFile?
  ) throws -> [Point] {
    var found = PointResults()
    found.stored = file.map { (plan, $0) }
    return try method.next(found)
  }

  @discardableResult private func prepare(_ plan: RunPlan, _ source: inout Source) throws -> ResultsFile {
    source.reader = nil
    let planned = plan.entries.map(\.planned)
    defer { source.planned = planned.map(\.runID) }
    guard let writer = source.writer else {
      let writer = try Interruption.protected {
        try ResultsFile.open(path, for: description, planning: planned)
      }
      source.writer = writer
      return writer
    }
    if source.planned != planned.map(\.runID) { try Interruption.protected { try writer.plan(planned) } }
    return writer
  }

  private static func missing(_ plan: RunPlan, in results: ResultsFile) throws -> Int {
    let done = Set(try results.runs().filter { $0.status == .ok }.map(\.runID))
    return plan.entries.count { !done.contains($0.planned.runID) }
  }
}

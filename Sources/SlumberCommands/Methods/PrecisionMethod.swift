import Basics
import OutputAnalysis
import ResultsStore
import Studies
import StudyReports

/// `slumber run --precision`: replications until the differences of policies are known well enough.
struct PrecisionMethod: Method {
  private let plan: PrecisionPlan
  private let file: StudyFile
  private let runsNothing: Bool
  /// The last stage that was judged, its judgment and its replications.
  private var judged: Experiment.Stage?
  private var judgment: PrecisionCheck?
  private var replications = 0
  /// The replications that were asked for last, and the end of their stage.
  private var asked = 0
  private var end = Experiment.Stage.End.whole

  static func run(_ arguments: ParsedArguments, _ file: StudyFile, by conduct: Conduct) throws -> ExitCode {
    let runsNothing = arguments.has("--plan")
    var method = PrecisionMethod(try plan(arguments, file), of: file, runsNothing: runsNothing)
    let results = try StageRule.run(&method, arguments, file, by: runsNothing ? nil : conduct)
    let report = method.findings()
    guard !runsNothing else {
      try Terminal.show(report.page, json: report.json, arguments)
      return .done
    }
    guard let results else { return .failed }
    return try RunCommand.finish(
      results, arguments, file, isInterrupted: method.end == .interrupted,
      appendix: (report.page, "precision", report.json))
  }

  private init(_ plan: PrecisionPlan, of file: StudyFile, runsNothing: Bool) {
    (self.plan, self.file, self.runsNothing) = (plan, file, runsNothing)
  }

  mutating func next(_ found: PointResults) throws -> [Point] {
    guard let stage = found.stage else { return points(plan.checkpoints.first ?? plan.limit) }
    end = stage.end
    guard end == .whole, let file = found.file else { return [] }
    let check = try PrecisionCheck(file, runIDs: Set(stage.plan.entries.map(\.planned.runID)), plan: plan)
    guard !check.judged.isEmpty else {
      throw CommandFailure(
        "the runs have no value of \(check.withoutValues.map { "`\($0)`" }.joined(separator: ", ")), "
          + "so more replications do not make a difference precise")
    }
    (judged, judgment) = (stage, check)
    replications = 1 + (stage.plan.entries.map(\.planned.replication).max() ?? -1)
    Terminal.note(
      "\(replications) replications: \(check.judged.count - check.open.count) of \(check.judged.count) half-widths small enough"
    )
    guard !check.isPrecise, let next = plan.checkpoints.first(where: { $0 > replications }) else { return [] }
    return points(next)
  }

  private mutating func points(_ replications: Int) -> [Point] {
    asked = replications
    return file.points.map { Point($0, policies: $0.study.policies, replications: 0..<replications) }
  }

  func findings() -> PrecisionReport {
    let state: PrecisionReport.State =
      switch end {
      case .whole: judgment?.isPrecise == true ? .precise : .limit
      case .interrupted: .incomplete(replications: asked, failedRuns: 0)
      case .missing(let runs):
        runsNothing
          ? .next(replications: asked, missingRuns: runs) : .incomplete(replications: asked, failedRuns: runs)
      }
    return PrecisionReport(
      plan: plan, state: state, replications: replications, cost: PrecisionReport.Cost(judged, of: file),
      check: judgment)
  }

  private static func plan(_ arguments: ParsedArguments, _ file: StudyFile) throws -> PrecisionPlan {
    let section = file.study.comparison
    var comparison = ComparisonPlan(section)
    if let names = try MetricSelection.names(arguments) {
      for name in names where MetricCatalogue.metric(name)?.polarity == nil {
        throw UsageError("\(ComparisonError.noPolarity(name))")
      }
      comparison.metrics =
        ComparisonPlan(
          baseline: section.baseline,
          metrics: names.map { name in (name, section.metrics.first { $0.name == name }?.margin) },
          confidence: section.confidence
        ).metrics
    }
    let labels = file.study.policies.map(\.label)
    guard labels.count > 1 else {
      throw UsageError("`--precision` needs two policies, found `\(labels.joined())` alone")
    }
    if let baseline = section.baseline, !labels.contains(baseline) {
      throw CommandFailure("\(ComparisonError.unknownBaseline(baseline, known: labels))")
    }
    let rule = try arguments.number("--precision", between: 0, and: 1).map {
      try RelativePrecisionRule(relativeError: $0)
    }
    return PrecisionPlan(
      comparison, target: rule.map { .relative($0) } ?? .margin,
      limit: try StageRule.limit(arguments, file))
  }
}

/// A rule of `slumber run` that adds replications to a study, stage by stage, until they are sufficient.
enum StageRule {
  static let options = """
    --precision [R] | add replications until half-widths reach their margins, or R/(1 + R) of the baseline
    --metric NAME | with --precision: use this metric instead of the study's metrics (may be repeated)
    --plan | with --precision: print the next number of replications, without running them
    --select METRIC | add replications until a rate per device-day selects the best policy (Kim and Nelson)
    --delta D | with --select: set the smallest lead that matters, such as 50 or "50 J/d"
    --confidence P | with --select: set the probability of correct selection (default: the study's confidence)
    --max-replications N | with --precision or --select: run at most N replications (default: 1000)
    """

  private static let names = ["--precision", "--select"]
  private static let shardReason = "the rule needs all replications"
  private static let numberReason = "the rule chooses the number, and `--max-replications` limits it"

  static let refusals: [Refusal] = [
    .excluding("--precision", ["--only", "--device", "--select", "--delta", "--confidence"]),
    .excluding("--select", ["--only", "--device", "--metric", "--plan"]),
    .excluding(
      "--precision", ["--shard"],
      because: shardReason
        + "; `--precision --plan` on a merged file prints the number that shards run next"),
    .excluding("--select", ["--shard"], because: shardReason),
    .excluding("--precision", ["--replications"], because: numberReason),
    .excluding("--select", ["--replications"], because: numberReason),
    .excluding("--plan", ["--fresh"]), .excluding("--plausible", names),
    .needing("--precision", ["--metric", "--plan"], "needs `--precision`"),
    .needing("--select", ["--delta", "--confidence"], "needs `--select METRIC`"),
    Refusal(
      options: ["--max-replications"], others: names, areNeeded: true,
      because: "needs `--precision` or `--select METRIC`"
    ),
  ]

  /// Runs the study by the rule that is asked for, as far as its file does not hold the runs; nil without a rule.
  static func run(_ arguments: ParsedArguments, _ file: StudyFile, by conduct: Conduct) throws -> ExitCode? {
    if arguments.has("--precision") { return try PrecisionMethod.run(arguments, file, by: conduct) }
    return arguments.has("--select") ? try SelectionMethod.run(arguments, file, by: conduct) : nil
  }

  /// - Parameter conduct: The way to run missing runs; nil to only read the file.
  static func run(
    _ method: inout some Method, _ arguments: ParsedArguments, _ file: StudyFile, by conduct: Conduct?
  ) throws -> ResultsFile? {
    let path = StudyOptions.resultsPath(arguments, file)
    let description = RunCommand.description(of: file)
    return try Experiment.run(
      &method, of: file, by: conduct,
      command: { RunCommand.command(arguments, file, replications: $0) },
      read: {
        if conduct == nil { return try ResultsFile.openIfThere(path, of: description) }
        // A file that cannot be used is refused when it is opened for writing.
        return arguments.has("--fresh") ? nil : try? ResultsFile.openIfThere(path, of: description)
      }, open: { try StudyOptions.results(arguments, path, for: description, planning: $0) })
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

extension PrecisionReport.Cost {
  init(_ stage: Experiment.Stage?, of file: StudyFile) {
    let runs = stage?.plan.entries ?? []
    self.init(
      runs: runs.count,
      deviceDays: runs.reduce(0) { sum, entry in
        sum + Double(entry.planned.devicesExpected) * file.points[entry.point].study.exactHorizonDays
      })
  }
}

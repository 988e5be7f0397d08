import ResultsStore
import Studies
import StudyReports

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

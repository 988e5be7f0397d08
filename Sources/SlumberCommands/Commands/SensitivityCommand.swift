import OutputAnalysis
import Studies
import StudyReports

enum SensitivityCommand {
  static let specification = CommandSpecification(
    name: "sensitivity", arguments: "STUDY", argumentCount: 1...1,
    summary:
      "Varies the assumptions of a study over their ranges, and tells which of them decide its comparisons.",
    example: "slumber sensitivity scenarios/quickstart.yaml --quick --against immediate --to sensitivity",
    options: DeviceSelection.pointOptions + [
      .flag(
        "--quick",
        "one assumption at a time at both ends, then the strongest in pairs, then the places of changes of sign"
      ),
      .value("--metric", "NAME", "this metric instead of those of the study's front", repeatable: true),
      .value(
        "--against", "POLICY", "compare this policy with the baseline; all others by default",
        repeatable: true),
      .value(
        "--over", "PREFIX", "only parameters whose name begins so; all assumptions by default",
        repeatable: true),
      .value(
        "--points", "N",
        "with --quick: then N points spread over all assumptions with an effect, for the share of the box in which each sign holds; such as 64"
      ),
      .value(
        "--map", "N",
        "with --quick: then a map of N by N points over the two assumptions that bring each difference nearest to another sign"
      ),
      .value(
        "--trajectories", "N",
        "without --quick: trajectories of the screening, at least \(SensitivityAllowance.fewestTrajectories); "
          + "\(SensitivityAllowance.usualTrajectories) by default, fewer where time is short"),
      .value(
        "--shares", "N",
        "without --quick: then Sobol' indices of up to \(SharesDesign.mostFactors) assumptions with an effect, from N rows; such as 63"
      ),
      .value("--grades", "D|CD", "grades of parameters that count as assumptions, D by default"),
      .value(
        "--replications", "N",
        "independent fleets of each point, at least 2; by default as many as make \(SensitivityRequest.phones) phones, at least "
          + "\(SignShare.fewestForInterval), of \(SensitivityRequest.fleet) devices of the study or as many as --devices says"
      ),
      .value(
        "--budget", "MINUTES",
        "time on two processors to which the search is cut, \(SensitivityRequest.fullBudget) by default, "
          + "\(SensitivityRequest.quickBudget) with --quick; 0 for any"
      ),
      .value(
        "--to", "FOLDER",
        "a folder for tables (CSV, JSON), pictures (SVG) and finished runs, from which a stopped search goes on"
      ),
      .value(
        "--shard", "I/N",
        "only the trajectories of shard I of N, into --to; then the same command without --shard"),
      .value("--jobs", "N", "workers; one per processor that the process may use by default"),
      .value("--progress", "auto|plain|none", "how progress is shown on standard error"),
      .flag("--json", "everything as JSON"), StudyOptions.allowCommands,
    ] + OutputForm.tableOptions + StudyOptions.all, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let isQuick = arguments.has("--quick")
    try arguments.refuse(isQuick ? ["--trajectories", "--shares"] : ["--points", "--map"]) {
      isQuick ? "`--quick` and `\($0)` exclude each other" : "`\($0)` needs `--quick`"
    }
    let shard = try shard(arguments)
    return isQuick
      ? try QuickSearch(arguments).run(arguments) : try Screening(arguments, shard).run(arguments)
  }

  private static func shard(_ arguments: ParsedArguments) throws -> Shard? {
    guard let shard = try arguments.shard() else { return nil }
    for (option, reason) in [
      ("--quick", "its bisection needs the result of each point before it knows the next"),
      ("--shares", "they are of the assumptions that the whole screening finds"),
    ] {
      try arguments.refuse([option]) { "`--shard` and `\($0)` exclude each other: \(reason)" }
    }
    guard arguments.has("--to"), arguments.value("--budget") == "0" else {
      throw UsageError(
        "`--shard` needs `--to FOLDER` and `--budget 0`: all shards keep their runs there, and each machine would cut the "
          + "search otherwise")
    }
    return shard
  }
}

import Basics
import Studies
import StudyReports

enum AblateCommand {
  static let specification = CommandSpecification(
    name: "ablate", arguments: "STUDY", argumentCount: 1...1,
    summary: "Measures the effect of each soft gate and of the score.",
    example: "slumber ablate scenarios/quickstart.yaml --policy seven-factor",
    options: """
      \(DeviceSelection.pointOptions)
      --metric NAME | use this metric instead of the default metrics (may be repeated)
      --confidence C | set the simultaneous confidence of all intervals (default: 0.95)
      --replications --jobs --progress
      --json | print the whole output as JSON
      --shard I/N | run only shard I of N; after `slumber merge`, run the command without --shard
      --allow-commands
      \(ExperimentRun.options("ablate"))
      --csv --markdown
      \(StudyOptions.options)
      """,
    refusals: ExperimentRun.refusals, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let named = arguments.all("--policy")
    guard named.count <= 1 else { throw UsageError("`ablate` takes one --policy, found \(named.count)") }
    let metrics = try MetricSelection.names(arguments) ?? Ablation.defaultMetrics
    let confidence = try arguments.number("--confidence", between: 0.5, and: 1) ?? 0.95
    let chosen = try arguments.integer("--replications", atLeast: 1)

    let file = try StudyOptions.study(arguments)
    for warning in file.warnings { Terminal.note("warning: \(warning)") }
    let point = try DeviceSelection.designPoint(arguments, file)
    let experiment = try ExperimentRun(arguments, [file])
    let replications = chosen ?? point.study.replications
    var method = AblationMethod(
      file, point, policy: point.study.policies[0], replications: replications, metrics: metrics,
      confidence: confidence)
    Terminal.note(
      "\(method.plan.policy.label): \(method.runCount) runs of "
        + "\(CountText.text(point.study.deviceCount, "device")), for \(method.plan.settings.count) settings in "
        + CountText.text(replications, "replication"))
    Interruption.install()
    if let end = try experiment.run(&method) { return end }
    if let report = try method.findings() {
      try Terminal.show(report.page, json: report.json, arguments)
    } else {
      for failure in method.failures { Terminal.error("slumber: \(failure.label): \(failure.text)") }
    }
    experiment.noteResults()
    return method.failures.isEmpty ? .done : .someRunsFailed
  }
}

import Basics
import Studies
import StudyReports

enum AblateCommand {
  static let specification = CommandSpecification(
    name: "ablate", arguments: "STUDY", argumentCount: 1...1,
    summary: "Runs a policy with each factor and condition off, and tells the effect of each.",
    example: "slumber ablate scenarios/quickstart.yaml --policy seven-factor",
    options: """
      \(DeviceSelection.pointOptions)
      --metric NAME | this metric instead of the default ones (may be repeated)
      --confidence C | confidence of all intervals together, 0.95 by default
      --replications --jobs --progress
      --json | everything as JSON
      --shard I/N | run the blocks of shard I of N only; `slumber merge` joins the shards, then the same \
      command shows the findings
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

import Basics
import Studies
import StudyReports

enum AblateCommand {
  static let specification = CommandSpecification(
    name: "ablate", arguments: "STUDY", argumentCount: 1...1,
    summary: "Runs a policy with each factor and condition off, and tells the effect of each.",
    example: "slumber ablate scenarios/quickstart.yaml --policy seven-factor",
    options: DeviceSelection.pointOptions + [
      .value("--metric", "NAME", "this metric instead of the default ones", repeatable: true),
      .value("--confidence", "C", "confidence of all intervals together, 0.95 by default"), .replications,
      .jobs, .progress, .everythingAsJSON, .allowCommands,
    ] + OutputForm.tableOptions + StudyOptions.all, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let named = arguments.all("--policy")
    guard named.count <= 1 else { throw UsageError("`ablate` takes one --policy, found \(named.count)") }
    let metrics = try MetricSelection.names(arguments) ?? Ablation.defaultMetrics
    let confidence = try arguments.number("--confidence", between: 0.5, and: 1) ?? 0.95
    let jobs = try Host.workers(arguments)
    let style = try ProgressReporter.style(arguments)
    let chosen = try arguments.integer("--replications", atLeast: 1)

    let file = try StudyOptions.study(arguments)
    for warning in file.warnings { Terminal.note("warning: \(warning)") }
    let point = try DeviceSelection.designPoint(arguments, file)
    let replications = chosen ?? point.study.replications
    let policy = point.study.policies[0]
    let plan = AblationPlan(policy)
    let runner = AblationRunner(
      file, point: point, policy: policy, plan: plan, replications: replications, metrics: metrics)
    let devices = point.study.deviceCount
    Terminal.note(
      "\(plan.policy.label): \(runner.runCount) runs of \(CountText.text(devices, "device")), for "
        + "\(plan.settings.count) settings in \(CountText.text(replications, "replication"))")

    let progress = ProgressReporter(total: runner.deviceDays, style: style)
    Interruption.install()
    let results: AblationResults
    do {
      defer { progress.finish() }
      results = try runner.run(
        jobs: jobs, shouldStop: { Interruption.isRequested }, progress: { progress.update($0) })
    } catch StudyRunner.Stop.interrupted {
      Terminal.error("interrupted; nothing is stored")
      return .interrupted
    }
    guard !results.runs.isEmpty else {
      for failure in results.failures { Terminal.error("slumber: \(failure.label): \(failure.text)") }
      return .someRunsFailed
    }
    let ablation = try Ablation(results, plan: plan, metrics: metrics, confidence: confidence)
    let report = AblationReport(
      ablation, study: point.study.name, designPoint: point.name, designPoints: file.points.count,
      devices: devices, isTraced: point.study.trace != nil, replications: replications, results: results)
    try Terminal.show(report.page, json: report.json, arguments)
    return results.failures.isEmpty ? .done : .someRunsFailed
  }
}

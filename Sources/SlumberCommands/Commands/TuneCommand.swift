import Basics
import OutputAnalysis
import Studies
import StudyReports

enum TuneCommand {
  static let specification = CommandSpecification(
    name: "tune", arguments: "STUDY", argumentCount: 1...1,
    summary: "Searches better settings of a policy and tests them on new seeds.",
    example: "slumber tune scenarios/quickstart.yaml --policy seven-factor --over score. --to tuned",
    options: """
      --policy NAME | tune this policy, which the study need not list
      --over PATH | vary only parameters of the policy whose name begins with PATH (default: all) (may be repeated)
      --front X,Y | search the front of these two metrics (default: the first front of the study)
      --points N | begin with N settings (default: \(TuningPlan.usualPoints))
      --replications N | search in N replications, and test in N further ones (default: the study's value, \
      at least \(TuningPlan.fewestReplications))
      --budget MINUTES | limit the time on two cores; 0: no limit (default: \(SensitivityRequest.quickBudget))
      --to FOLDER | write tables (CSV, JSON) and finished runs into this folder
      --seed N | set the seed of all random streams and settings (overrides the study)
      --days N | set the horizon in days, warm-up included
      --devices N | set the number of devices
      --set
      \(DeviceSelection.pointOptions)
      --shard I/N | run only shard I of N; after `slumber merge`, repeat the command
      --jobs --progress
      --json | print the whole output as JSON
      --allow-commands
      \(ExperimentRun.options("tune", hasFolder: true))
      --csv --markdown --legend
      """, refusals: ExperimentRun.refusals, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    _ = try arguments.value("--policy", or: "`tune` needs `--policy NAME`")
    let budget = try arguments.integer("--budget", atLeast: 0) ?? SensitivityRequest.quickBudget
    guard try arguments.shard() == nil || budget == 0 else {
      throw UsageError(
        "`--shard` needs `--budget 0`, because a time limit cuts the search differently on each machine")
    }
    let points = try arguments.integer("--points", atLeast: 2)
    let asked = try arguments.integer("--replications", atLeast: 2)
    let file = try StudyOptions.study(arguments)
    for warning in file.warnings { Terminal.note("warning: \(warning)") }
    let point = try DeviceSelection.designPoint(arguments, file)
    let metrics =
      try MetricSelection.front(arguments) ?? FrontMetrics(FrontierPlan(point.study.comparison).metrics[0])
    let policy = point.study.policies[0]
    let box = try box(arguments, policy)
    let plan = TuningPlan(
      points: points ?? TuningPlan.usualPoints,
      replications: asked ?? max(point.study.replications, TuningPlan.fewestReplications))
    let situation = Situation(
      file, at: point, box: box, policies: [policy.label], devices: point.study.deviceCount,
      numbers: .metrics(andSubstitutes: [metrics.first.name, metrics.second.name]),
      catalogue: arguments.policies)
    let (cut, sentences) = try cut(plan, toMinutes: budget, situation)
    guard let search = TuningSearch(box, cut, seed: point.study.seed) else {
      throw UsageError(
        "`tune` varies at most \(SobolSequence.dimensionLimit) numbers, found \(box.factors.count). "
          + "Choose parameters with --over")
    }
    var method = TuningMethod(search, file, point, policy: policy, metrics: metrics)
    method.cuts = sentences
    let experiment = try ExperimentRun(arguments, [file], minutes: budget)
    try experiment.makeFolder()
    Interruption.install()
    if let end = try experiment.run(&method) { return end }
    let report = try method.findings()
    for failure in method.failures.prefix(3) { Terminal.error("slumber: \(failure)") }
    let json = report.json
    try experiment.store(report.files, json, as: "tune.json")
    try Terminal.show(report.page, json: json, arguments)
    experiment.noteResults()
    return method.failures.isEmpty ? .done : .someRunsFailed
  }

  /// The parameters to vary; a path may begin with the policy, as in `--set`.
  private static func box(_ arguments: ParsedArguments, _ policy: StudyPolicy) throws -> SensitivityBox {
    let all = TuningMethod.box(policy, patterns: []).factors.map(\.definition.name).unique
    guard !all.isEmpty else {
      throw CommandFailure(
        "the policy `\(policy.label)` has no parameters with a range or words", code: .usage)
    }
    let patterns = arguments.all("--over").map { path in
      let prefix = "policies.\(policy.label)."
      return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
    for pattern in patterns where !all.contains(where: { $0.hasPrefix(pattern) }) {
      throw UsageError(
        "`--over` was given `\(pattern)`\(NameSuggestion.question(for: pattern, in: all)), expected the beginning of a "
          + "parameter of `\(policy.label)`: \(all.joined(separator: ", "))")
    }
    return TuningMethod.box(policy, patterns: patterns)
  }

  /// Reduces a plan so that it fits into the time, by a sample of the policy.
  private static func cut(
    _ plan: TuningPlan, toMinutes budget: Int, _ situation: Situation
  ) throws -> (plan: TuningPlan, sentences: [String]) {
    guard budget > 0 else { return (plan, []) }
    let seconds =
      try situation.secondsPerRun(within: CostSample.longest)
      * Double(situation.base.study.deviceCount)
    let processors = Double(SensitivityAllowance.processors)
    guard let cut = plan.fitting(runs: 60 * Double(budget) * processors / max(1e-9, seconds)) else {
      throw CommandFailure(
        "`--budget \(budget)` (in minutes, on \(SensitivityAllowance.processors) cores) is too short for \(TuningPlan.fewestPoints) "
          + "settings. Use fewer devices or days, or raise --budget")
    }
    let isCut = cut != plan
    let sentence =
      SensitivityAllowance.reason(minutes: budget)
      + "\(cut.points) of \(plan.points) settings in \(cut.replications) of "
      + "\(CountText.text(plan.replications, "replication"))."
    if isCut { Terminal.note(sentence) }
    Terminal.note(
      "at most \(CountText.text(cut.runs, "run")), about \(TimeSpanText.text(seconds * Double(cut.runs) / processors)) on "
        + "\(SensitivityAllowance.processors) cores")
    return (cut, isCut ? [sentence] : [])
  }
}

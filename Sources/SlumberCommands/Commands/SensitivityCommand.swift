import ClusterJobs
import JSON
import ModelParameters
import SensitivityDesign
import StudyExecution
import StudyFormat
import StudyReports

/// `slumber sensitivity`: the assumptions that decide a comparison.
enum SensitivityCommand {
  static let specification = CommandSpecification(
    name: "sensitivity", arguments: "STUDY", argumentCount: 1...1,
    summary:
      "Varies the assumptions of a study over their ranges, and tells which of them decide its comparisons.",
    example: "slumber sensitivity scenarios/quickstart.yaml --quick --against immediate --to sensitivity",
    options: DeviceSelection.pointOptions + [
      .flag(
        "--quick",
        "needed: one assumption at a time at both ends, then the strongest in pairs, then the places of changes of sign"
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
        "then N points spread over all assumptions with an effect, for the share in which each sign holds; such as 64"
      ),
      .value("--grades", "D|CD", "grades of parameters that count as assumptions, D by default"),
      .value("--replications", "N", "independent fleets, \(defaultReplications) by default, at least 2"),
      .value(
        "--budget", "MINUTES",
        "time on two processors within which devices and parameters are cut, \(defaultBudget) by default; 0 for any"
      ),
      .value("--to", "FOLDER", "a folder for tables (CSV, JSON) and bar charts (SVG)"),
      .value("--jobs", "N", "workers; one per processor that the process may use by default"),
      .value("--progress", "auto|plain|none", "how progress is shown on standard error"),
      .flag("--json", "everything as JSON"), StudyOptions.allowCommands,
    ] + OutputForm.tableOptions + StudyOptions.all, run: run)

  static let defaultReplications = 5
  static let defaultBudget = 10

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard arguments.has("--quick") else {
      throw UsageError(
        description: "`sensitivity` needs `--quick`: the full screening is not in this version",
        command: "sensitivity")
    }
    let replications = try arguments.integer("--replications", atLeast: 2) ?? defaultReplications
    let budget = try arguments.integer("--budget", atLeast: 0) ?? defaultBudget
    let spread = try arguments.integer("--points", atLeast: 2) ?? 0
    let jobs = try arguments.integer("--jobs", atLeast: 1) ?? Host.workers()
    let style = try ProgressReporter.style(arguments)
    let grades = try grades(arguments)
    let chosenMetrics = try MetricSelection.names(arguments)

    let file = try StudyOptions.study(arguments)
    for warning in file.warnings { Terminal.note("warning: \(warning)") }
    let point = try DeviceSelection.designPoint(arguments, file)
    let metrics =
      chosenMetrics ?? point.study.comparison.front ?? [
        DefaultMetrics.front.first, DefaultMetrics.front.second,
      ]
    let policies = try policies(arguments, point.study)
    var box = SensitivityBox(
      point, policies: policies, grades: grades, patterns: arguments.all("--over"),
      catalogue: arguments.policies)
    guard !box.factors.isEmpty else {
      let over = arguments.all("--over").map { "--over `\($0)`" }.joined(separator: ", ")
      throw CommandFailure(
        description:
          "found no assumption to vary\(over.isEmpty ? "" : " by \(over)"), expected parameters of grade "
          + "\(grades.map(\.rawValue).sorted().joined(separator: " or ")) that the study `\(point.study.name)` depends on; "
          + "`slumber parameters` shows all"
      )
    }
    let folder = arguments.value("--to")
    if let folder {
      try FilePlace.makeFolder(folder)
      // A search takes minutes: none of them is lost to a place that cannot be written.
      guard FilePlace.isWritableFolder(folder) else {
        throw CommandFailure(
          description: "`\(folder)` is no folder that can be written, expected one for `--to`")
      }
    }

    func runner(_ box: SensitivityBox, devices: Int) -> SensitivityRunner {
      SensitivityRunner(
        file, point: point, box: box, policies: policies, replications: replications, devices: devices,
        metrics: metrics, catalogue: arguments.policies)
    }
    var devices = point.study.deviceCount
    var cuts: [String] = []
    if budget > 0 {
      let cut = try self.cut(
        box, to: budget, spread: spread, runner(box, devices: devices),
        comparisons: metrics.count * (policies.count - 1))
      (box, devices, cuts) = (cut.box, cut.devices, cut.sentences)
      for sentence in cuts { Terminal.note(sentence) }
    }

    Interruption.install()
    let runner = runner(box, devices: devices)
    var analysis = SensitivityAnalysis(
      box, policies: policies, metrics: metrics, spread: spread, seed: point.study.seed)
    do {
      while !analysis.next.isEmpty {
        let points = analysis.next
        Terminal.note(
          "\(stepName(analysis.search.step)): \(points.count) \(points.count == 1 ? "point" : "points"), "
            + "\(points.count * policies.count * replications) runs of \(devices) "
            + (devices == 1 ? "device" : "devices"))
        try analysis.add(try run(runner, points, jobs: jobs, style))
      }
    } catch StudyRunner.Stop.interrupted {
      Terminal.error("interrupted; nothing is stored")
      return .interrupted
    }
    for failure in analysis.failures.prefix(3) {
      Terminal.error("slumber: \(box.text(failure.point)): \(failure.text)")
    }
    let report = SensitivityReport(
      analysis, study: point.study.name, studyDigest: file.baseDigest, designPoint: point.name,
      devices: devices,
      replications: replications,
      cuts: cuts)
    if let folder {
      for table in report.files { try OutputFile.write(table.bytes, to: "\(folder)/\(table.name)") }
      try OutputFile.write(report.json.text() + "\n", to: "\(folder)/sensitivity.json")
    }
    try Terminal.show(report.page, json: report.json, arguments)
    return analysis.failures.isEmpty ? .done : .someRunsFailed
  }

  private static func run(
    _ runner: SensitivityRunner, _ points: [SensitivityPoint], jobs: Int, _ style: ProgressReporter.Style
  ) throws -> SensitivityResults {
    let batch = runner.batch(points)
    let progress = ProgressReporter(total: batch.cellCount, style: style)
    defer { progress.finish() }
    return try batch.run(
      jobs: jobs, shouldStop: { Interruption.isRequested }, progress: { progress.update($0) })
  }

  /// Fits the search into the time, by the cost of a sample.
  private static func cut(
    _ box: SensitivityBox, to minutes: Int, spread: Int, _ runner: SensitivityRunner, comparisons: Int
  ) throws -> SensitivityAllowance.Cut {
    let base = runner.base
    let sample = try CostSample.measure(base, BlockPlan(base, RunPlan(base, command: "")))
    let seconds = sample.map { $0.seconds * base.study.exactHorizonDays / max(1, $0.deviceDays) }
    let allowance = SensitivityAllowance(
      minutes: minutes, secondsPerRun: seconds ?? CostSample.longest, comparisons: comparisons,
      runsPerPoint: runner.policies.count * runner.replications, spread: spread)
    guard let cut = allowance.cut(box, devices: runner.devices) else {
      throw CommandFailure(
        description:
          "found no time for a single assumption within \(minutes) minutes, expected fewer days, policies or "
          + "replications, or a larger --budget")
    }
    return cut
  }

  private static func stepName(_ step: SensitivitySearch.Step) -> String {
    switch step {
    case .oneAtATime: "one at a time"
    case .corners: "corners of the strongest"
    case .boundaries: "places of changes of sign"
    case .spread, .done: "points over all assumptions with an effect"
    }
  }

  private static func grades(_ arguments: ParsedArguments) throws -> Set<EvidenceGrade> {
    switch arguments.value("--grades") {
    case nil, "D": [.d]
    case "CD": [.c, .d]
    case let other?:
      throw UsageError(
        description: "`--grades` was given `\(other)`, expected D or CD", command: "sensitivity")
    }
  }

  /// The baseline and the policies that are compared with it.
  private static func policies(_ arguments: ParsedArguments, _ study: Study) throws -> [String] {
    let labels = study.policies.map(\.label)
    let baseline = study.comparison.baseline ?? labels[0]
    let named = arguments.all("--against")
    for (place, name) in named.enumerated() {
      guard labels.contains(name), name != baseline else {
        let others = labels.filter { $0 != baseline }.joined(separator: ", ")
        throw UsageError(
          description:
            "`--against` was given `\(name)`, expected a policy of the study other than its baseline "
            + "`\(baseline)`: \(others.isEmpty ? "it has none, add one with --policy" : others)",
          command: "sensitivity")
      }
      if named[..<place].contains(name) {
        throw UsageError(description: "`--against` was given `\(name)` twice", command: "sensitivity")
      }
    }
    let others = named.isEmpty ? labels.filter { $0 != baseline } : named
    guard !others.isEmpty else {
      throw CommandFailure(
        description: "found one policy, expected at least two to compare: name each with --policy NAME")
    }
    return [baseline] + others
  }
}

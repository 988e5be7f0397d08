import Basics
import ResultsStore
import Studies
import StudyReports

enum RunCommand {
  static let specification = CommandSpecification(
    name: "run", arguments: "STUDY", argumentCount: 1...1,
    summary: "Runs a study and compares its policies, reusing stored results.",
    example: "slumber run scenarios/quickstart.yaml --jobs 2",
    options: """
      --results FILE | use this results file (default: STUDY.results.sqlite in this folder)
      --jobs --replications
      --fresh | repeat all runs, including finished runs
      --shard I/N | run only shard I of N; `slumber merge` joins the published results
      --only RUN_ID | replay one run and print its metrics, without storing results
      --device K | with --only: simulate only this device
      --progress
      --json | print the comparison as JSON
      --plausible FOLDER | also run plausible parameter sets of `slumber fit`, and print how each difference varies
      --points N | with --plausible: run N parameter sets (default: \(plausiblePoints))
      \(StageRule.options)
      --csv --markdown --latex --legend --allow-commands
      \(StudyOptions.options)
      """,
    refusals: StageRule.refusals + [
      .needing("--only", ["--device"], "needs `--only RUN_ID`"),
      .needing("--plausible", ["--points"], "needs `--plausible FOLDER`"),
      .excluding("--shard", ["--only", "--fresh", "--json"]),
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    // Before the study is read: a batch system may ask to stop at any time.
    if !arguments.has("--only") { Interruption.install() }
    let study = try StudyOptions.study(arguments)
    // Warnings are of the study's own values, not again of each plausible point.
    for warning in study.warnings { Terminal.note("warning: \(warning)") }
    let file = try plausible(arguments, study)
    let replications = try StudyOptions.replications(arguments, file)
    let shard = try arguments.shard()
    let jobs = try Host.workers(arguments)
    let style = try ProgressReporter.style(arguments)
    let conduct = Conduct.here(jobs: jobs, style: style, tellsFailure: true)
    if let code = try StageRule.run(arguments, file, by: conduct) { return code }
    let plan = RunPlan(file, command: command(arguments, file), replications: replications)
    if let id = arguments.value("--only") { return try RunReplay.run(id, arguments, file, plan) }
    let path = StudyOptions.resultsPath(arguments, file)
    let description = description(of: file)
    if let shard {
      return try ShardRun.run(shard, of: file, plan, description, into: path, jobs: jobs, style: style)
    }
    StudyOptions.noteEarlierResults(arguments, file)
    let planned = plan.entries.map(\.planned)
    let results = try StudyOptions.results(arguments, path, for: description, planning: planned)
    let others = Set(try results.runs().map(\.designPoint)).subtracting(planned.map(\.designPoint))
    if let other = others.min() {
      Terminal.note(
        "warning: the comparison includes runs of `\(other)` in \(path), a design point that this study does not have. "
          + "The study changed, or another study used this file. To keep the results apart, use `--results FILE`"
      )
    }
    let missing = try Experiment.missing(of: plan, in: file, into: results) { Host.clock() }
    Terminal.detail(
      "\(missing.blockCount) blocks of devices to run with \(jobs) \(jobs == 1 ? "worker" : "workers")")
    let isInterrupted = try missing.run(conduct).isInterrupted
    return try finish(results, arguments, file, isInterrupted: isInterrupted)
  }

  private static let plausiblePoints = 20

  private static func plausible(_ arguments: ParsedArguments, _ file: StudyFile) throws -> StudyFile {
    let count = try arguments.integer("--points", atLeast: 2)
    guard let folder = arguments.value("--plausible") else { return file }
    let points = try PlausiblePoints(folder: folder)
    do {
      return try file.at(points, count: count ?? plausiblePoints, catalogue: arguments.policies)
    } catch let error as PlausiblePoints.Failure { throw CommandFailure("`--plausible`: \(error)") }
  }

  static func description(of file: StudyFile) -> StudyDescription {
    file.description(
      versions: [
        .init(name: "slumber", version: Version.number), .init(name: "model", version: ModelVersion.current),
        .init(name: "Swift", version: Version.swift), .init(name: "GSL", version: Version.library),
      ], commit: Version.commit)
  }

  static func finish(
    _ results: ResultsFile, _ arguments: ParsedArguments, _ file: StudyFile, isInterrupted: Bool,
    appendix: (page: TextPage, name: String, json: JSONValue)? = nil
  ) throws -> ExitCode {
    let section = file.study.comparison
    // What was run is stored and named, whatever the comparison comes to.
    let report = Result {
      try ComparisonReport(
        results, plan: ComparisonPlan(section), policies: PolicyFacts(arguments.policies),
        frontier: FrontierPlan(section))
    }
    if case .success(var report) = report {
      report.isForPrograms = try OutputForm(arguments) == .csv
      var (page, json) = (report.page, report.json)
      if let appendix {
        page.addGap()
        page.add(appendix.page)
        json = .object((json.members ?? []) + [.init(appendix.name, appendix.json)])
      }
      try Terminal.show(page, json: json, arguments)
    }
    Terminal.note("results: \(results.path)")
    if case .failure(let error) = report { Terminal.error("slumber: the comparison failed: \(error)") }
    let code = end(isInterrupted: isInterrupted, failed: try results.counts().failed)
    if code != .done { return code }
    if case .failure = report { return .failed }
    return .done
  }

  static func end(isInterrupted: Bool, failed: Int) -> ExitCode {
    if isInterrupted {
      Terminal.error("interrupted; all finished blocks are stored. To continue, run the same command")
      return .interrupted
    }
    guard failed > 0 else { return .done }
    let runs = CountText.text(failed, "run")
    Terminal.error("\(runs) failed; the stored error of each run contains the command that replays it")
    return .someRunsFailed
  }

  /// The words that repeat this invocation for one run, in the folder of the study: the same words, however the
  /// command was called.
  static func command(_ arguments: ParsedArguments, _ file: StudyFile, replications: Int? = nil) -> String {
    let path = file.path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var words = [arguments.programName, "run", ShellWord.quoted(name)]
    for option in [
      "--seed", "--days", "--devices", "--set", "--policy", "--replications", "--plausible", "--points",
    ] {
      let chosen = option == "--replications" ? replications.map { [String($0)] } : nil
      for value in chosen ?? arguments.all(option) { words += [option, ShellWord.quoted(value)] }
    }
    if file.hasCommands { words.append("--allow-commands") }
    return words.joined(separator: " ")
  }
}

/// `slumber run --only`: a repeated run, which is not stored.
enum RunReplay {
  static func run(
    _ id: String, _ arguments: ParsedArguments, _ file: StudyFile, _ plan: RunPlan
  ) throws -> ExitCode {
    guard let entry = plan.entries.first(where: { $0.planned.runID == id }) else {
      throw CommandFailure("the study has no run `\(id)`; `runs.csv` of an export lists them", code: .usage)
    }
    let device = try arguments.integer("--device", atLeast: 0)
    if let device, device >= entry.planned.devicesExpected {
      throw CommandFailure(
        "the run has \(entry.planned.devicesExpected) devices, found --device \(device)", code: .usage)
    }
    guard let finished = try Experiment.replayed([entry], of: file, device: device).first else {
      return .failed
    }
    if let failure = finished.failure {
      Terminal.error("slumber: \(failure)")
      return .someRunsFailed
    }
    let rows = finished.accumulator.metrics(runID: id).filter { $0.scope == .population }
    let table = TextTable(
      rows,
      [
        .page("metric") { MetricCatalogue.marked($0.metric) }, .page("unit", \.unit),
        .page("value", .right) { $0.value.map { "\($0)" } ?? "" },
      ])
    let record: Table<RunAccumulator> = [
      "run_id": { _ in id }, "events": \.events,
      "metrics": { _ in JSONValue.object(rows.map { .init($0.metric, $0.value.json) }) },
    ]
    try Terminal.show(
      TextPage("run \(id): \(finished.accumulator.events) events", table),
      json: record.json(finished.accumulator), arguments)
    return .done
  }
}

import JSON
import PhoneSimulation
import PlainText
import ResultsStore
import StudyExecution
import StudyFormat
import StudyReports
import Synchronization

/// `slumber run`: does what is missing in the results file and prints the comparison.
enum RunCommand {
  static let specification = CommandSpecification(
    name: "run", arguments: "STUDY", argumentCount: 1...1,
    summary: "Runs what is missing of a study, then compares its policies.",
    example: "slumber run scenarios/quickstart.yaml --jobs 2",
    options: [
      .value("--results", "FILE", "results file; STUDY-NAME.results.sqlite by default"),
      .value("--jobs", "N", "workers; one per processor that the process may use by default"),
      .value("--replications", "N", "independent fleets instead of the study's number"),
      .flag("--fresh", "do all runs again"),
      .value("--only", "RUN_ID", "replay one run and print its metrics; nothing is stored"),
      .value("--device", "K", "with --only: only this device"),
      .value("--progress", "auto|plain|none", "how progress is shown on standard error"),
      .flag("--json", "the comparison as JSON"), StudyOptions.allowCommands,
    ] + StudyOptions.all, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = try StudyOptions.study(arguments)
    for warning in file.warnings { Terminal.error("warning: \(warning)") }
    let replications = try arguments.integer("--replications", atLeast: 1)
    if let replications, let excess = file.runsBeyondLimit(replications: replications) {
      throw UsageError(
        description: "`--replications` asks for \(excess), expected at most 100000 replications and "
          + "\(StudyFile.runLimit) runs", command: "run")
    }
    let plan = RunPlan(file, command: command(arguments, file), replications: replications)
    let jobs = try arguments.integer("--jobs", atLeast: 1) ?? Host.workers()
    let style = try ProgressReporter.style(arguments)
    if let id = arguments.value("--only") { return try replay(id, arguments, file, plan) }
    if arguments.has("--device") {
      throw UsageError(description: "`--device` goes with `--only`", command: "run")
    }

    let path = arguments.value("--results") ?? defaultPath(arguments, file)
    let description = file.description(
      versions: [
        .init(name: "slumber", version: Version.number), .init(name: "model", version: ModelVersion.current),
        .init(name: "Swift", version: Version.swift),
        .init(name: "GSL", version: Version.library),
      ], commit: Version.commit)
    Interruption.install()
    let planned = plan.entries.map(\.planned)
    let results = try Interruption.protected {
      // `--fresh`: a file that is not ours, or of another study, is refused all the same.
      try arguments.has("--fresh")
        ? ResultsFile.replace(path, for: description, planning: planned)
        : ResultsFile.open(path, for: description, planning: planned)
    }
    let done = try results.runIDs(.ok)
    let missing = plan.entries.filter { !done.contains($0.planned.runID) }
    let interrupted = try execute(missing, file, jobs, results, style)

    let section = file.study.comparison
    // What was run is stored and named, whatever the comparison comes to.
    let report = Result {
      try ComparisonReport(
        results, plan: ComparisonPlan(section), policies: PolicyFacts(arguments.policies),
        frontier: FrontierPlan(section))
    }
    if case .success(let report) = report {
      Terminal.out(arguments.has("--json") ? report.json.text() : report.text)
    }
    Terminal.error("results: \(path)")
    if case .failure(let error) = report { Terminal.error("slumber: the comparison failed: \(error)") }
    if interrupted {
      Terminal.error("interrupted; all finished runs are stored, and the same command goes on")
      return .interrupted
    }
    let failed = try results.counts().failed
    if failed > 0 {
      Terminal.error("\(failed) runs failed; each stored error names the command that replays it")
      return .someRunsFailed
    }
    if case .failure = report { return .failed }
    return .done
  }

  /// Does the missing runs; true if the user interrupted.
  private static func execute(
    _ missing: [RunPlan.Entry], _ file: StudyFile, _ jobs: Int, _ results: ResultsFile,
    _ style: ProgressReporter.Style
  ) throws -> Bool {
    let runner = StudyRunner(file, runs: missing)
    let progress = ProgressReporter(total: runner.cellCount, style: style)
    guard !missing.isEmpty else { return false }
    let host = Host.name
    let started = Host.time
    let failures = Atomic<Int>(0)
    let clock = Mutex(ProgressReporter.clock())
    defer { progress.finish() }
    do {
      try runner.run(
        jobs: jobs, shouldStop: { Interruption.isRequested },
        progress: { progress.update($0, failed: failures.load(ordering: .relaxed)) },
        finish: { finished in
          let now = ProgressReporter.clock()
          let wall = clock.withLock { last in
            defer { last = now }
            return now - last
          }
          if let failure = finished.failure, failures.add(1, ordering: .relaxed).oldValue == 0 {
            Terminal.error("slumber: a run of `\(finished.entry.planned.policy)` failed: \(failure)")
          }
          let run = finished.stored(
            provenance: ProvenanceRow(
              runID: finished.entry.planned.runID, wallSeconds: wall, host: host, started: started,
              ended: Host.time))
          try Interruption.protected { try results.store(run) }
        })
    } catch StudyRunner.Stop.interrupted {
      return true
    }
    return false
  }

  private static func replay(
    _ id: String, _ arguments: ParsedArguments, _ file: StudyFile, _ plan: RunPlan
  ) throws -> ExitCode {
    guard let entry = plan.entries.first(where: { $0.planned.runID == id }) else {
      throw CommandFailure(description: "the study has no run `\(id)`; `runs.csv` of an export lists them")
    }
    let device = try arguments.integer("--device", atLeast: 0)
    if let device, device >= entry.planned.devicesExpected {
      throw CommandFailure(
        description: "the run has \(entry.planned.devicesExpected) devices, found --device \(device)")
    }
    let runner = StudyRunner(file, runs: [entry], device: device)
    let found = Mutex<StudyRunner.Finished?>(nil)
    try runner.run(jobs: 1) { finished in found.withLock { $0 = finished } }
    guard let finished = found.withLock({ $0 }) else { return .failed }
    if let failure = finished.failure {
      Terminal.error("slumber: \(failure)")
      return .someRunsFailed
    }
    var table = TextTable([("metric", .left), ("unit", .left), ("value", .right)])
    let rows = finished.accumulator.metrics(runID: id).filter { $0.scope == .population }
    for row in rows { table.add([row.metric, row.unit, row.value.map { "\($0)" } ?? ""]) }
    if arguments.has("--json") {
      let members = rows.map { JSONValue.Member($0.metric, .optional($0.value)) }
      Terminal.out(
        JSONValue.members([
          "run_id": .string(id), "events": .integer(finished.accumulator.events),
          "metrics": .object(members),
        ]).text())
    } else {
      Terminal.out("run \(id): \(finished.accumulator.events) events")
      Terminal.out(table.text)
    }
    return .done
  }

  /// The words that repeat this invocation for one run.
  private static func command(_ arguments: ParsedArguments, _ file: StudyFile) -> String {
    var words = [arguments.programName, "run", Shell.quoted(arguments.arguments[0])]
    for option in ["--seed", "--days", "--devices", "--set", "--policy", "--replications"] {
      for value in arguments.all(option) { words += [option, Shell.quoted(value)] }
    }
    if file.hasCommands { words.append(StudyOptions.allowCommands.name) }
    return words.joined(separator: " ")
  }

  private static func defaultPath(_ arguments: ParsedArguments, _ file: StudyFile) -> String {
    let suffix = StudyOptions.changesIdentity(arguments) ? "-\(file.baseDigest.prefix(8))" : ""
    return "\(file.study.name)\(suffix).results.sqlite"
  }

}

extension StudyRunner.Finished {
  /// What a results file keeps of it.
  func stored(provenance: ProvenanceRow) -> FinishedRun {
    let id = entry.planned.runID
    if let failure {
      return FinishedRun(
        run: entry.planned,
        outcome: .failed(
          "\(failure); replay: \(entry.planned.replay) --device \(failure.device)", devicesDone: devicesDone),
        provenance: provenance)
    }
    return FinishedRun(
      run: entry.planned,
      outcome: .ok(devices: devicesDone, events: accumulator.events, eventHash: accumulator.eventHash),
      metrics: accumulator.metrics(runID: id), eventCounts: accumulator.eventCountRows(runID: id),
      provenance: provenance, details: details)
  }
}

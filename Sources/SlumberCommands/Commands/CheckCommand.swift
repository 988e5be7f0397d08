import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore
import Studies
import StudyReports
import Synchronization

enum CheckCommand {
  static let specification = CommandSpecification(
    name: "check", arguments: "STUDY…", argumentCount: 1...1000,
    summary: "Runs studies and checks their `expect` lists.",
    example: "slumber check scenarios/canned/16-fourteen-pushes.yaml",
    options: """
      --jobs N | run N workers (default: one per core)
      --progress
      --table | compare the observations of real devices with draws of the policies
      --draws N | draw each observation N times (default: 200)
      --models all | also draw three models with hard gates only, each with its best parameter value
      --plausible FOLDER | with --table: draw the policy at the plausible sets of a `slumber fit`
      --to FOLDER | write the judgments and draws into this folder (CSV)
      --allow-commands
      --lenient | exit with code 0 even if an expectation is not decided
      --csv --markdown --legend
      --json | print the table as JSON
      \(StudyOptions.options)
      """,
    refusals: [
      .needing(
        "--table",
        ["--draws", "--models", "--plausible", "--to", "--csv", "--markdown", "--json", "--legend"],
        "needs `--table`")
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let isTable = arguments.has("--table")
    let jobs = try arguments.integer("--jobs", atLeast: 1) ?? Host.processors
    let style = try ProgressReporter.style(arguments)
    let files = try StudyOptions.all(arguments.arguments) { path in
      let file = try StudyOptions.study(arguments, path: path, isJudged: true)
      guard file.points.contains(where: { !$0.study.expectations.isEmpty }) || !file.unjudged.isEmpty else {
        throw CommandFailure(
          "\(path): this study has no `expect` section to check. Add one",
          code: .wrongStudy)
      }
      return file
    }
    guard files.contains(where: { !$0.study.expectations.isEmpty }) else {
      throw CommandFailure(
        "--policy excludes the policies of all expectations. Remove it, or choose another policy",
        code: .usage)
    }
    if isTable, !files.contains(where: { $0.study.expectations.contains { $0.relation == .observed } }) {
      throw CommandFailure(
        "the studies have no `observed` expectations, so there is no table to print. Remove --table",
        code: .wrongStudy)
    }
    var codes: Set<ExitCode> = []
    for file in files {
      if file.hasClaims { codes.formUnion(try check(arguments, file, jobs, style, isTable: isTable)) }
      if !isTable { showObservations(file) }
    }
    if isTable {
      try compare(arguments, files, jobs, style)
    } else {
      Terminal.show("\(ExpectationJudge.rule)")
    }
    if arguments.has("--lenient") { codes.remove(.notDecided) }
    return [.someRunsFailed, .expectationFailed, .notDecided].first(where: codes.contains) ?? .done
  }

  /// Compares the observations of real devices with draws.
  private static func compare(
    _ arguments: ParsedArguments, _ files: [StudyFile], _ jobs: Int, _ style: ProgressReporter.Style
  ) throws {
    let draws = try arguments.integer("--draws", atLeast: 20) ?? 200
    if let word = arguments.value("--models"), word != "all" {
      throw UsageError("`--models` was given `\(word)`, expected all")
    }
    let models = arguments.has("--models") ? NullModel.all : [NullModel.all[0]]
    let folder = arguments.value("--to")
    if let folder { try FilePlace.makeWritableFolder(folder) }
    var validation = Validation(
      files, draws: draws, models: models,
      fit: try arguments.value("--plausible").map { try PlausiblePoints(folder: $0) },
      catalogue: arguments.policies, by: .here(jobs: jobs, style: style))
    let flaws = validation.flaws
    guard flaws.isEmpty else { throw CommandFailure(flaws.joined(separator: "\n"), code: .wrongStudy) }
    let report: ValidationReport
    do { report = try validation.report() } catch let error as PlausiblePoints.Failure {
      throw CommandFailure("`--plausible`: \(error)")
    }
    if let folder {
      for file in report.files { try OutputFile.write(file.csv, to: "\(folder)/\(file.definition.name).csv") }
    }
    try Terminal.show(report.page, json: report.json, arguments)
  }

  /// The observations of a study, which no check can contradict.
  private static func showObservations(_ file: StudyFile) {
    let rows = ObservedRow.all(of: file, from: 0)
    guard !rows.isEmpty else { return }
    if !file.hasClaims { Terminal.show("\(file.path): \(file.study.question)") }
    for row in rows {
      Terminal.show("  observed  \(row.seen.id), \(row.quantity): `--table` compares it with draws")
    }
  }

  private static func check(
    _ arguments: ParsedArguments, _ file: StudyFile, _ jobs: Int, _ style: ProgressReporter.Style,
    isTable: Bool
  ) throws -> Set<ExitCode> {
    let plan = RunPlan(
      file, command: RunCommand.command(arguments, file), replications: ExpectationJudge.replications(file),
      isForEachPoint: true)
    let judge = Mutex(ExpectationJudge(file))
    let failures = Mutex<[String]>([])
    try Experiment.replay(
      plan.entries, of: file, observes: true, by: .here(jobs: jobs, style: style)
    ) { finished in
      if let failure = finished.failure {
        failures.withLock { $0.append("\(failure); replay: \(finished.entry.planned.replay)") }
      }
      judge.withLock { $0.add(finished) }
    }
    if !isTable { Terminal.show("\(file.path): \(file.study.question)") }
    for failure in failures.withLock({ $0 }) { Terminal.error("slumber: \(failure)") }
    var codes: Set<ExitCode> = failures.withLock { $0.isEmpty } ? [] : [.someRunsFailed]
    let judgments = judge.withLock { $0.judge() }
    let hasArms = Set(file.points.map(\.arm)).count > 1
    for judgment in judgments {
      let expectation = judgment.expectation
      let place = [expectation.policy, expectation.app, expectation.mechanism].compactMap(\.self)
      let arm = hasArms ? [expectation.arm ?? file.points[0].arm] : []
      let words = (arm + (expectation.words.isEmpty ? place : [expectation.words])).joined(
        separator: expectation.words.isEmpty ? " " : ": ")
      let word = judgment.verdict.word
      if !isTable { Terminal.show("  \(word)  \(words): \(judgment.numbers)") }
      guard !judgment.holds else { continue }
      codes.insert(judgment.verdict == .undecided ? .notDecided : .expectationFailed)
      if isTable { Terminal.error("\(file.path): \(word)  \(words): \(judgment.numbers)") }
    }
    if !isTable {
      for words in file.unjudged { Terminal.show("  not checked  \(words): its policy was not run") }
    }
    return codes
  }
}

extension StudyFile {
  /// Whether the study expects more than observations, or expects something of a policy that is not run.
  fileprivate var hasClaims: Bool {
    study.expectations.contains { $0.relation != .observed } || !unjudged.isEmpty
  }
}

extension ExpectationJudge.Verdict {
  fileprivate var word: String {
    switch self {
    case .holds: "holds"
    case .contradicted: "CONTRADICTED"
    case .undecided: "not decided"
    }
  }
}

enum ValidateCommand {
  static let specification = CommandSpecification(
    name: "validate", arguments: "STUDY…", argumentCount: 1...1000,
    summary: "Checks studies and prints all errors and warnings with their places.",
    example: "slumber validate scenarios/quickstart.yaml",
    options: """
      --strict | treat warnings as errors (exit code 3)
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var errors: [StudyError] = []
    var warnings = 0
    for path in arguments.arguments {
      do {
        let file = try StudyFile(path: path, catalogue: arguments.policies)
        let found = file.warnings
        for warning in found { Terminal.error("\(path): warning: \(warning)") }
        warnings += found.count
        Terminal.show("\(path): valid, \(CountText.text(file.points.count, "design point"))")
      } catch { errors += error.errors }
    }
    let isStrict = arguments.has("--strict")
    if warnings > 0 {
      let words = CountText.text(warnings, "warning")
      Terminal.error(isStrict ? "slumber: \(words); with --strict, warnings are errors" : words)
    }
    guard errors.isEmpty else { throw StudyErrors(errors) }
    return isStrict && warnings > 0 ? .wrongStudy : .done
  }
}

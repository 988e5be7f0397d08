import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore
import Studies
import Synchronization

enum CheckCommand {
  static let specification = CommandSpecification(
    name: "check", arguments: "STUDY…", argumentCount: 1...1000,
    summary: "Runs studies and checks their `expect` lists.",
    example: "slumber check scenarios/canned/16-fourteen-pushes.yaml",
    options: """
      --jobs N | run N workers (default: one per core)
      --progress
      --table | print a table that compares observations with simulated values
      --allow-commands
      --lenient | exit with code 0 even if an expectation is not decided
      --csv --markdown
      --json | print the table as JSON
      \(StudyOptions.options)
      """,
    refusals: [
      .needing("--table", ["--csv", "--markdown", "--json"], "needs `--table`")
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
    var rows: [Casebook.Row] = []
    for file in files {
      let (code, judgments) = try check(arguments, file, jobs, style, isTable: isTable)
      codes.formUnion(code)
      for judgment in judgments {
        guard let comparison = judgment.comparison else { continue }
        let expectation = judgment.expectation
        rows.append(.init(study: file.study.name, expectation: expectation, comparison: comparison))
      }
    }
    if isTable { try Casebook.show(rows, arguments) } else { Terminal.show("\(ExpectationJudge.rule)") }
    if arguments.has("--lenient") { codes.remove(.notDecided) }
    return [.someRunsFailed, .expectationFailed, .notDecided].first(where: codes.contains) ?? .done
  }

  private static func check(
    _ arguments: ParsedArguments, _ file: StudyFile, _ jobs: Int, _ style: ProgressReporter.Style,
    isTable: Bool
  ) throws -> (Set<ExitCode>, [ExpectationJudge.Judgment]) {
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
      let word = judgment.comparison?.verdict.rawValue ?? judgment.verdict.word
      if !isTable { Terminal.show("  \(word)  \(words): \(judgment.numbers)") }
      guard !judgment.holds else { continue }
      codes.insert(judgment.verdict == .undecided ? .notDecided : .expectationFailed)
      if isTable { Terminal.error("\(file.path): \(word)  \(words): \(judgment.numbers)") }
    }
    if !isTable {
      for words in file.unjudged { Terminal.show("  not checked  \(words): its policy was not run") }
    }
    return (codes, judgments)
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

/// `slumber check --table`: observations of real devices, compared with simulated values.
enum Casebook {
  struct Row {
    let study: String
    let expectation: Expectation
    let comparison: ObservedComparison

    var quantity: String {
      [expectation.quantity.name, expectation.mechanism, expectation.arm, expectation.policy]
        .compactMap(\.self).joined(separator: " ")
    }
    var seen: PublicObservation { comparison.seen }
    /// The verdict, in parentheses if the observation does not count.
    var verdict: String {
      let word = comparison.verdict == .undecided ? "not decided" : comparison.verdict.rawValue
      return seen.isCounted ? word : "(\(word))"
    }
  }

  private static let columns: Table<Row> = [
    Column("study") { $0.study }, Column("id") { $0.seen.id },
    Column("quantity") { $0.quantity }, .json("that") { $0.expectation.words },
    .page("observed", .right) { $0.seen.valuesText }, .json("observed") { $0.seen.values },
    Column("unit") { $0.comparison.unit }, Column("phones", .right) { Int64($0.seen.phones) },
    Column("grade") { $0.seen.grade.rawValue }, .json("source") { $0.seen.source },
    .page("band", .right) { $0.seen.bandText }, .json("bandLow") { $0.seen.band.lowerBound },
    .json("bandHigh") { $0.seen.band.upperBound }, .page("simulated", .right) { $0.comparison.simulatedText },
    .json("simulated") { $0.comparison.simulated },
    .page("95 % interval", .right) { $0.comparison.intervalText },
    .json("simulatedLow") { $0.comparison.interval?.lowerBound },
    .json("simulatedHigh") { $0.comparison.interval?.upperBound },
    .json("isLowerBound") { $0.comparison.isLowerBound },
    .page("verdict") { $0.verdict }, .json("verdict") { $0.comparison.verdict.rawValue },
    .json("isCounted") { $0.seen.isCounted }, .json("why") { $0.seen.why },
  ]

  static func show(_ rows: [Row], _ arguments: ParsedArguments) throws {
    let counted = rows.filter(\.seen.isCounted)
    func count(_ verdict: ObservedComparison.Verdict) -> Int {
      counted.count { $0.comparison.verdict == verdict }
    }
    var page = TextPage(TextTable(rows, columns))
    for row in rows where !row.seen.isComparable {
      page.add("\(row.seen.id) is not comparable: \(row.seen.why)")
    }
    page.addGap()
    page.add(
      "of \(CountText.text(counted.count, "comparable row")): \(count(.inside)) inside, \(count(.outside)) outside, "
        + "\(count(.undecided)) not decided; \(rows.count - counted.count) shown but not counted")
    let record: Table<[Row]> = [
      "rows": { $0.json(columns) }, "comparable": { _ in counted.count }, "inside": { _ in count(.inside) },
      "outside": { _ in count(.outside) }, "undecided": { _ in count(.undecided) },
    ]
    try Terminal.show(page, json: record.json(rows), arguments)
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

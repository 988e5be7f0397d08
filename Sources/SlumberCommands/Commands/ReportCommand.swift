import Basics
import ResultsStore
import Studies
import StudyReports

/// `slumber report`: the results of a study as one page, or as a statement on it.
enum ReportCommand {
  static let specification = CommandSpecification(
    name: "report", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Writes a report on a results file: one HTML page that needs no other file and no network.",
    example: "slumber report quickstart.results.sqlite --to report.html --data report-data",
    options: [
      .value("--to", "FILE", "the page; a file of this name is replaced"),
      .value(
        "--sensitivity", "FOLDER",
        "show the assumptions that decide, by `slumber sensitivity --quick --points N --to FOLDER`"),
      .value(
        "--data", "FOLDER", "the tables behind the figures as CSV; the folder is made if it does not exist"),
      .flag(
        "--stress",
        "instead: print the statement on the study by the checklist STRESS-DES, in Markdown"),
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let target = arguments.value("--to")
    if arguments.has("--stress") {
      try arguments.refuse(["--to", "--sensitivity", "--data"]) {
        "`--stress` and `\($0)` exclude each other: the statement is printed, and a report has it"
      }
    } else if target == nil {
      throw UsageError("`report` needs --to FILE, or --stress")
    }
    let results = try ResultsFile.open(arguments.arguments[0])
    let section = try ComparisonSection(effectiveStudy: try results.study().effectiveStudy)
    let search = try arguments.value("--sensitivity").map { try SensitivityFile(folder: $0, options: "") }
    let sensitivity = try search.map { try $0.read { try SensitivityTable(json: $0) } }
    if let search, let sensitivity {
      try search.requireSame(
        study: sensitivity.study, digest: sensitivity.studyDigest, as: try results.study())
    }
    let document = try StudyDocument(
      results, plan: ComparisonPlan(section), frontier: FrontierPlan(section),
      policies: PolicyFacts(arguments.policies), sensitivity: sensitivity,
      population: try PopulationTable(results))
    if let target {
      if let path = arguments.value("--data") { try write(document.tables, to: path) }
      try OutputFile.write(document.html, to: target)
      Terminal.note("report: \(target)")
    } else {
      Terminal.raw(document.statement.markdown)
    }
    return try results.endOfCommand()
  }

  /// Writes all tables or none, and removes those of an earlier report that this one does not have.
  private static func write(_ tables: [ReportTable], to path: String) throws {
    let folder = try ExportFolder(path)
    for table in tables {
      try folder.write(table.name) { (sink) throws(ResultsError) in try sink.write(table.csv) }
    }
    let written = tables.map(\.name)
    try folder.commit(removing: StudyDocument.tableNames.filter { !written.contains($0) })
    for name in written { Terminal.note("table: \(folder.path)/\(name)") }
  }
}

/// `slumber warm-up`: whether the warm-up of a study is long enough.
enum WarmUpCommand {
  static let specification = CommandSpecification(
    name: "warm-up", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Checks the warm-up of a results file by daily values from day 0 on (MSER-1, Welch plot).",
    example: "slumber warm-up quickstart.results.sqlite --svg warm-up.svg",
    options: [
      .value("--svg", "FILE", "draw the Welch plot of the first design point"),
      .flag("--json", "as JSON, with all daily values"),
    ] + OutputForm.tableOptions, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let results = try ResultsFile.open(arguments.arguments[0])
    let check = try WarmUpCheck(results)
    try Terminal.show(check.page, json: check.json, arguments)
    if let path = arguments.value("--svg"), let point = check.points.first {
      let title = check.points.count > 1 ? "\(check.study) at \(point.name)" : check.study
      try OutputFile.write(point.picture(title: title), to: path)
      Terminal.note("picture: \(path)")
    }
    return try results.endOfCommand()
  }
}

extension ResultsFile {
  /// Tells what is missing in results that were shown; the exit code of the command.
  func endOfCommand() throws -> ExitCode {
    let counts = try counts()
    if counts.missing + counts.failed > 0 {
      Terminal.error("incomplete: \(counts.done) of \(counts.expected) runs done, \(counts.failed) failed")
    }
    return counts.failed > 0 ? .someRunsFailed : .done
  }
}

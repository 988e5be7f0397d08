import Basics
import ResultsStore
import Studies
import StudyReports

enum ReportCommand {
  static let specification = CommandSpecification(
    name: "report", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Writes a self-contained HTML report on a results file.",
    example: "slumber report quickstart.results.sqlite --to report.html --data report-data",
    options: """
      --to FILE | write the page to this file, replacing an existing file
      --sensitivity FOLDER | show decisive assumptions from a folder of `slumber sensitivity --quick --points N`
      --data FOLDER | also write the data of the figures as CSV into this folder
      --stress | print the STRESS-DES statement on the study in Markdown instead
      """,
    refusals: [
      .excluding(
        "--stress", ["--to", "--sensitivity", "--data"],
        because: "`--stress` prints the statement, which a report also contains")
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let target = arguments.value("--to")
    if !arguments.has("--stress"), target == nil {
      throw UsageError("`report` needs --to FILE, or --stress")
    }
    let results = try ResultsFile.open(arguments.arguments[0])
    let section = try ComparisonSection(effectiveStudy: try results.study().effectiveStudy)
    let sensitivity = try arguments.value("--sensitivity").map {
      try SensitivityTable(folder: $0, of: try results.study())
    }
    let document = try StudyDocument(
      results, plan: ComparisonPlan(section), frontier: FrontierPlan(section),
      policies: PolicyFacts(arguments.policies), sensitivity: sensitivity,
      population: try PopulationTable(results))
    if let target {
      if let path = arguments.value("--data") { try write(document.tables, to: path) }
      try OutputFile.write(document.html, to: target, as: "report")
    } else {
      Terminal.raw(document.statement.markdown)
    }
    return try results.endOfCommand()
  }

  /// Writes all tables, or makes no change on an error. Tables of an earlier report that this report does not
  /// have are removed.
  private static func write(_ tables: [ReportData], to path: String) throws {
    let folder = try ExportFolder(path)
    for table in tables {
      try folder.write(table.name) { (sink) throws(ResultsError) in try sink.write(table.csv) }
    }
    let written = tables.map(\.name)
    try folder.commit(removing: StudyDocument.tableNames.filter { !written.contains($0) })
    for name in written { Terminal.note("table: \(folder.path)/\(name)") }
  }
}

enum WarmUpCommand {
  static let specification = CommandSpecification(
    name: "warm-up", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Checks the warm-up of a results file by its daily values (MSER-1, Welch plot).",
    example: "slumber warm-up quickstart.results.sqlite --svg warm-up.svg",
    options: """
      --svg FILE | plot the first design point (Welch plot)
      --json | print JSON with all daily values
      --csv --markdown --legend
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let results = try ResultsFile.open(arguments.arguments[0])
    let check = try WarmUpCheck(results)
    try Terminal.show(check.page, json: check.json, arguments)
    if let path = arguments.value("--svg"), let point = check.points.first {
      let title = check.points.count > 1 ? "\(check.study) at \(point.name)" : check.study
      try OutputFile.write(point.picture(title: title), to: path, as: "figure")
    }
    return try results.endOfCommand()
  }
}

extension ResultsFile {
  func endOfCommand() throws -> ExitCode {
    let counts = try counts()
    if counts.missing + counts.failed > 0 {
      Terminal.error("incomplete: \(counts.done) of \(counts.expected) runs done, \(counts.failed) failed")
    }
    return counts.failed > 0 ? .someRunsFailed : .done
  }
}

enum ExportCommand {
  static let specification = CommandSpecification(
    name: "export", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Exports the tables of a results file as CSV with datapackage.json.",
    example: "slumber export quickstart.results.sqlite --to quickstart-export",
    options: """
      --to DIR | write into this folder, replacing the tables of an earlier export
      --detail | also write rows by device and by app (default: rows of the population)
      --table NAME | write only this table, the description, and the study (may be repeated)
      --gzip | compress the tables (NAME.csv.gz)
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let folder = try arguments.value("--to", or: "`export` needs --to DIR")
    let selection = try selection(arguments)
    let results = try ResultsFile.open(arguments.arguments[0])
    let reports = try reports(selection, results, arguments)
    for name in try results.export(to: folder, selecting: selection, reports: reports) {
      Terminal.out("\(folder)/\(name)")
    }
    let left = try ExportSelection.recordedNames.filter {
      try selection.tables.isEmpty && !selection.contains($0) && results.holdsRows(of: $0)
    }
    if !left.isEmpty {
      Terminal.note(
        "The export lacks recorded tables: \(left.joined(separator: ", ")). Add --detail to write them")
    }
    return try results.endOfCommand()
  }

  /// The tables of a selection that compare runs.
  static func reports(
    _ selection: ExportSelection, _ results: ResultsFile, _ arguments: ParsedArguments
  ) throws -> [TableFile] {
    let plan = try CompareCommand.plan(arguments, results)
    let counts = try results.counts()
    let judged = counts.done == 0 ? [] : ExportSelection.reportNames.filter(selection.contains)
    let compared = judged.isEmpty ? nil : try ComparedRuns(results, plan: plan)
    return try judged.compactMap { name in
      try compared.map { try report(name, $0, plan, arguments, results) }
    }
  }

  private static func report(
    _ name: String, _ found: ComparedRuns, _ plan: ComparisonPlan, _ arguments: ParsedArguments,
    _ results: ResultsFile
  ) throws -> TableFile {
    let kinds = EffectRow.Kind.allCases.map { (kind: $0, table: EffectRow.table(of: $0)) }
    if let (kind, table) = kinds.first(where: { $0.table.name == name }) {
      let effects = try FactorEffects(
        found.runs, levels: found.levels, names: found.names,
        armsWithSeed: StudyDesign.armsWithSeed(try results.study()), plan: plan)
      return TableFile(table, effects.rows.filter { $0.kind == kind })
    }
    switch name {
    case ComparisonRow.table.name:
      let rows = try Comparison(found.runs, plan: plan, devices: found.devices, levels: found.levels).rows
      return TableFile(ComparisonRow.table.withFactors(of: rows, \.levels), rows)
    default:
      let section = try FrontierSection(
        found.runs, levels: found.levels, names: found.names, policies: PolicyFacts(arguments.policies),
        comparison: plan,
        plan: FrontierPlan(try ComparisonSection(effectiveStudy: try results.study().effectiveStudy)))
      return TableFile(
        PolicyFrontier.Row.table.withFactors(of: section.rows, \.point.levels), section.rows)
    }
  }

  private static func selection(_ arguments: ParsedArguments) throws -> ExportSelection {
    let names = ExportSelection.names
    for name in arguments.all("--table") where !names.contains(name) {
      let question = NameSuggestion.question(for: name, in: names)
      throw UsageError(
        "`--table` was given `\(name)`, expected one of \(names.joined(separator: ", "))\(question)")
    }
    let tables = Set(arguments.all("--table"))
    if arguments.has("--detail"), !tables.isEmpty, tables.isDisjoint(with: ExportSelection.summedNames) {
      let names = ExportSelection.summedNames.map { "`\($0)`" }.joined(separator: " and ")
      throw UsageError("`--detail` changes only the tables \(names) of `--table`. Remove `--detail`")
    }
    return ExportSelection(
      tables: tables, isDetailed: arguments.has("--detail"), isCompressed: arguments.has("--gzip"))
  }
}

import Basics
import ResultsStore
import Studies
import StudyReports

enum ExportCommand {
  static let specification = CommandSpecification(
    name: "export", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Writes the tables of a results file as CSV with datapackage.json.",
    example: "slumber export quickstart.results.sqlite --to quickstart-export",
    options: [
      .value(
        "--to", "DIR", "folder; it is made if it does not exist, and keeps no table of an earlier export"),
      .value("--table", "NAME", "only this table, beside the description and the study", repeatable: true),
      .flag("--gzip", "compress the tables: NAME.csv.gz"),
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let folder = try arguments.value("--to", or: "`export` needs --to DIR")
    let selection = try selection(arguments)
    let results = try ResultsFile.open(arguments.arguments[0])
    let plan = try CompareCommand.plan(arguments, results)
    let counts = try results.counts()
    let judged = ["comparison", "effects", "front"].filter(selection.contains)
    let compared = counts.done == 0 || judged.isEmpty ? nil : try ComparedRuns(results, plan: plan)
    func rows<Row>(_ table: String, _ make: (ComparedRuns) throws -> [Row]) rethrows -> [Row] {
      guard let compared, judged.contains(table) else { return [] }
      return try make(compared)
    }
    let comparison = try rows("comparison") { try Comparison($0, plan: plan).rows }
    let effects = try rows("effects") { try FactorEffects($0, plan: plan).rows }
    let front = try rows("front") {
      try FrontierSection(
        $0, policies: PolicyFacts(arguments.policies), comparison: plan,
        plan: FrontierPlan(try ComparisonSection(effectiveStudy: try results.study().effectiveStudy))
      ).rows
    }
    for name in try results.export(
      to: folder, selecting: selection, comparison: comparison, effects: effects, front: front)
    {
      Terminal.out("\(folder)/\(name)")
    }
    return try results.endOfCommand()
  }

  private static func selection(_ arguments: ParsedArguments) throws -> ExportSelection {
    let names = ExportSelection.names
    for name in arguments.all("--table") where !names.contains(name) {
      let question = NameSuggestion.question(for: name, in: names)
      throw UsageError(
        "`--table` was given `\(name)`, expected one of \(names.joined(separator: ", "))\(question)")
    }
    return ExportSelection(tables: Set(arguments.all("--table")), isCompressed: arguments.has("--gzip"))
  }
}

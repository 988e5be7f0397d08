import ResultsStore
import StudyExecution
import StudyReports

/// `slumber export`: the tables as CSV, with a data package that explains them.
enum ExportCommand {
  static let specification = CommandSpecification(
    name: "export", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Writes the tables of a results file as CSV with datapackage.json.",
    example: "slumber export quickstart.results.sqlite --to quickstart-export",
    options: [.value("--to", "DIR", "folder; it is made if it does not exist")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard let folder = arguments.value("--to") else {
      throw UsageError(description: "`export` needs --to DIR", command: "export")
    }
    let results = try ResultsFile.open(arguments.arguments[0])
    let plan = try CompareCommand.plan(arguments, results)
    let counts = try results.counts()
    let comparison = counts.done == 0 ? [] : try Comparison(results, plan: plan).rows
    let effects = counts.done == 0 ? [] : try FactorEffects(results, plan: plan).rows
    for name in try results.export(to: folder, comparison: comparison, effects: effects) {
      Terminal.out("\(folder)/\(name)")
    }
    if counts.missing + counts.failed > 0 {
      Terminal.error(
        "incomplete: \(counts.done) of \(counts.expected) runs done, \(counts.failed) failed")
    }
    return counts.failed > 0 ? .someRunsFailed : .done
  }
}

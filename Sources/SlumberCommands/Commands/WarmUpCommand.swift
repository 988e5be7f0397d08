import ResultsStore
import StudyReports

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
    let counts = try results.counts()
    if counts.missing + counts.failed > 0 {
      Terminal.error("incomplete: \(counts.done) of \(counts.expected) runs done, \(counts.failed) failed")
    }
    return counts.failed > 0 ? .someRunsFailed : .done
  }
}

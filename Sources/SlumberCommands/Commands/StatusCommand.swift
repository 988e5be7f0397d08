import JSON

/// `slumber status`: how far a study is whose shards run elsewhere.
enum StatusCommand {
  static let specification = CommandSpecification(
    name: "status", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Shows how far a study is, from its results file and the shards published beside it.",
    example: "slumber status quickstart.results.sqlite",
    options: OutputForm.tableOptions + [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let status = try StudyStatus(arguments.arguments[0], policies: arguments.policies)
    try Terminal.show(status.page, json: status.json, arguments)
    return .done
  }
}

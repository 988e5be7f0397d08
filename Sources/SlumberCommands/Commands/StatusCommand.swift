import JSON

/// `slumber status`: how far a study is whose shards run elsewhere.
enum StatusCommand {
  static let specification = CommandSpecification(
    name: "status", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Shows how far a study is, from its results file and the shards published beside it.",
    example: "slumber status quickstart.results.sqlite",
    options: [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let status = try StudyStatus(arguments.arguments[0], policies: arguments.policies)
    Terminal.out(arguments.has("--json") ? status.json.text() : status.text)
    return .done
  }
}

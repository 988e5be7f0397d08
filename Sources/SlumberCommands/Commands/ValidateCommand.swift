import StudyFormat

/// `slumber validate`: all errors of study files at once.
enum ValidateCommand {
  static let specification = CommandSpecification(
    name: "validate", arguments: "STUDY…", argumentCount: 1...1000,
    summary: "Checks study files and prints all errors with place and expectation.",
    example: "slumber validate scenarios/quickstart.yaml", run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var errors: [StudyError] = []
    for path in arguments.arguments {
      do {
        let file = try StudyFile(path: path, catalogue: arguments.policies)
        for warning in file.warnings { Terminal.error("\(path): warning: \(warning)") }
        Terminal.show("\(path): valid, \(file.points.count) design points")
      } catch {
        errors += error.errors
      }
    }
    guard errors.isEmpty else { throw StudyErrors(errors) }
    return .done
  }
}

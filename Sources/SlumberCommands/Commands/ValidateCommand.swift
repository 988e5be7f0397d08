import PlainText
import StudyFormat

/// `slumber validate`: all errors of study files at once, and warnings about what is probably not meant.
enum ValidateCommand {
  static let specification = CommandSpecification(
    name: "validate", arguments: "STUDY…", argumentCount: 1...1000,
    summary: "Checks study files and prints all errors and warnings with place and expectation.",
    example: "slumber validate scenarios/quickstart.yaml",
    options: [.flag("--strict", "warnings are errors: exit code 3")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var errors: [StudyError] = []
    var warnings = 0
    for path in arguments.arguments {
      do {
        let file = try StudyFile(path: path, catalogue: arguments.policies)
        for warning in file.warnings { Terminal.error("\(path): warning: \(warning)") }
        warnings += file.warnings.count
        let count = file.points.count
        Terminal.show("\(path): valid, \(count) design \(count == 1 ? "point" : "points")")
      } catch {
        errors += error.errors
      }
    }
    let isStrict = arguments.has("--strict")
    if warnings > 0 {
      let words = "\(warnings) \(warnings == 1 ? "warning" : "warnings")"
      Terminal.error(isStrict ? "slumber: \(words), expected none with --strict" : words)
    }
    guard errors.isEmpty else { throw StudyErrors(errors) }
    return isStrict && warnings > 0 ? .wrongStudy : .done
  }
}

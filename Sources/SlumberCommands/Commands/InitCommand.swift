import ClusterJobs
import PlainText

/// `slumber init`: a commented starter that runs as it is.
enum InitCommand {
  static let specification = CommandSpecification(
    name: "init", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Writes a commented starter: a study, or a policy with a study of it.",
    example: "slumber init my-study",
    options: [
      .value(
        "--from", Starter.allCases.map(\.rawValue).joined(separator: "|"),
        Starter.allCases.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "; ")
          + "; quickstart by default"),
      .value(
        "--package", "FOLDER",
        "with policy-swift: slumber's own package, from the new folder; ../slumber by default"),
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let word = arguments.value("--from") ?? Starter.quickstart.rawValue
    guard let starter = Starter(rawValue: word) else {
      let known = Starter.allCases.map(\.rawValue)
      throw UsageError(
        "`--from` was given `\(word)`, expected one of \(known.joined(separator: ", "))"
          + NameSuggestion.hint(for: word, in: known))
    }
    if arguments.has("--package"), starter != .policySwift {
      throw UsageError("`--package` goes with `--from policy-swift`")
    }
    let name = try name(arguments.arguments.first ?? starter.defaultName, starter)
    let files = starter.files(name: name, package: arguments.value("--package") ?? "../slumber")
    // A folder that is there may hold what somebody has written.
    let places = files.map(\.path) + (files.contains { $0.path.hasPrefix(name + "/") } ? [name] : [])
    if let taken = places.first(where: FilePlace.exists) {
      throw CommandFailure("`\(taken)` exists already and stays as it is; choose another NAME")
    }
    for file in files { try write(file) }
    for file in files { Terminal.out(file.path) }
    var page = TextPage("\nNext:")
    for command in starter.commands(name: name) { page.add(command: command) }
    Terminal.show(page)
    return .done
  }

  private static func write(_ file: Starter.File) throws {
    let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
    if !folder.isEmpty { try FilePlace.makeFolder(folder) }
    try OutputFile.write(file.text, to: file.path)
  }

  /// A name that serves a file, a study, a policy and a Swift target alike.
  private static func name(_ text: String, _ starter: Starter) throws -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let begins = text.first.map { $0.isLetter } ?? false
    guard isPlain, begins, text.utf8.count <= 60 else {
      throw UsageError(
        "NAME was given `\(text)`, expected a letter, then letters, digits, `-` and `_`, at most 60")
    }
    // The names of the package and the policies that the new one stands beside.
    let taken = ["slumber", "SlumberCommands"]
    guard starter != .policySwift || !taken.contains(text) else {
      throw UsageError("NAME was given `\(text)`, expected another name than that of slumber's own package")
    }
    return text
  }
}

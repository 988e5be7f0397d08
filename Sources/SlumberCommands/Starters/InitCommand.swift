import Basics
import Studies

enum InitCommand {
  static let specification = CommandSpecification(
    name: "init", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Writes a commented starter: a study, or a policy or an app with a study of it.",
    example: "slumber init my-study",
    options: [
      .value(
        "--from", Starter.all.map(\.word).joined(separator: "|"),
        Starter.all.map { "\($0.word): \($0.summary)" }.joined(separator: "; ") + "; quickstart by default"),
      .value(
        "--package", "FOLDER",
        "with policy-swift: slumber's own package, from the new folder; ../slumber by default"),
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let word = arguments.value("--from") ?? "quickstart"
    guard let starter = Starter.all.first(where: { $0.word == word }) else {
      let known = Starter.all.map(\.word)
      throw UsageError(
        "`--from` was given `\(word)`, expected one of \(known.joined(separator: ", "))"
          + NameSuggestion.hint(for: word, in: known))
    }
    if word != "policy-swift" {
      try arguments.refuse(["--package"]) { "`\($0)` goes with `--from policy-swift`" }
    }
    let name = try name(arguments.arguments.first ?? starter.defaultName, word)
    let files = starter.files(name, arguments.value("--package") ?? "../slumber")
    // A folder that is there may hold what somebody has written.
    let places = files.map(\.path) + (files.contains { $0.path.hasPrefix(name + "/") } ? [name] : [])
    if let taken = places.first(where: FilePlace.exists) {
      throw CommandFailure("`\(taken)` exists already and stays as it is; choose another NAME")
    }
    for file in files { try write(file) }
    for file in files { Terminal.out(file.path) }
    var page = TextPage("\nNext:")
    for command in starter.commands { page.add(command: command.replacing("NAME", with: name)) }
    Terminal.show(page)
    return .done
  }

  private static func write(_ file: Starter.File) throws {
    let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
    if !folder.isEmpty { try FilePlace.makeFolder(folder) }
    try OutputFile.write(file.text, to: file.path)
  }

  /// A name that serves a file, a study, a policy and a Swift target alike.
  private static func name(_ text: String, _ starter: String) throws -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    let begins = text.first.map { $0.isLetter } ?? false
    guard isPlain, begins, text.utf8.count <= 60 else {
      throw UsageError(
        "NAME was given `\(text)`, expected a letter, then letters, digits, `-` and `_`, at most 60")
    }
    // The names of the package and the policies that the new one stands beside.
    let taken = ["slumber", "SlumberCommands"]
    guard starter != "policy-swift" || !taken.contains(text) else {
      throw UsageError("NAME was given `\(text)`, expected another name than that of slumber's own package")
    }
    return text
  }
}

struct Starter: Sendable {
  typealias File = (path: String, text: String)

  let word: String
  let summary: String
  var defaultName = "my-study"
  /// By the name of the study, or of the folder and the policy, and by the path of slumber's own package from the folder of the new
  /// one, which only a policy in Swift needs.
  let files: @Sendable (_ name: String, _ package: String) -> [File]
  /// With `NAME` in the place of the name.
  let commands: [String]

  static let all = [
    Starter(
      word: "quickstart", summary: "a fleet of everyday phones and three policies",
      files: { name, _ in [study(name, PackageResources.quickstart_yaml)] },
      commands: ["slumber validate NAME.yaml", "slumber run NAME.yaml"]),
    Starter(
      word: "app", summary: "an app of yours on the phone of one user, with expectations",
      files: { name, _ in [study(name, PackageResources.app_yaml)] },
      commands: ["slumber check NAME.yaml", "slumber explain NAME.yaml --app com.example.news"]),
    Starter(
      word: "trace", summary: "recorded phones, with a recording to replace",
      files: { name, _ in
        let recording = String(decoding: PackageResources.trace_csv, as: UTF8.self)
        return [study(name, PackageResources.trace_yaml), ("\(name).csv", recording)]
      },
      commands: ["slumber describe NAME.yaml", "slumber run NAME.yaml"]),
    Starter(
      word: "policy-swift", summary: "a package with a policy in Swift, and a study of it",
      defaultName: "my-policy",
      files: { name, package in
        [
          ("\(name)/Package.swift", StarterPolicies.manifest(name, package: package)),
          ("\(name)/Sources/\(name)/main.swift", StarterPolicies.program(name)),
          ("\(name)/study.yaml", StarterPolicies.swiftStudy(name)),
        ]
      },
      commands: [
        "cd NAME", "swift build -c release", ".build/release/NAME conform NAME",
        ".build/release/NAME run study.yaml",
      ]),
    Starter(
      word: "policy-python", summary: "a policy in Python, and a study of it", defaultName: "my-policy",
      files: { name, _ in
        [
          ("\(name)/policy.py", StarterPolicies.python),
          ("\(name)/study.yaml", StarterPolicies.pythonStudy(name)),
        ]
      },
      commands: [
        "slumber conform --study NAME/study.yaml --policy NAME --allow-commands",
        "slumber run NAME/study.yaml --allow-commands",
      ]),
    Starter(
      word: "app-python", summary: "an app in Python, and a study of it", defaultName: "my-app",
      files: { name, _ in
        [
          ("\(name)/app.py", String(decoding: PackageResources.app_py, as: UTF8.self)),
          ("\(name)/study.yaml", StarterPolicies.appStudy(name)),
        ]
      },
      commands: [
        "slumber conform --study NAME/study.yaml --app org.example.news --allow-commands",
        "slumber run NAME/study.yaml --allow-commands",
      ]),
  ]

  /// A study that stands beside this file, in which `NAME` is the place of its name.
  private static func study(_ name: String, _ text: [UInt8]) -> File {
    ("\(name).yaml", String(decoding: text, as: UTF8.self).replacing("NAME", with: name))
  }
}

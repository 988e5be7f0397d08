import Basics
import ResultsStore

enum InitCommand {
  static let specification = CommandSpecification(
    name: "init", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Writes a commented starter: a study, or a policy or app with its study.",
    example: "slumber init my-study",
    options: """
      --from \(Starter.all.map(\.word).joined(separator: "|")) | \
      choose a starter (default: quickstart): \
      \(Starter.all.map { "\($0.word): \($0.summary)" }.joined(separator: "; "))
      --package FOLDER | with policy-swift and app-swift: set the path of slumber's checkout (default: ../slumber)
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let word = arguments.value("--from") ?? "quickstart"
    guard let starter = Starter.all.first(where: { $0.word == word }) else {
      let known = Starter.all.map(\.word)
      throw UsageError(
        "`--from` was given `\(word)`, expected one of \(known.joined(separator: ", "))"
          + NameSuggestion.hint(for: word, in: known))
    }
    if !word.hasSuffix("-swift") {
      try arguments.refuse(["--package"]) { "`\($0)` needs `--from policy-swift` or `--from app-swift`" }
    }
    let name = try name(arguments.arguments.first ?? starter.defaultName, word)
    let files = starter.files(name, package: arguments.value("--package") ?? "../slumber")
    // A folder that is there may hold what somebody has written.
    let places = files.map(\.path) + (files.contains { $0.path.hasPrefix(name + "/") } ? [name] : [])
    if let taken = places.first(where: FilePlace.exists) {
      throw CommandFailure("`\(taken)` already exists; choose another NAME")
    }
    for (path, text) in files {
      let folder = FolderListing.folder(of: path)
      if folder != "." { try FilePlace.makeFolder(folder) }
      try OutputFile.write(text, to: path)
    }
    for file in files { Terminal.out(file.path) }
    var page = TextPage("\nNext:")
    for command in starter.commands { page.add(command: command.replacing("NAME", with: name)) }
    Terminal.show(page)
    return .done
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
    let taken = ["slumber", "SlumberCommands", "SimulatedApp"]
    guard !starter.hasSuffix("-swift") || !taken.contains(text) else {
      throw UsageError(
        "NAME was given `\(text)`, but slumber's own package has this name; choose another NAME")
    }
    return text
  }
}

struct Starter: Sendable {
  let word: String
  let summary: String
  var defaultName = "my-study"
  /// The files of the starter, with `NAME` as a placeholder in contents and paths.
  let contents: [(path: String, bytes: [UInt8])]
  /// The commands to try next, with `NAME` as a placeholder.
  let commands: [String]
  /// The file of an app, and the words that start it.
  var program = (file: "", words: "")

  /// - Parameter package: The path of slumber's own package from the folder of the new one, which only packages need.
  func files(_ name: String, package: String) -> [(path: String, text: String)] {
    contents.map { path, bytes in
      let text = String(decoding: bytes, as: UTF8.self).replacing("<FILE>", with: program.file)
        .replacing("<COMMAND>", with: program.words).replacing("NAME", with: name)
        .replacing("<KEY>", with: Self.key(name)).replacing("<PACKAGE>", with: package)
      return (path.replacing("NAME", with: name), text)
    }
  }

  /// The name as parameters begin with it, as `myPolicy` of `my-policy`.
  private static func key(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    return words.enumerated().map { $0 == 0 ? "\($1)" : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
  }

  static let all = [
    Starter(
      word: "quickstart", summary: "everyday devices and three policies",
      contents: [("NAME.yaml", PackageResources.quickstart_yaml)],
      commands: ["slumber validate NAME.yaml", "slumber run NAME.yaml"]),
    Starter(
      word: "app", summary: "your app on the device of one user, with expectations",
      contents: [("NAME.yaml", PackageResources.app_yaml)],
      commands: ["slumber check NAME.yaml", "slumber explain NAME.yaml --app com.example.news"]),
    Starter(
      word: "trace", summary: "recorded devices, with a recording to replace",
      contents: [("NAME.yaml", PackageResources.trace_yaml), ("NAME.csv", PackageResources.trace_csv)],
      commands: ["slumber describe NAME.yaml", "slumber run NAME.yaml"]),
    Starter(
      word: "policy-swift", summary: "a package with a policy in Swift, and its study",
      defaultName: "my-policy",
      contents: [
        ("NAME/Package.swift", PackageResources.package_swift_txt),
        ("NAME/Sources/NAME/main.swift", PackageResources.policy_swift_txt),
        ("NAME/study.yaml", PackageResources.policy_swift_yaml),
      ],
      commands: [
        "cd NAME", "swift build -c release", ".build/release/NAME conform NAME",
        ".build/release/NAME run study.yaml",
      ]),
    Starter(
      word: "policy-python", summary: "a policy in Python, and its study", defaultName: "my-policy",
      contents: [
        ("NAME/policy.py", PackageResources.policy_py),
        ("NAME/study.yaml", PackageResources.policy_python_yaml),
      ],
      commands: [
        "slumber conform --study NAME/study.yaml --policy NAME --allow-commands",
        "slumber run NAME/study.yaml --allow-commands",
      ]),
    Starter(
      word: "app-python", summary: "an app in Python, and its study", defaultName: "my-app",
      contents: [
        ("NAME/app.py", PackageResources.app_py), ("NAME/Info.plist", PackageResources.app_plist),
        ("NAME/study.yaml", PackageResources.app_program_yaml),
      ],
      commands: [
        "slumber conform --study NAME/study.yaml --app org.example.news --allow-commands",
        "slumber run NAME/study.yaml --allow-commands",
      ], program: ("app.py", "python3, app.py")),
    Starter(
      word: "app-swift", summary: "a package with an app as in an iOS project, and its study",
      defaultName: "my-app",
      contents: [
        ("NAME/Package.swift", PackageResources.app_package_swift_txt),
        ("NAME/Sources/App.swift", PackageResources.app_swift_txt),
        ("NAME/Info.plist", PackageResources.app_plist),
        ("NAME/study.yaml", PackageResources.app_program_yaml),
      ],
      commands: ["cd NAME", "swift build -c release", "slumber run study.yaml --allow-commands"],
      program: ("Sources/App.swift", ".build/release/NAME")),
  ]
}

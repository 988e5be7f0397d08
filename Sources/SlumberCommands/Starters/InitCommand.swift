import ClusterJobs
import PlainText
import StudyFormat

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

/// A kind of starter that `slumber init` writes: commented files that run as they are.
enum Starter: String, CaseIterable {
  case quickstart, app, trace
  case policySwift = "policy-swift"
  case policyPython = "policy-python"

  /// A file of a starter.
  struct File {
    /// Its path below the folder in which the command runs.
    var path: String
    var text: String
  }

  var summary: String {
    switch self {
    case .quickstart: "a fleet of everyday phones and three policies"
    case .app: "an app of yours on the phone of one user, with expectations"
    case .trace: "recorded phones, with a recording to replace"
    case .policySwift: "a package with a policy in Swift, and a study of it"
    case .policyPython: "a policy in Python, and a study of it"
    }
  }

  /// The name where the command line states none.
  var defaultName: String {
    switch self {
    case .quickstart, .app, .trace: "my-study"
    case .policySwift, .policyPython: "my-policy"
    }
  }

  /// The files of a starter.
  ///
  /// - Parameters:
  ///   - name: Name of the study, or of the folder and the policy.
  ///   - package: Path of slumber's own package from the folder of the new one; only a policy in Swift needs it.
  func files(name: String, package: String) -> [File] {
    switch self {
    case .quickstart: [Self.study(name, PackageResources.quickstart_yaml)]
    case .app: [Self.study(name, PackageResources.app_yaml)]
    case .trace:
      [
        Self.study(name, PackageResources.trace_yaml),
        File(path: "\(name).csv", text: String(decoding: PackageResources.trace_csv, as: UTF8.self)),
      ]
    case .policySwift:
      [
        File(path: "\(name)/Package.swift", text: StarterPolicies.manifest(name, package: package)),
        File(path: "\(name)/Sources/\(name)/main.swift", text: StarterPolicies.program(name)),
        File(path: "\(name)/study.yaml", text: StarterPolicies.swiftStudy(name)),
      ]
    case .policyPython:
      [
        File(path: "\(name)/policy.py", text: StarterPolicies.python),
        File(path: "\(name)/study.yaml", text: StarterPolicies.pythonStudy(name)),
      ]
    }
  }

  /// A study that stands beside this file, in which `NAME` is the place of its name.
  private static func study(_ name: String, _ text: [UInt8]) -> File {
    File(path: "\(name).yaml", text: String(decoding: text, as: UTF8.self).replacing("NAME", with: name))
  }

  /// The commands that come next, in the folder in which the command ran.
  func commands(name: String) -> [String] {
    switch self {
    case .quickstart: ["slumber validate \(name).yaml", "slumber run \(name).yaml"]
    case .app:
      [
        "slumber check \(name).yaml",
        "slumber explain \(name).yaml --app com.example.news",
      ]
    case .trace: ["slumber describe \(name).yaml", "slumber run \(name).yaml"]
    case .policySwift:
      [
        "cd \(name)", "swift build -c release", ".build/release/\(name) conform \(name)",
        ".build/release/\(name) run study.yaml",
      ]
    case .policyPython:
      [
        "slumber conform --study \(name)/study.yaml --policy \(name) --allow-commands",
        "slumber run \(name)/study.yaml --allow-commands",
      ]
    }
  }
}

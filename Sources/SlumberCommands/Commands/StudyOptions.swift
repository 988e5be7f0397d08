import ResultsStore
import Studies

enum StudyOptions {
  static let options = """
    --seed N | set the seed of all random streams (overrides the study)
    --days N | set the horizon in days, warm-up included
    --devices N | set the number of devices
    --policy NAME | run only this policy, which the study need not list (may be repeated)
    --set
    """
  static let names = ["--seed", "--days", "--devices", "--policy", "--set"]

  /// - Parameters:
  ///   - policies: Labels of the policies to keep and names of policies to add; nil for the policies of
  ///     `--policy`.
  ///   - changes: Key paths and values with which the command itself overrides the study.
  ///   - needsCommands: Whether a study with programs is rejected without --allow-commands.
  ///   - isJudged: Whether to keep the study's expectations about the chosen policies.
  static func study(
    _ arguments: ParsedArguments, path: String? = nil, policies: [String]? = nil,
    changes: [(path: String, value: String)] = [], hasStates: Bool = true, needsCommands: Bool = true,
    isJudged: Bool = false
  ) throws -> StudyFile {
    var overrides = changes
    for text in arguments.all("--set") {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw UsageError("`--set` was given `\(text)`, expected PATH=VALUE")
      }
      overrides.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
    for (option, path) in Self.shortcuts {
      if let value = arguments.value(option) { overrides.append((path, value)) }
    }
    let file: StudyFile
    do throws(StudyErrors) {
      file = try StudyFile(
        path: path ?? arguments.arguments[0], overrides: overrides,
        policies: policies ?? arguments.all("--policy"), catalogue: arguments.policies,
        hasStates: hasStates, isJudged: isJudged)
    } catch {
      throw StudyErrors(error.errors.map { named($0, arguments) })
    }
    let isAllowed = arguments.has("--allow-commands")
    let runsPrograms = arguments.command.options.contains { $0.name == "--allow-commands" }
    if runsPrograms, needsCommands || isAllowed { try file.allowCommands(isAllowed) }
    try checkOverrides(arguments, file)
    return file
  }

  /// Reads studies one after the other, and throws the errors of all of them together.
  static func all<Read>(_ paths: [String], _ read: (String) throws -> Read) throws -> [Read] {
    var found: [Read] = []
    var errors: [StudyError] = []
    for path in paths {
      do { found.append(try read(path)) } catch let error as StudyErrors { errors += error.errors }
    }
    guard errors.isEmpty else { throw StudyErrors(errors) }
    return found
  }

  private static let shortcuts = [
    (option: "--seed", path: "seed"), (option: "--days", path: "horizonDays"),
    (option: "--devices", path: "population.devices"),
  ]

  private static func named(_ error: StudyError, _ arguments: ParsedArguments) -> StudyError {
    guard error.file == "--set",
      let shortcut = shortcuts.first(where: { $0.path == error.keyPath && arguments.has($0.option) }),
      !arguments.all("--set").contains(where: { $0.hasPrefix(shortcut.path + "=") })
    else { return error }
    var named = error
    named.file = shortcut.option
    return named
  }

  /// Rejects changes without effect: values that a factor sets, and the number of devices of a trace.
  private static func checkOverrides(_ arguments: ParsedArguments, _ file: StudyFile) throws {
    let changes =
      arguments.all("--set").map { (text: "--set \($0)", path: String($0.prefix { $0 != "=" })) }
      + shortcuts.filter { arguments.has($0.option) }.map { (text: $0.option, path: $0.path) }
    let isTraced = file.points.allSatisfy { $0.study.trace != nil }
    for change in changes {
      if isTraced, change.path == "population.devices" {
        throw UsageError(
          "`\(change.text)` has no effect: the study takes its \(file.study.deviceCount) devices from a trace. "
            + "To choose devices, use --set trace.devices=[NAME, …]")
      }
      guard let factor = file.factor(varying: change.path) else { continue }
      let levels = factor.levels.map { "`\($0)`" }.joined(separator: ", ")
      let choice =
        arguments.command.options.contains { $0.name == "--point" }
        ? "Choose one of its levels (\(levels)), for example --point \"\(factor.name)=\(factor.levels[0])\""
        : "Change its levels (\(levels)) in the study"
      throw UsageError(
        "`\(change.text)` has no effect: the factor `\(factor.name)` of the study sets this value. \(choice)")
    }
  }

  static func replications(_ arguments: ParsedArguments, _ file: StudyFile) throws -> Int? {
    let replications = try arguments.integer("--replications", atLeast: 1)
    if let replications, let excess = file.runsBeyondLimit(replications: replications) {
      throw UsageError(
        "`--replications` asks for \(excess), expected at most 100000 replications and "
          + "\(StudyFile.runLimit) runs")
    }
    return replications
  }

  /// The file of `--results`, or else one with the name of the study's file: two files may have the same `name` within.
  static func resultsPath(_ arguments: ParsedArguments, _ file: StudyFile) -> String {
    if let path = arguments.value("--results") { return path }
    let fileName = file.path.split(separator: "/").last.map(String.init) ?? file.study.name
    let stem = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
    return defaultPath(stem.isEmpty ? file.study.name : stem, arguments, file)
  }

  /// Opens the results file of a study for writing; `--fresh` replaces it. A file that is not ours, or of another study, is refused.
  static func results(
    _ arguments: ParsedArguments, _ path: String, for study: StudyDescription,
    planning runs: [PlannedRun]? = nil
  ) throws -> ResultsFile {
    try Interruption.protected {
      try arguments.has("--fresh")
        ? ResultsFile.replace(path, for: study, planning: runs ?? [])
        : ResultsFile.open(path, for: study, planning: runs)
    }
  }

  /// Prints a note if a file with the earlier default name exists, and a file with the current name does not.
  static func noteEarlierResults(_ arguments: ParsedArguments, _ file: StudyFile) {
    let (own, earlier) = (resultsPath(arguments, file), defaultPath(file.study.name, arguments, file))
    guard !arguments.has("--results"), earlier != own, StudyFiles.isFile(earlier), !StudyFiles.isFile(own)
    else { return }
    Terminal.note(
      "\(earlier) has the earlier default name for results of this study. To continue it, add `--results \(earlier)`"
    )
  }

  /// The default path of results. Commands other than `run` have separate files, in the folder of `--to` if
  /// they have this option.
  private static func defaultPath(_ name: String, _ arguments: ParsedArguments, _ file: StudyFile) -> String {
    let changesIdentity = ["--seed", "--days", "--devices", "--set"].contains(where: arguments.has)
    let suffix =
      (changesIdentity ? "-\(file.baseDigest.prefix(8))" : "")
      + (arguments.has("--plausible") ? "-plausible" : "")
    let method = ["ablate", "sensitivity", "fit", "tune"].first { $0 == arguments.command.name }
    let folder = method.flatMap { _ in arguments.value("--to") }.map { "\($0)/" } ?? ""
    return "\(folder)\(name)\(suffix)\(method.map { "-\($0)" } ?? "").results.sqlite"
  }
}

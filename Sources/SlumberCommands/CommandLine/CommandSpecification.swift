/// An option of a command: one row of the table that drives parsing, help, completions and documentation.
struct OptionSpecification: Sendable {
  var name: String
  var placeholder: String?
  var isRepeatable = false
  /// Whether the value may be left out. It then is a number: any other word that follows is an argument.
  var mayLackValue = false
  var help: String

  /// The placeholder as help shows it: `N`, or `[N]` where the value may be left out.
  var shownPlaceholder: String? { mayLackValue ? placeholder.map { "[\($0)]" } : placeholder }
}

extension OptionSpecification {
  /// A row of a table of options.
  fileprivate init(_ option: Substring, _ help: Substring) {
    let words = option.split(separator: " ", maxSplits: 1).map(String.init)
    let repeated = " (may be repeated)"
    name = words[0]
    mayLackValue = words.count == 2 && words[1].hasPrefix("[")
    placeholder = words.count < 2 ? nil : mayLackValue ? String(words[1].dropFirst().dropLast()) : words[1]
    isRepeatable = help.hasSuffix(repeated)
    self.help = String(isRepeatable ? help.dropLast(repeated.count) : help)
  }

  fileprivate static func table(_ text: String) -> [Self] {
    text.split(separator: "\n").flatMap { row in
      let halves = row.split(separator: " | ", maxSplits: 1)
      return halves.count == 2
        ? [OptionSpecification(halves[0], halves[1])]
        : row.split(separator: " ").compactMap { common[String($0)] }
    }
  }

  /// Options of several commands.
  private static let common = Dictionary(
    uniqueKeysWithValues: table(
      """
      --jobs N | run N workers (default: one per core that the process may use)
      --progress auto|plain|none | choose the form of progress on standard error (default: auto)
      --replications N | run N replications (overrides the study)
      --results FILE | use this results file (default: the results file of `slumber run`)
      --set PATH=VALUE | set a value of the study, by key path or parameter name (may be repeated)
      --latex | print the tables for LaTeX, with the package booktabs
      --csv | print the tables as CSV
      --markdown | print the whole output as Markdown
      --json | print the output as JSON
      --legend | explain all words of the tables (default: the words of this output)
      --fresh | repeat all runs, including finished runs
      --allow-commands | let the study start its programs (policies and apps)
      """
    ).map { ($0.name, $0) })
}

enum GlobalOption: String, CaseIterable {
  case help = "--help"
  case quiet = "--quiet"
  case verbose = "--verbose"
  case version = "--version"

  var short: String { facts.short }
  var help: String { facts.help }

  private var facts: (short: String, help: String) {
    switch self {
    case .help: ("-h", "print the help of a command")
    case .quiet: ("-q", "print only errors on standard error, without progress and notes")
    case .verbose: ("-v", "also print versions, amount of work, and time on standard error")
    case .version: ("-V", "print the versions of the program and its libraries")
    }
  }

  init?(_ word: String) {
    guard let option = Self.allCases.first(where: { $0.rawValue == word || $0.short == word }) else {
      return nil
    }
    self = option
  }
}

/// Options that exclude or need other options.
struct Refusal: Sendable {
  var options: [String]
  var others: [String]
  /// Whether the options need one of `others`, or exclude them.
  var areNeeded: Bool
  /// The reason of the exclusion, or the message if a needed option is missing.
  var because: String

  static func excluding(_ other: String, _ options: [String], because: String = "") -> Self {
    Self(options: options, others: [other], areNeeded: false, because: because)
  }

  static func needing(_ other: String, _ options: [String], _ remedy: String) -> Self {
    Self(options: options, others: [other], areNeeded: true, because: remedy)
  }

  func check(_ arguments: ParsedArguments) throws {
    for option in options where arguments.has(option) {
      if areNeeded {
        if !others.contains(where: arguments.has) { throw UsageError("`\(option)` \(because)") }
      } else if let other = others.first(where: arguments.has) {
        let reason = because.isEmpty ? "" : ": \(because)"
        throw UsageError("`\(other)` and `\(option)` exclude each other\(reason)")
      }
    }
  }
}

struct CommandSpecification: Sendable {
  var name: String
  var arguments: String
  var argumentCount: ClosedRange<Int>
  var summary: String
  var example: String
  var options: [OptionSpecification]
  var refusals: [Refusal]
  /// Runs the command and returns the exit code of the process.
  var run: @Sendable (ParsedArguments) throws -> ExitCode

  /// - Parameter options: A row for each, `--name PLACEHOLDER | help`; a row without help names options of several commands. The
  ///   value of a placeholder in brackets may be left out.
  init(
    name: String, arguments: String, argumentCount: ClosedRange<Int>, summary: String, example: String,
    options: String = "", refusals: [Refusal] = [],
    run: @escaping @Sendable (ParsedArguments) throws -> ExitCode
  ) {
    (self.name, self.arguments, self.argumentCount) = (name, arguments, argumentCount)
    (self.summary, self.example, self.refusals, self.run) = (summary, example, refusals, run)
    self.options = OptionSpecification.table(options)
  }
}

enum ExitCode: Int32, CaseIterable {
  case done = 0
  case failed = 1
  case usage = 2
  case wrongStudy = 3
  case someRunsFailed = 4
  case expectationFailed = 5
  case notDecided = 6
  case interrupted = 130

  var meaning: String {
    switch self {
    case .done: "The command succeeded."
    case .failed: "The command failed."
    case .usage: "The command line is wrong."
    case .wrongStudy: "The study contains errors."
    case .someRunsFailed: "Some runs failed; the results of the other runs are stored."
    case .expectationFailed: "A result contradicts an expectation, or a check failed."
    case .notDecided: "An expectation is not decided; it needs more replications."
    case .interrupted: "The command was interrupted; all finished work is stored."
    }
  }
}

/// A mistake on the command line. The message ends with the usage of the command that was called.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
  init(option: String, found: String, expected: String) {
    self.init("`\(option)` was given `\(found)`, expected \(expected)")
  }
}

struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  let code: ExitCode

  init(_ description: String, code: ExitCode = .failed) {
    (self.description, self.code) = (description, code)
  }
}

import Basics
import SchedulingPolicies
import Studies

struct ParsedArguments {
  let command: CommandSpecification
  let policies: PolicyCatalogue
  private(set) var arguments: [String] = []
  private var values: [String: [String]] = [:]
  private(set) var wantsHelp = false
  private(set) var wantsVersion = false
  private(set) var verbosity = Terminal.Verbosity.normal

  init(_ words: ArraySlice<String>, for command: CommandSpecification, policies: PolicyCatalogue) throws {
    (self.command, self.policies) = (command, policies)
    var rest = words
    var onlyArguments = false
    while let word = rest.popFirst() {
      if onlyArguments || !word.hasPrefix("-") || word == "-" {
        arguments.append(word)
      } else if word == "--" {
        onlyArguments = true
      } else if let option = GlobalOption(word) {
        switch option {
        case .help: wantsHelp = true
        case .version: wantsVersion = true
        case .quiet: verbosity = .quiet
        case .verbose: verbosity = .verbose
        }
      } else {
        try parseOption(word, &rest)
      }
    }
    if !wantsHelp, !wantsVersion, !command.argumentCount.contains(arguments.count) {
      let expected = command.arguments.isEmpty ? "no arguments" : command.arguments
      throw UsageError("`\(command.name)` was given \(arguments.count) arguments, expected \(expected)")
    }
    if !wantsHelp, !wantsVersion { for refusal in command.refusals { try refusal.check(self) } }
  }

  private mutating func parseOption(_ word: String, _ rest: inout ArraySlice<String>) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    guard let option = command.options.first(where: { $0.name == name }) else {
      let known = command.options.map(\.name) + GlobalOption.allCases.map(\.rawValue)
      let question = NameSuggestion.question(for: name, in: known)
      throw UsageError("`\(command.name)` has no option `\(name)`\(question)")
    }
    if values[name] != nil, !option.isRepeatable { throw UsageError("`\(name)` was given twice") }
    guard let placeholder = option.placeholder else {
      guard parts.count == 1 else { throw UsageError("`\(name)` takes no value") }
      return values[name] = []
    }
    if option.mayLackValue, parts.count == 1, !Self.beginsNumber(rest.first) { return values[name] = [] }
    guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
      throw UsageError("`\(name)` needs a value: \(placeholder)")
    }
    values[name, default: []].append(value)
  }

  private static func beginsNumber(_ word: String?) -> Bool {
    word?.utf8.first.map { (48...57).contains($0) || $0 == UInt8(ascii: ".") } ?? false
  }

  /// The name of the program, which is another than `slumber` with policies from outside.
  var programName: String {
    guard policies.names != PolicyCatalogue.standard.names, let path = CommandLine.arguments.first else {
      return "slumber"
    }
    return path.split(separator: "/").last.map(String.init) ?? "slumber"
  }

  func has(_ option: String) -> Bool { values[option] != nil }
  func all(_ option: String) -> [String] { values[option] ?? [] }
  /// The options with their values, as words that give them again.
  func words(_ names: [String]) -> [String] { names.flatMap { name in all(name).flatMap { [name, $0] } } }
  func value(_ option: String) -> String? { values[option]?.last }

  func value(_ option: String, or message: String) throws -> String {
    guard let value = value(option) else { throw UsageError(message) }
    return value
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, of choices: Choice.Type
  ) throws -> Choice? where Choice.RawValue == String {
    guard let word = value(option) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("`\(option)` was given `\(word)`, expected one of \(words)")
    }
    return choice
  }

  func refuse(_ options: [String], _ message: (_ option: String) -> String) throws {
    for option in options where has(option) { throw UsageError(message(option)) }
  }

  func integer(_ option: String, atLeast least: Int) throws -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), number >= least else {
      throw UsageError("`\(option)` was given `\(text)`, expected a whole number of at least \(least)")
    }
    return number
  }

  func number(_ option: String, between low: Double, and high: Double) throws -> Double? {
    guard let text = value(option) else { return nil }
    guard let number = Double(text), number > low, number < high else {
      throw UsageError("`\(option)` was given `\(text)`, expected a number between \(low) and \(high)")
    }
    return number
  }
}

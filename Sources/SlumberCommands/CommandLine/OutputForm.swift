import PlainText

/// The form in which a command prints its tables.
enum OutputForm: String, CaseIterable {
  case text, csv, markdown, latex, json

  /// The options of commands that print tables.
  static let tableOptions: [OptionSpecification] = [
    .flag("--csv", "the tables as CSV"), .flag("--markdown", "all of it in Markdown"),
  ]

  /// The option of commands that print comparisons.
  static let latexOption = OptionSpecification.flag(
    "--latex", "the tables for LaTeX, with the package booktabs")

  /// The option that asks for the form; nil for the one that needs none.
  var option: String? { self == .text ? nil : "--\(rawValue)" }

  /// The form that a command line asks for.
  ///
  /// - Throws: ``UsageError`` where it asks for two.
  init(_ arguments: ParsedArguments) throws {
    let asked = Self.allCases.filter { $0.option.map(arguments.has) ?? false }
    guard asked.count <= 1 else {
      let names = asked.compactMap { $0.option.map { "`\($0)`" } }.joined(separator: " and ")
      throw UsageError("\(names) exclude each other")
    }
    self = asked.first ?? .text
  }
}

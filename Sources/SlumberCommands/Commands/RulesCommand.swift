import BackgroundExecution
import JSON
import ModelParameters
import PhoneSimulation
import PlainText
import ResultsStore

/// `slumber rules`: what the simulated platform does, rule by rule.
enum RulesCommand {
  static let specification = CommandSpecification(
    name: "rules", arguments: "[ID|CHAPTER|REASON]", argumentCount: 0...1,
    summary:
      "Lists the rules of background execution, or explains one, a chapter, or those that name a reason.",
    example: "slumber rules SUB-4", options: OutputForm.tableOptions + [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let all = RuleCatalogue.all
    guard let name = arguments.arguments.first else {
      try Terminal.show(list(all), json: .array(all.map(json)), arguments)
      return .done
    }
    if let chapter = RuleChapter(rawValue: name.uppercased()) {
      try show(chapter.rules, arguments)
      return .done
    }
    let identifiers = all.map(\.id) + RuleChapter.allCases.map(\.rawValue)
    if let rule = RuleCatalogue.byIdentifier[name.uppercased()] {
      try Terminal.show(page(rule), json: json(rule), arguments)
      return .done
    }
    // `SUB-` and `SU` name all of a chapter; `SUB-11` names nothing, and `SUB-1` is near.
    let beginning = all.filter { $0.id.hasPrefix(name.uppercased()) }
    let found = beginning.isEmpty ? rules(naming: name) : beginning
    guard !found.isEmpty else { throw unknownEntry("rule", name, identifiers + words, "rules") }
    try show(found, arguments)
    return .done
  }

  /// The reasons and other words of logs that rules name.
  private static var words: [String] { LogWord.allCases.map(\.name).filter { !rules(naming: $0).isEmpty } }

  /// The rules that name a word of the log.
  private static func rules(naming word: String) -> [PlatformRule] {
    guard !word.isEmpty, LogWord.allCases.contains(where: { $0.name == word }) else { return [] }
    return RuleCatalogue.all.filter { rule in
      (rule.statement + " " + rule.observable).split { !$0.isLetter && !$0.isNumber }.contains { $0 == word }
    }
  }

  /// Shows rules with all that is known of them; as a table where a table is asked for.
  private static func show(_ rules: [PlatformRule], _ arguments: ParsedArguments) throws {
    var pages = TextPage()
    for rule in rules {
      if !pages.isEmpty { pages.addGap() }
      pages.add(page(rule))
    }
    let isText = try OutputForm(arguments) == .text
    try Terminal.show(isText ? pages : list(rules), json: .array(rules.map(json)), arguments)
  }

  private static func list(_ rules: [PlatformRule]) -> TextPage {
    var table = TextTable([("rule", .left), ("grade", .left), ("statement", .left)])
    for rule in rules { table.add([rule.id, rule.gradeText, rule.statement]) }
    return TextPage(table)
  }

  private static func page(_ rule: PlatformRule) -> TextPage {
    var page = TextPage("\(rule.id) (\(rule.chapter.title), grade \(rule.gradeText))\n\n\(rule.statement)")
    page.add("\nSeen in\n  \(rule.observable)\n\nParameters")
    if rule.parameters.isEmpty { page.add("  none") }
    for parameter in rule.parameters {
      page.add("  \(parameter.name) = \(parameter.defaultText)  \(parameter.meaning)")
    }
    return page
  }

  private static func json(_ rule: PlatformRule) -> JSONValue {
    .members([
      "id": .string(rule.id), "chapter": .string(rule.chapter.title), "grade": .string(rule.gradeText),
      "statement": .string(rule.statement), "observable": .string(rule.observable),
      "parameters": .array(
        rule.parameters.map {
          .members(["name": .string($0.name), "default": .string($0.defaultText)])
        }),
    ])
  }
}

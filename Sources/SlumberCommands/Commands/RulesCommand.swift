import BackgroundExecution
import JSON
import ModelParameters
import PlainText
import ResultsStore

/// `slumber rules`: what the simulated platform does, rule by rule.
enum RulesCommand {
  static let specification = CommandSpecification(
    name: "rules", arguments: "[ID|CHAPTER]", argumentCount: 0...1,
    summary: "Lists the rules of background execution, or explains one or a chapter of them.",
    example: "slumber rules SUB-4", options: [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard let name = arguments.arguments.first else {
      Terminal.out(
        arguments.has("--json")
          ? JSONValue.array(RuleCatalogue.all.map(json)).text() : list)
      return .done
    }
    if let chapter = RuleChapter(rawValue: name.uppercased()) {
      Terminal.out(
        arguments.has("--json")
          ? JSONValue.array(chapter.rules.map(json)).text()
          : chapter.rules.map(page).joined(separator: "\n\n"))
      return .done
    }
    guard let rule = RuleCatalogue.byIdentifier[name.uppercased()] else {
      let names = RuleCatalogue.all.map(\.id) + RuleChapter.allCases.map(\.rawValue)
      throw unknown("rule", name, names, "rules")
    }
    Terminal.out(arguments.has("--json") ? json(rule).text() : page(rule))
    return .done
  }

  private static var list: String {
    var table = TextTable([("rule", .left), ("grade", .left), ("statement", .left)])
    for rule in RuleCatalogue.all { table.add([rule.id, rule.gradeText, rule.statement]) }
    return table.text
  }

  private static func page(_ rule: PlatformRule) -> String {
    var lines = ["\(rule.id) (\(rule.chapter.title), grade \(rule.gradeText))", "", rule.statement]
    lines += ["", "Seen in", "  \(rule.observable)", "", "Parameters"]
    if rule.parameters.isEmpty { lines.append("  none") }
    for parameter in rule.parameters {
      lines.append("  \(parameter.name) = \(parameter.defaultText)  \(parameter.meaning)")
    }
    return lines.joined(separator: "\n")
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

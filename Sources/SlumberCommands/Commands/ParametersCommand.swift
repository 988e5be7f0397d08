import JSON
import ModelParameters
import PlainText
import SchedulingPolicies

/// `slumber parameters`: every number that a model uses.
enum ParametersCommand {
  static let specification = CommandSpecification(
    name: "parameters", arguments: "[NAME|PREFIX]", argumentCount: 0...1,
    summary: "Lists the parameters of all models with default, range, grade and source, or explains one.",
    example: "slumber parameters push",
    options: OutputForm.tableOptions + [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let all = ParameterSet(adding: arguments.policies.ownParameters).definitions
    switch try Catalogue(kind: "parameter", entries: all, name: \.name).selection(arguments) {
    case .all: try show(all, arguments)
    case .several(let chosen): try show(chosen, arguments)
    case .one(let parameter):
      guard try OutputForm(arguments) == .text else {
        try show([parameter], arguments)
        break
      }
      Terminal.show(page(parameter))
    }
    return .done
  }

  /// Lists parameters: on a terminal without their sources, which programs and other texts get.
  private static func show(_ parameters: [ParameterDefinition], _ arguments: ParsedArguments) throws {
    guard try OutputForm(arguments) == .text else {
      return try Terminal.show(TextPage(full(parameters)), json: .array(parameters.map(json)), arguments)
    }
    var table = TextTable([
      ("parameter", .left), ("default", .left), ("range", .left), ("grade", .left), ("meaning", .left),
    ])
    for parameter in parameters {
      table.add([
        parameter.name, parameter.defaultText, parameter.rangeText, parameter.grade.rawValue,
        parameter.meaning,
      ])
    }
    var page = TextPage(table)
    page.add(
      """

      grade: A vendor documentation or measurement; B several observations; C one observation; D assumption
      slumber parameters NAME: one with its domain, rules and source; --csv, all of it for all
      """)
    Terminal.show(page)
  }

  private static func full(_ parameters: [ParameterDefinition]) -> TextTable {
    var table = TextTable([
      ("parameter", .left), ("default", .left), ("range", .left), ("domain", .left), ("grade", .left),
      ("rules", .left), ("meaning", .left), ("source", .left),
    ])
    for parameter in parameters {
      table.add([
        parameter.name, parameter.defaultText, parameter.rangeText, parameter.domainText,
        parameter.grade.rawValue, parameter.rules, parameter.meaning, parameter.source,
      ])
    }
    return table
  }

  private static func page(_ parameter: ParameterDefinition) -> TextPage {
    var page = TextPage("\(parameter.name) = \(parameter.defaultText)\n\n\(parameter.meaning)\n\n")
    var table = TextTable([("", .left), ("", .left)], indentation: 2)
    for (word, text) in [
      ("range", parameter.rangeText), ("domain", parameter.domainText), ("grade", parameter.grade.rawValue),
      ("rules", parameter.rules), ("source", parameter.source),
    ] where !text.isEmpty { table.add([word, text]) }
    page.add(table)
    page.add(command: "slumber run STUDY --set \(parameter.name)=VALUE")
    return page
  }

  private static func json(_ parameter: ParameterDefinition) -> JSONValue {
    .members([
      "name": .string(parameter.name), "meaning": .string(parameter.meaning),
      "unit": .string(parameter.unit.rawValue), "default": .string(parameter.defaultText),
      "range": .string(parameter.rangeText), "domain": .string(parameter.domainText),
      "grade": .string(parameter.grade.rawValue),
      "rules": .string(parameter.rules), "source": .string(parameter.source),
    ])
  }
}

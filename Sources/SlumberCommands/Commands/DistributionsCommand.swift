import JSON
import PlainText
import RandomStreams

/// `slumber distributions`: the probability distributions that studies can name.
enum DistributionsCommand {
  static let specification = CommandSpecification(
    name: "distributions", arguments: "[NAME|PREFIX]", argumentCount: 0...1,
    summary: "Lists the probability distributions available in studies, or describes one.",
    example: "slumber distributions lognormal",
    options: OutputForm.tableOptions + [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let all = DistributionCatalogue.entries
    switch try Catalogue(kind: "distribution", entries: all, name: \.name).selection(arguments) {
    case .all: try Terminal.show(TextPage(table(all)), json: .array(all.map(json)), arguments)
    case .several(let chosen):
      try Terminal.show(TextPage(table(chosen)), json: .array(chosen.map(json)), arguments)
    case .one(let entry): try Terminal.show(page(entry), json: .array([json(entry)]), arguments)
    }
    return .done
  }

  private static func table(_ entries: [DistributionEntry]) -> TextTable {
    var table = TextTable([
      ("distribution", .left), ("parameters", .left), ("mean", .left), ("summary", .left),
    ])
    for entry in entries {
      table.add([
        entry.name, entry.parameters.map(\.name).joined(separator: ", "), entry.meanFormula, entry.summary,
      ])
    }
    return table
  }

  private static func page(_ entry: DistributionEntry) -> TextPage {
    var page = TextPage(table([entry]))
    page.addGap()
    for parameter in entry.parameters { page.add("  \(parameter.name): \(parameter.meaning)") }
    page.add("  example: \(entry.example)")
    return page
  }

  private static func json(_ entry: DistributionEntry) -> JSONValue {
    .members([
      "name": .string(entry.name), "summary": .string(entry.summary), "mean": .string(entry.meanFormula),
      "parameters": .strings(entry.parameters.map(\.name)), "example": .string(entry.example),
    ])
  }
}

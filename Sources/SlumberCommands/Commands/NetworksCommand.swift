import JSON
import ModelParameters
import PlainText

/// `slumber networks`: the cellular networks that phones can belong to, or the numbers of one.
enum NetworksCommand {
  static let specification = CommandSpecification(
    name: "networks", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Lists the cellular networks, or prints the numbers of one with grade and source.",
    example: "slumber networks nsaVerizon",
    options: OutputForm.tableOptions + [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let all = NetworkProfile.allCases
    switch try Catalogue(kind: "network", entries: all, name: \.name).selection(arguments) {
    case .all: try Terminal.show(list(all), json: .array(all.map(json)), arguments)
    case .several(let chosen): try Terminal.show(list(chosen), json: .array(chosen.map(json)), arguments)
    case .one(let profile): try Terminal.show(page(profile), json: json(profile), arguments)
    }
    return .done
  }

  private static func list(_ profiles: [NetworkProfile]) -> TextPage {
    var table = TextTable([
      ("network", .left), ("technology", .left), ("share", .right), ("tail", .right), ("tail power", .right),
      ("down/up", .left), ("without 5G", .left),
    ])
    let parameters = ParameterSet()
    let shares = parameters.numbers("network.profileShares")
    let sum = shares.reduce(0, +)
    for (profile, share) in zip(NetworkProfile.allCases, shares) where profiles.contains(profile) {
      func text(_ name: String) -> String {
        parameters.definition("radio.\(profile.name).\(name)")?.defaultText ?? ""
      }
      let rate = ParameterUnit.megabitsPerSecond.rawValue
      let down = text("downRate").replacing(" \(rate)", with: "")
      table.add([
        profile.name, profile.label, "\(ParameterDefinition.text(100 * share / sum)) %",
        text("inactivityTimer"),
        text("tailPower"), "\(down)/\(text("upRate"))",
        profile.is5G ? profile.withoutFifthGeneration.name : "",
      ])
    }
    var page = TextPage(table)
    page.add(
      """

      share: of phones with synthetic users (`network.profileShares`); phones with scripted users are on nsaVerizon.
      tail: time connected after the last byte; tail power: its mean, above idle.
      Low Power Mode moves a 5G phone to the network of the last column.
      A study chooses with `population.cellularNetwork`; `slumber networks NAME` has all numbers with their sources.
      """)
    return page
  }

  private static func page(_ profile: NetworkProfile) -> TextPage {
    var table = TextTable([
      ("parameter", .left), ("value", .right), ("grade", .left), ("meaning", .left), ("source", .left),
    ])
    for parameter in profile.parameters {
      table.add([
        parameter.name, parameter.defaultText, parameter.grade.rawValue, parameter.meaning, parameter.source,
      ])
    }
    return TextPage("\(profile.name): \(profile.label)\n\n", table)
  }

  private static func json(_ profile: NetworkProfile) -> JSONValue {
    .members([
      "name": .string(profile.name), "label": .string(profile.label), "is_5g": .boolean(profile.is5G),
      "without_5g": .string(profile.withoutFifthGeneration.name),
      "parameters": .array(
        profile.parameters.map {
          .members([
            "name": .string($0.name), "meaning": .string($0.meaning), "unit": .string($0.unit.rawValue),
            "value": .string($0.defaultText), "range": .string($0.rangeText),
            "grade": .string($0.grade.rawValue), "source": .string($0.source),
          ])
        }),
    ])
  }
}

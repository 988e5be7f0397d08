import Basics
import ModelParameters

struct Catalogue<Row> {
  let kind: String
  let rows: [Row]
  let name: (Row) -> String
  let columns: Table<Row>
  var legend: Legend = [:]
  /// Sentences below the legend.
  var notes = ""
  /// Whether the JSON of one row is a list, too.
  var isAlwaysList = false
  let page: (Row) -> TextPage

  /// Prints the row that the first argument names, all rows with this prefix, or all rows. Case is ignored.
  func show(_ arguments: ParsedArguments) throws {
    guard let text = arguments.arguments.first else { return try show(rows, arguments) }
    let wanted = text.lowercased()
    if let row = rows.first(where: { name($0).lowercased() == wanted }) { return try show(row, arguments) }
    let beginning = wanted.isEmpty ? [] : rows.filter { name($0).lowercased().hasPrefix(wanted) }
    guard let first = beginning.first else { throw unknownEntry(kind, text, rows.map(name)) }
    if beginning.count == 1 { try show(first, arguments) } else { try show(beginning, arguments) }
  }

  func show(_ row: Row, _ arguments: ParsedArguments) throws {
    let json = columns.json(row)
    try Terminal.show(page(row), json: isAlwaysList ? .array([json]) : json, arguments)
  }

  func show(_ rows: [Row], _ arguments: ParsedArguments) throws {
    var page = TextPage(TextTable(rows, columns))
    page.addGap()
    page.add(legend)
    page.add(notes)
    try Terminal.show(page, json: rows.json(columns), arguments)
  }
}

extension CommandSpecification {
  static func catalogue<Row>(
    _ name: String, _ arguments: String = "[NAME]", summary: String, example: String,
    _ catalogue: @escaping @Sendable (ParsedArguments) throws -> Catalogue<Row>
  ) -> Self {
    Self(
      name: name, arguments: arguments, argumentCount: 0...1, summary: summary, example: example,
      options: """
        --csv --markdown --json --legend
        """
    ) { arguments in
      try catalogue(arguments).show(arguments)
      return .done
    }
  }
}

func unknownEntry(_ kind: String, _ text: String, _ names: [String]) -> UsageError {
  UsageError("there is no \(kind) `\(text)`\(NameSuggestion.hint(for: text, in: names))")
}

enum DevicesCommand {
  static let specification = CommandSpecification.catalogue(
    "devices", summary: "Lists the devices that studies can name, or prints all values of one.",
    example: "slumber devices iphone-15-pro"
  ) { _ in
    Catalogue(
      kind: "device", rows: DeviceCatalogue.all, name: \.name,
      columns: [
        Column("device", key: "name", \.name), Column("model", key: "title", \.title),
        .page("year", .right) { $0.year.map { "\($0)" } ?? "-" }, .json("year", \.year),
        Column("processor", \.chip), .page("battery", .right) { graded($0, "battery.capacity") },
        .page("efficiency core", .right) { graded($0, "processor.efficiencyCore") },
        .page("performance core", .right) { graded($0, "processor.performanceCore") },
        .page("display at full", .right, display),
        .page("5G") { $0.value(of: "radio.has5G")?.value.value == .boolean(true) ? "yes" : "no" },
        .json("note", \.note), .json("values") { values($0).json(columnsOfValues) },
      ],
      notes: """
        Each value has its grade from A to D. Grade D includes values of the standard device that replace missing ones.
        Use `slumber devices NAME` for all values of a device with their sources, and `--set population.device=NAME` in a study.
        """, page: page)
  }

  private static func graded(_ device: DeviceProfile, _ parameter: String) -> String {
    device.value(of: parameter).map { "\($0.value.text) \($0.value.grade.rawValue)" } ?? "-"
  }

  private static func display(_ device: DeviceProfile) -> String {
    guard case .number(let base)? = device.value(of: "display.base")?.value.value,
      let full = device.value(of: "display.full")?.value, case .number(let watts) = full.value
    else { return "-" }
    return "\(((base + watts) * 100).rounded() / 100) W \(full.grade.rawValue)"
  }

  private typealias Value = (parameter: String, value: DeviceValue, isOwn: Bool)

  private static func values(_ device: DeviceProfile) -> [Value] {
    DeviceProfile.parameterNames.compactMap { parameter in
      device.value(of: parameter).map { (parameter, $0.value, $0.isOwn) }
    }
  }

  private static let columnsOfValues: Table<Value> = [
    Column("parameter", \.parameter), Column("value", .right, \.value.text),
    Column("grade", \.value.grade.rawValue), .json("isOwn", \.isOwn),
    .page("meaning") { ParameterCatalogue.byName[$0.parameter]?.meaning ?? "" },
    Column("source", \.value.source),
  ]

  private static func page(_ device: DeviceProfile) -> TextPage {
    let year = device.year.map { ", \($0)" } ?? ""
    var page = TextPage("\(device.name)\n\n\(device.title)\(year), \(device.chip)")
    page.add(device.note)
    page.addGap()
    page.add(TextTable(values(device), columnsOfValues))
    page.add(
      """

      All other parameters have the values of `slumber parameters`. A parameter in a study overrides the device.
      In a study: `population: {device: \(device.name)}`, `device: \(device.name)` of an archetype, or \
      --set population.device=\(device.name)
      """)
    return page
  }
}

enum NetworksCommand {
  static let specification = CommandSpecification.catalogue(
    "networks", summary: "Lists the cellular networks, or prints the values of one with their sources.",
    example: "slumber networks nsaVerizon"
  ) { _ in
    let shares = ParameterSet().numbers("network.profileShares")
    let sum = shares.reduce(0, +)
    return Catalogue(
      kind: "network", rows: NetworkProfile.allCases, name: \.name,
      columns: [
        Column("network", key: "name", \.name), Column("technology", key: "label", \.label),
        .page("share", .right) { "\(ParameterDefinition.text(100 * shares[Int($0.rawValue)] / sum)) %" },
        .page("tail", .right) { number("inactivityTimer", $0) },
        .page("tail power", .right) { number("tailPower", $0) },
        .page("down/up") {
          let unit = " \(ParameterUnit.megabitsPerSecond.rawValue)"
          return "\(number("downRate", $0).replacing(unit, with: ""))/\(number("upRate", $0))"
        },
        .page("without 5G") { $0.is5G ? $0.withoutFifthGeneration.name : "" }, .json("is_5g", \.is5G),
        .json("without_5g", \.withoutFifthGeneration.name),
        .json("parameters") { $0.parameters.json(columnsOfNumbers) },
      ],
      legend: [
        "share": "share of the devices with synthetic users (`network.profileShares`)",
        "tail": "time connected after the last byte", "tail power": "mean power of the tail above idle",
        "without 5G": "network of a 5G device in Low Power Mode",
      ],
      notes: """
        Devices with scripted users are on nsaVerizon. Set `population.cellularNetwork` to choose a network in a study.
        Use `slumber networks NAME` for all values with their sources.
        """
    ) { TextPage("\($0.name): \($0.label)\n\n", TextTable($0.parameters, columnsOfNumbers)) }
  }

  private static func number(_ name: String, _ profile: NetworkProfile) -> String {
    ParameterCatalogue.byName["radio.\(profile.name).\(name)"]?.defaultText ?? ""
  }

  private static let columnsOfNumbers: Table<ParameterDefinition> = [
    Column("parameter", key: "name", \.name), .json("meaning", \.meaning),
    .json("unit", \.unit.rawValue), Column("value", .right, \.defaultText),
    .json("range", \.rangeText), Column("grade", \.grade.rawValue),
    .page("meaning", \.meaning), Column("source", \.source),
  ]
}

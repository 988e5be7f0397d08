import JSON
import ModelParameters
import PlainText

/// `slumber devices`: the catalogue of phones, or the manual page of one.
enum DevicesCommand {
  static let specification = CommandSpecification(
    name: "devices", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Lists the phones that studies can name, or prints the manual page of one.",
    example: "slumber devices iphone-15-pro",
    options: OutputForm.tableOptions + [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let all = DeviceCatalogue.all
    switch try Catalogue(kind: "device", entries: all, name: \.name).selection(arguments) {
    case .all: try Terminal.show(list(all), json: .array(all.map(json)), arguments)
    case .several(let chosen): try Terminal.show(list(chosen), json: .array(chosen.map(json)), arguments)
    case .one(let device): try Terminal.show(page(device), json: json(device), arguments)
    }
    return .done
  }

  private static func list(_ devices: [DeviceProfile]) -> TextPage {
    var table = TextTable([
      ("device", .left), ("phone", .left), ("year", .right), ("processor", .left), ("battery", .right),
      ("efficiency core", .right), ("performance core", .right), ("display at full", .right), ("5G", .left),
    ])
    for device in devices {
      let display =
        watts(device, "display.base").flatMap { base in watts(device, "display.full").map { base + $0 } }
      table.add([
        device.name, device.title, device.year.map { "\($0)" } ?? "-", device.chip,
        graded(device, "battery.capacity"), graded(device, "processor.efficiencyCore"),
        graded(device, "processor.performanceCore"),
        display.map { "\(($0 * 100).rounded() / 100) W \(grade(device, "display.full"))" } ?? "-",
        device.value(of: "radio.has5G")?.value.value == .boolean(true) ? "yes" : "no",
      ])
    }
    var page = TextPage(table)
    page.add(
      """

      A to D: grade of the value; D where the value of the standard phone stands in.
      slumber devices NAME: all values of a phone with their sources. In a study: --set population.device=NAME
      """)
    return page
  }

  private static func graded(_ device: DeviceProfile, _ parameter: String) -> String {
    device.value(of: parameter).map { "\($0.value.text) \($0.value.grade.rawValue)" } ?? "-"
  }

  private static func grade(_ device: DeviceProfile, _ parameter: String) -> String {
    device.value(of: parameter)?.value.grade.rawValue ?? ""
  }

  private static func watts(_ device: DeviceProfile, _ parameter: String) -> Double? {
    guard case .number(let watts)? = device.value(of: parameter)?.value.value else { return nil }
    return watts
  }

  private static func page(_ device: DeviceProfile) -> TextPage {
    let year = device.year.map { ", \($0)" } ?? ""
    var page = TextPage("\(device.name)\n\n\(device.title)\(year), \(device.chip)")
    page.add(device.note)
    page.addGap()
    var table = TextTable([
      ("parameter", .left), ("value", .right), ("grade", .left), ("meaning", .left), ("source", .left),
    ])
    for parameter in DeviceProfile.parameterNames {
      guard let (value, _) = device.value(of: parameter) else { continue }
      table.add([
        parameter, value.text, value.grade.rawValue,
        ParameterCatalogue.byName[parameter]?.meaning ?? "", value.source,
      ])
    }
    page.add(table)
    page.add(
      """

      All other parameters are those of `slumber parameters`. A parameter that a study states wins over the device.
      In a study: `population: {device: \(device.name)}`, `device: \(device.name)` of an archetype, or \
      --set population.device=\(device.name)
      """)
    return page
  }

  private static func json(_ device: DeviceProfile) -> JSONValue {
    .members([
      "name": .string(device.name), "title": .string(device.title),
      "year": device.year.map { .integer(Int64($0)) } ?? .null, "processor": .string(device.chip),
      "note": .string(device.note),
      "values": .array(
        DeviceProfile.parameterNames.compactMap { parameter in
          device.value(of: parameter).map { value, isOwn in
            .members([
              "parameter": .string(parameter), "value": .string(value.text),
              "grade": .string(value.grade.rawValue), "isOwn": .boolean(isOwn),
              "source": .string(value.source),
            ])
          }
        }),
    ])
  }
}

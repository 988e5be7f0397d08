import JSON
import ModelParameters
import PlainText

/// `slumber devices`: the catalogue of phones, or the manual page of one.
enum DevicesCommand {
  static let specification = CommandSpecification(
    name: "devices", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Lists the phones that studies can name, or prints the manual page of one.",
    example: "slumber devices iphone-15-pro", options: [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if let name = arguments.arguments.first {
      guard let device = DeviceCatalogue.device(name) else {
        throw unknown("device", name, DeviceCatalogue.names, "devices")
      }
      Terminal.out(arguments.has("--json") ? json(device).text() : page(device))
      return .done
    }
    Terminal.out(
      arguments.has("--json") ? JSONValue.array(DeviceCatalogue.all.map(json)).text() : list)
    return .done
  }

  private static var list: String {
    var table = TextTable([
      ("device", .left), ("phone", .left), ("year", .right), ("processor", .left), ("battery", .right),
      ("efficiency core", .right), ("performance core", .right), ("display at full", .right), ("5G", .left),
    ])
    for device in DeviceCatalogue.all {
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
    return table.text
      + "\nA to D: grade of the value; D where the value of the standard phone stands in.\n"
      + "slumber devices NAME: all values of a phone with their sources. "
      + "In a study: --set population.device=NAME"
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

  private static func page(_ device: DeviceProfile) -> String {
    let year = device.year.map { ", \($0)" } ?? ""
    var lines = [device.name, "", "\(device.title)\(year), \(device.chip)"]
    if !device.note.isEmpty { lines.append(device.note) }
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
    lines += [
      "", table.text, "",
      "All other parameters are those of `slumber parameters`. A parameter that a study states wins over the device.",
      "In a study: `population: {device: \(device.name)}`, `device: \(device.name)` of an archetype, or "
        + "--set population.device=\(device.name)",
    ]
    return lines.joined(separator: "\n")
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

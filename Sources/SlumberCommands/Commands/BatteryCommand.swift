import Basics
import DeviceModel
import ModelParameters
import Recordings
import Studies
import StudyReports

enum BatteryCommand {
  static let specification = CommandSpecification(
    name: "battery", arguments: "FILE.csv", argumentCount: 1...1,
    summary: "Drives a model of battery and heat with a measured current, and fits it to a phone.",
    example:
      "slumber battery my-phone/power.csv --device iphone-16-pro-max --fit all --until 20 --save my-battery.yaml",
    options: [
      .value("--model", CellModel.allCases.map(\.rawValue).joined(separator: "|"), "thevenin by default"),
      .value(
        "--device", "NAME", "the phone of the log, out of `slumber devices`; the standard phone by default"),
      .value(
        "--parameters", "FILE", "parameters of a study or of what --save wrote, over those of the device"),
      .value("--fit", "NAME,…", "fit these parameters, or `all` that the log can tell"),
      .value("--until", "H", "fit the first H hours, and judge the others apart; all by default"),
      .value("--save", "FILE", "the fitted parameters as a part of a study, for its `extends`"),
      .value("--to", "FILE.csv", "measured and predicted series"), .value("--svg", "FILE", "draw both"),
      .flag("--json", "as JSON"),
    ] + OutputForm.tableOptions, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let model = try arguments.choice("--model", of: CellModel.self) ?? .thevenin
    let names = try self.names(arguments, model)
    if names.isEmpty {
      try arguments.refuse(["--until", "--save"]) { "`\($0)` needs `--fit NAME,…`" }
    }
    let hour = try arguments.number("--until", between: 0, and: 100_000)
    let (parameters, isGiven) = try self.parameters(arguments)
    let path = arguments.arguments[0]
    let bytes = try InputBytes.read(path, expected: "readings of a battery in CSV")
    let log: BatteryLog
    do throws(RowErrors) { log = BatteryLog(try Telemetry.read(name: path, bytes)) } catch {
      throw CommandFailure("\(error)", code: .wrongStudy)
    }
    if let hour, hour >= log.hours {
      throw UsageError(
        "`--until` was given \(ShortestNumber.text(hour)), expected less than the "
          + "\(ShortestNumber.text((log.hours * 10).rounded() / 10)) hours of the log")
    }
    let report = BatteryReport(
      name: path, log, parameters, model, capacityIsGiven: isGiven, fitting: names, until: hour)
    try Terminal.show(report.page, json: report.json, arguments)
    for (option, what, text) in [
      ("--to", "series", { report.table }), ("--svg", "picture", { report.svg }),
      ("--save", "parameters", { report.fragment(command: command(arguments)) }),
    ] as [(String, String, () -> String)] {
      if let file = arguments.value(option) { try OutputFile.write(text(), to: file, as: what) }
    }
    return .done
  }

  private static func names(_ arguments: ParsedArguments, _ model: CellModel) throws -> [String] {
    guard let text = arguments.value("--fit") else { return [] }
    if text == "all" { return BatteryFit.usualNames(model) }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in names where !BatteryFit.names.contains(name) {
      throw UsageError(
        "`--fit` was given `\(name)`\(NameSuggestion.question(for: name, in: BatteryFit.names)), expected "
          + "`all` or some of \(BatteryFit.names.joined(separator: ", "))")
    }
    return names.unique
  }

  /// The parameters to begin with, and whether they tell the capacity of this battery.
  private static func parameters(_ arguments: ParsedArguments) throws -> (ParameterSet, Bool) {
    let name = arguments.value("--device") ?? DeviceCatalogue.standard.name
    guard let device = DeviceCatalogue.device(name) else {
      throw UsageError(
        "there is no device `\(name)`\(NameSuggestion.hint(for: name, in: DeviceCatalogue.all.map(\.name)))")
    }
    let base = device.parameters(of: ParameterSet())
    guard let path = arguments.value("--parameters") else { return (base, false) }
    let parameters = try StudyFile.parameters(path: path, over: base, catalogue: arguments.policies)
    return (parameters, parameters.isStated("battery.capacity"))
  }

  /// The command as it was typed, without files that are written.
  private static func command(_ arguments: ParsedArguments) -> String {
    var words = ["slumber", "battery", arguments.arguments[0]]
    for option in ["--model", "--device", "--parameters", "--fit", "--until"] {
      if let value = arguments.value(option) { words += [option, value] }
    }
    return words.map(ShellWord.quoted).joined(separator: " ")
  }
}

import Basics
import DeviceModel
import ModelParameters
import Recordings
import ResultsStore
import Studies
import StudyReports

enum ImportCommand {
  static let specification = CommandSpecification(
    name: "import", arguments: "FILE…", argumentCount: 1...1000,
    summary: "Converts a device log into a recording and a study that replays it.",
    example: "slumber import sysdiagnose.tar.gz --to my-phone",
    options: """
      --to FOLDER | write the recording, its tables, and its study into this folder
      --format \(PhoneLog.Format.allCases.map(\.rawValue).joined(separator: "|")) | require this format \
      (default: recognize the format by the contents)
      --keep-names | keep the names of apps and tasks (default: mask them)
      --json | print the summary as JSON
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let folder = try arguments.value("--to", or: "`import` needs `--to FOLDER` for its output")
    let format = try arguments.choice("--format", of: PhoneLog.Format.self)
    let log = try PhoneLog(arguments.arguments, format: format)
    let recording = try log.folder(keepsNames: arguments.has("--keep-names"))
    try keepStudy(of: recording, in: folder)
    let output = try ExportFolder(folder)
    for file in recording.files { try output.write(file.name, file.text) }
    try output.commit()
    for remark in recording.remarks { Terminal.note(remark) }
    try Terminal.show(page(recording, folder), json: recording.json, arguments)
    return .done
  }

  /// The study is there to be edited: one that somebody has changed is not written over.
  private static func keepStudy(of recording: RecordingFolder, in folder: String) throws {
    let path = "\(folder)/study.yaml"
    guard FilePlace.exists(path) else { return }
    let text = recording.files.first { $0.name == "study.yaml" }?.text ?? ""
    guard (try? TextFile.read(path, limit: 1 << 20)) != Array(text.utf8) else { return }
    throw CommandFailure("`\(path)` already exists and is another study. Remove it or name another folder")
  }

  private static func page(_ recording: RecordingFolder, _ folder: String) -> TextPage {
    var table = TextTable([("span", .left), ("length", .right), ("events", .right), ("activities", .right)])
    for span in recording.spans {
      table.add([
        span.device, TimeSpanText.text(span.end - span.start), "\(span.events)", "\(span.activities)",
      ])
    }
    var page = TextPage(table)
    page.add("\nNext:")
    page.add(command: "slumber run \(ShellWord.quoted("\(folder)/study.yaml"))")
    return page
  }
}

enum CompareLogCommand {
  static let specification = CommandSpecification(
    name: "compare-log", arguments: "STUDY-OR-FOLDER", argumentCount: 1...1,
    summary: "Compares the start times in a device's log with the choices of each policy.",
    example: "slumber compare-log my-phone --policy seven-factor --svg waits.svg",
    options: """
      --log FILE | use the activities of another file: activities.csv, or your app's log
      --svg FILE | plot the waits of each class, observed and simulated
      --json | print the output as JSON, with all waits
      --allow-commands --csv --markdown --legend
      \(StudyOptions.options)
      """, run: run)

  /// The limits of an app are the recorded system's affair.
  private static let changes = [
    ("warmUpDays", "0"), ("submit.refreshLimit", "1000"), ("submit.processingLimit", "1000"),
    ("settings.barOff", "0"), ("settings.barWifiOnly", "0"), ("settings.perAppOff", "0"),
  ]

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let given = arguments.arguments[0]
    let isFolder = TextFile.kindOfSpecialFile(given) == "a directory"
    let folder = isFolder ? given : StudyFiles.folder(of: given)
    let path = isFolder ? "\(given)/study.yaml" : given
    let file = try StudyOptions.study(arguments, path: path, changes: changes)
    let log = arguments.value("--log") ?? "\(folder)/activities.csv"
    var study = file.study
    var rows: [ActivityRow] = []
    var opens: [LoggedOpen] = []
    var power: [Recording.PowerSample] = []
    let bytes = try InputBytes.read(log, expected: "a log in CSV")
    if bytes.starts(with: Array("device_id,".utf8)) {
      rows = try activityTable.read(name: log, bytes)
    } else {
      let own = try DeveloperLog(name: log, bytes, tasks: study.apps)
      if study.trace == nil {
        study = try own.phone(of: study, name: log)
        opens = own.opens
      }
      // The log is of the study's one phone.
      let device = study.trace?.devices.first?.id ?? ""
      rows = own.rows.map { ActivityRow(device: device, $0.activity) }
    }
    if isFolder {
      let path = "\(folder)/power.csv"
      power = try powerTable.read(name: path, try InputBytes.read(path, expected: "a log in CSV"))
    }
    guard study.trace != nil else {
      throw CommandFailure(
        "`\(file.path)` has no `trace`. Use a study that replays the recorded device, such as `slumber import` writes",
        code: .wrongStudy)
    }
    var replay = try LogReplay(study, rows, power: power, opens: opens)
    for policy in study.policies.indices { try replay.run(policy: policy) }
    try Terminal.show(replay.comparison.page, json: replay.comparison.json, arguments)
    if let path = arguments.value("--svg") {
      try OutputFile.write(replay.comparison.svg, to: path, as: "figure")
    }
    return .done
  }
}

enum InputBytes {
  static func read(_ path: String, expected: String) throws -> [UInt8] {
    do throws(TextFileError) { return try TextFile.read(path, limit: 256 << 20) } catch {
      throw CommandFailure("`\(path)`: found \(error.reason), expected \(expected)", code: .wrongStudy)
    }
  }
}

enum BatteryCommand {
  static let specification = CommandSpecification(
    name: "battery", arguments: "FILE.csv", argumentCount: 1...1,
    summary: "Fits the battery and thermal model to a current log.",
    example:
      "slumber battery my-phone/power.csv --device iphone-16-pro-max --fit all --until 20 --save my-battery.yaml",
    options: """
      --model \(CellModel.allCases.map(\.rawValue).joined(separator: "|")) | choose the battery model (default: thevenin)
      --device NAME | set the device of the log, from `slumber devices` (default: the standard device)
      --parameters FILE | use parameters of a study or of a --save file (overrides the device)
      --fit NAME,… | fit these parameters, or `all` that the log determines
      --until H | fit the first H hours and test on later hours (default: fit all)
      --save FILE | write the fitted parameters as part of a study, for `extends`
      --to FILE.csv | write the measured and predicted values
      --svg FILE | plot the measured and predicted values
      --json --csv --markdown --legend
      """,
    refusals: [.needing("--fit", ["--until", "--save"], "needs `--fit NAME,…`")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let model = try arguments.choice("--model", of: CellModel.self) ?? .thevenin
    let names = try self.names(arguments, model)
    let hour = try arguments.number("--until", between: 0, and: 100_000)
    let (parameters, isGiven) = try self.parameters(arguments)
    let path = arguments.arguments[0]
    let bytes = try InputBytes.read(path, expected: "readings of a battery in CSV")
    let log = BatteryLog(try Telemetry.read(name: path, bytes))
    if let hour, hour >= log.hours {
      throw UsageError(
        "`--until` was given \(ShortestNumber.text(hour)), expected less than the "
          + "\(ShortestNumber.text((log.hours * 10).rounded() / 10)) hours of the log")
    }
    let report = BatteryReport(
      name: path, log, parameters, model, capacityIsGiven: isGiven, fitting: names, until: hour)
    try Terminal.show(report.page, json: report.json, arguments)
    for (option, what, text) in [
      ("--to", "series", { report.table }), ("--svg", "figure", { report.svg }),
      ("--save", "parameters", { report.fragment(command: command(arguments)) }),
    ] as [(String, String, () -> String?)] {
      guard let file = arguments.value(option) else { continue }
      guard let text = text() else {
        throw CommandFailure(
          "`\(path)` determines no parameter of `--fit`, so `\(file)` is not written",
          code: .wrongStudy)
      }
      try OutputFile.write(text, to: file, as: what)
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

  /// The initial parameters, and whether they include the capacity of this battery.
  private static func parameters(_ arguments: ParsedArguments) throws -> (ParameterSet, Bool) {
    let name = arguments.value("--device") ?? DeviceCatalogue.standard.name
    guard let device = DeviceCatalogue.device(name) else {
      throw unknownEntry("device", name, DeviceCatalogue.all.map(\.name))
    }
    let base = device.parameters(of: ParameterSet())
    guard let path = arguments.value("--parameters") else { return (base, false) }
    let parameters = try StudyFile.parameters(path: path, over: base, catalogue: arguments.policies)
    return (parameters, parameters.isStated("battery.capacity"))
  }

  /// The command as it was typed, without files that are written.
  private static func command(_ arguments: ParsedArguments) -> String {
    let chosen = arguments.words(["--model", "--device", "--parameters", "--fit", "--until"])
    let words = ["slumber", "battery", arguments.arguments[0]] + chosen
    return words.map(ShellWord.quoted).joined(separator: " ")
  }
}

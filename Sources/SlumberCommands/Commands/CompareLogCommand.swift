import Basics
import Recordings
import Studies
import StudyReports

enum CompareLogCommand {
  static let specification = CommandSpecification(
    name: "compare-log", arguments: "STUDY-OR-FOLDER", argumentCount: 1...1,
    summary:
      "Compares when a recorded phone's own scheduler ran its requests with when each policy would have.",
    example: "slumber compare-log my-phone --policy seven-factor --svg waits.svg",
    options: [
      .value("--log", "FILE", "activities of another file: activities.csv, or a log of your own app"),
      .value("--svg", "FILE", "draw the waits of each class: the phone's and the simulated ones"),
      .flag("--json", "as JSON, with all waits"), StudyOptions.allowCommands,
    ] + OutputForm.tableOptions + StudyOptions.all, run: run)

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
    var power: [Recording.PowerSample] = []
    do {
      let bytes = try InputBytes.read(log, expected: "a log in CSV")
      if bytes.starts(with: Array("device_id,".utf8)) {
        rows = try activityTable.read(name: log, bytes)
      } else {
        let own = try DeveloperLog(name: log, bytes, tasks: study.apps)
        if study.trace == nil { study = try own.phone(of: study, name: log) }
        // The log is of the study's one phone.
        let device = study.trace?.devices.first?.id ?? ""
        rows = own.rows.map { ActivityRow(device: device, $0.activity) }
      }
      if isFolder {
        let path = "\(folder)/power.csv"
        power = try powerTable.read(name: path, try InputBytes.read(path, expected: "a log in CSV"))
      }
    } catch let errors as RowErrors {
      throw CommandFailure("\(errors)", code: .wrongStudy)
    }
    guard study.trace != nil else {
      throw CommandFailure(
        "`\(file.path)`: found no trace, expected a study that replays the recorded phone", code: .wrongStudy)
    }
    var replay = try LogReplay(study, rows, power: power)
    for policy in study.policies.indices { try replay.run(policy: policy) }
    try Terminal.show(replay.comparison.page, json: replay.comparison.json, arguments)
    if let path = arguments.value("--svg") {
      try OutputFile.write(replay.comparison.svg, to: path, as: "picture")
    }
    return .done
  }
}

enum InputBytes {
  static func read(_ path: String, expected: String) throws -> [UInt8] {
    do throws(TextFileError) {
      return try TextFile.read(path, limit: 256 << 20)
    } catch {
      throw CommandFailure("`\(path)`: found \(error.reason), expected \(expected)", code: .wrongStudy)
    }
  }
}

import PhoneSimulation
import Studies
import UsageModels

enum TraceCommand {
  /// The forms of a file by its ending; pictures are of one day and one app.
  private enum Form: String, CaseIterable {
    case svg, html, pftrace, csv

    var isPicture: Bool { self == .svg || self == .html }
    static let list = allCases.map { "FILE.\($0.rawValue)" }
  }

  static let specification = CommandSpecification(
    name: "trace", arguments: "STUDY", argumentCount: 1...1,
    summary: "Plots a day of one device, or writes its timeline or event log.",
    example: "slumber trace scenarios/quickstart.yaml --to day.svg --device 3",
    options: """
      --to FILE | write a figure (.svg, .html), a Perfetto timeline (.pftrace), or an event log (.csv)
      --day D | plot local day D, from 0 (default: the first whole day after warm-up with an open)
      --app ID | plot this app, by bundle id (default: the first app of the study on the device)
      --allow-commands
      \(DeviceSelection.options)
      \(StudyOptions.options)
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let found = arguments.value("--to")
    let form = found.flatMap { path in Form.allCases.first { path.hasSuffix(".\($0.rawValue)") } }
    guard let path = found, let form else {
      let found = found.map { "`\($0)`" } ?? "none"
      throw UsageError("`trace` needs --to with one of \(Form.list.joined(separator: ", ")), found \(found)")
    }
    if !form.isPicture {
      try arguments.refuse(["--day", "--app"]) {
        "`\($0)` chooses the contents of a figure; use it with --to FILE.svg"
      }
    }
    let file = try StudyOptions.study(arguments)
    let point = try DeviceSelection.designPoint(arguments, file)
    let replays = try DeviceSelection.replays(arguments, point)
    guard let replay = replays.first, replays.count == 1 else {
      throw UsageError("`trace` takes one --policy, found \(replays.count)")
    }
    if form.isPicture { return try draw(replay, arguments, path, form, DeviceSelection.place(point, file)) }
    let result = try replay.run(
      records: form == .csv ? [.log, .decisions] : [.log, .decisions, .power, .blocking])
    let plan = replay.plan
    let title =
      "device \(plan.device) (\(plan.archetype)), \(replay.policy.label)\(DeviceSelection.place(point, file))"
    if form == .csv {
      try OutputFile.write(EventLogCSV.text(result.log, of: plan), to: path)
      let columns = path.dropLast(4) + ".columns.csv"
      try OutputFile.write(EventLogCSV.dictionary, to: String(columns))
      Terminal.note("columns with units and meanings: \(columns)")
    } else {
      try OutputFile.write(DeviceTrace.bytes(of: result, plan: plan, title: title), to: path)
    }
    Terminal.note("\(result.log.count) events of \(title): \(path)")
    return .done
  }

  private static func draw(
    _ replay: DeviceReplay, _ arguments: ParsedArguments, _ path: String, _ form: Form, _ place: String
  ) throws -> ExitCode {
    let day = try arguments.integer("--day", atLeast: 0)
    let picture: DayPicture
    do {
      picture = try DayPicture(replay, app: try app(replay, arguments), day: day)
    } catch let error as DayPicture.NoSuchDay {
      throw CommandFailure(
        "the horizon has no day \(error.day); choose --day from 0 to \(error.days - 1)", code: .usage)
    }
    try OutputFile.write(form == .svg ? picture.svg : picture.html, to: path)
    Terminal.note("\(picture.title)\(place): \(path)")
    return .done
  }

  /// The index on the device of the app that is asked for, or else of the first of the study that it has.
  private static func app(_ replay: DeviceReplay, _ arguments: ParsedArguments) throws -> Int32 {
    let (apps, installed) = (replay.study.apps.map(\.bundleID), replay.plan.apps)
    let asked = arguments.value("--app")
    if let asked, !apps.contains(asked) { throw DeviceSelection.unknown("app", asked, among: apps) }
    let chosen = (asked.map { [$0] } ?? apps).lazy.compactMap { bundleID in
      installed.firstIndex { $0.specification != nil && $0.bundleID == bundleID }
    }.first
    guard let chosen else {
      throw CommandFailure(
        "\(asked.map { "`\($0)` is not" } ?? "no app of the study is") installed on device \(replay.plan.device); "
          + "choose another --device; `slumber explain \(arguments.arguments[0]) --list` lists the devices")
    }
    return Int32(chosen)
  }
}

enum TimelineCommand {
  static let specification = CommandSpecification(
    name: "timeline", arguments: "STUDY", argumentCount: 1...1,
    summary: "Writes the exogenous timeline of one device, in the format of a trace.",
    example: "slumber timeline scenarios/quickstart.yaml --to phone.csv --device 3",
    options: """
      --to FILE.csv | write to this file
      \(DeviceSelection.options)
      \(StudyOptions.options)
      """,
    run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let path = try arguments.value("--to", or: "`timeline` needs --to FILE.csv")
    let file = try StudyOptions.study(arguments)
    let point = try DeviceSelection.designPoint(arguments, file)
    let plan = try DeviceSelection.replays(arguments, point)[0].plan
    try OutputFile.write(TimelineCSV.text(of: plan, deviceID: "device-\(plan.device)"), to: path)
    let place = DeviceSelection.place(point, file)
    Terminal.note(
      "\(plan.timeline.events.count) events of device \(plan.device) (\(plan.archetype))\(place): \(path)")
    return .done
  }
}

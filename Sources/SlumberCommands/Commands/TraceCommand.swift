import PhoneSimulation
import Studies
import UsageModels
import Workload

enum TraceCommand {
  static let specification = CommandSpecification(
    name: "trace", arguments: "STUDY", argumentCount: 1...1,
    summary:
      "Writes the timeline of one device for the Perfetto UI, or with .csv its event log and the meaning of its columns.",
    example: "slumber trace scenarios/quickstart.yaml --to phone.pftrace --device 3",
    options: [.value("--to", "FILE", "file to write: .pftrace or .csv"), StudyOptions.allowCommands]
      + DeviceSelection.options + StudyOptions.all, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard let path = arguments.value("--to"), path.hasSuffix(".pftrace") || path.hasSuffix(".csv") else {
      let found = arguments.value("--to").map { "`\($0)`" } ?? "none"
      throw UsageError("`trace` needs --to FILE.pftrace or --to FILE.csv, found \(found)")
    }
    let file = try StudyOptions.study(arguments)
    let point = try DeviceSelection.designPoint(arguments, file)
    let replays = try DeviceSelection.replays(arguments, point)
    guard let replay = replays.first, replays.count == 1 else {
      throw UsageError("`trace` takes one --policy, found \(replays.count)")
    }
    let isLog = path.hasSuffix(".csv")
    let result = try replay.run(records: isLog ? .log : [.log, .power])
    let plan = replay.plan
    let title =
      "device \(plan.device) (\(plan.archetype)), \(replay.policy.label)\(DeviceSelection.place(point, file))"
    if isLog {
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
}

enum TimelineCommand {
  static let specification = CommandSpecification(
    name: "timeline", arguments: "STUDY", argumentCount: 1...1,
    summary: "Writes the exogenous timeline of one device; the file is accepted as a trace.",
    example: "slumber timeline scenarios/quickstart.yaml --to phone.csv --device 3",
    options: [.value("--to", "FILE.csv", "file to write")] + DeviceSelection.options + StudyOptions.all,
    run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let path = try arguments.value("--to", or: "`timeline` needs --to FILE.csv")
    let file = try StudyOptions.study(arguments)
    let point = try DeviceSelection.designPoint(arguments, file)
    let device = try DeviceSelection.device(arguments, point) ?? 0
    let replication = try DeviceSelection.replication(arguments, point)
    let plan = DeviceReplay(point.study, policy: 0, replication: replication, device: device).plan
    try OutputFile.write(TimelineCSV.text(of: plan, deviceID: "device-\(device)"), to: path)
    let place = DeviceSelection.place(point, file)
    Terminal.note(
      "\(plan.timeline.events.count) events of device \(device) (\(plan.archetype))\(place): \(path)")
    return .done
  }
}

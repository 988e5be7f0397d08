import DeviceTracing
import PhoneSimulation
import StudyExecution
import StudyFormat
import Workload

/// `slumber trace`: the timeline of one device for the Perfetto UI, or its event log as CSV.
enum TraceCommand {
  static let specification = CommandSpecification(
    name: "trace", arguments: "STUDY", argumentCount: 1...1,
    summary:
      "Writes the timeline of one device for the Perfetto UI, or with .csv its event log and the meaning of its columns.",
    example: "slumber trace scenarios/quickstart.yaml --to phone.pftrace --device 3",
    options: [.value("--to", "FILE", "file to write: .pftrace or .csv"), StudyOptions.allowCommands]
      + DeviceSelection.options
      + StudyOptions.all, run: run)

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
    let place = file.points.count > 1 ? ", design point \(point.name)" : ""
    let title = "device \(plan.device) (\(plan.archetype)), \(replay.policy.label)\(place)"
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

import StudyExecution
import StudyFormat
import UsageModels
import Workload

/// `slumber timeline`: what happens to one device from outside.
enum TimelineCommand {
  static let specification = CommandSpecification(
    name: "timeline", arguments: "STUDY", argumentCount: 1...1,
    summary: "Writes the exogenous timeline of one device; the file is accepted as a trace.",
    example: "slumber timeline scenarios/quickstart.yaml --to phone.csv --device 3",
    options: [.value("--to", "FILE.csv", "file to write")] + DeviceSelection.options + StudyOptions.all,
    run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard let path = arguments.value("--to") else {
      throw UsageError("`timeline` needs --to FILE.csv")
    }
    let file = try StudyOptions.study(arguments)
    let point = try DeviceSelection.designPoint(arguments, file)
    let device = try DeviceSelection.device(arguments, point) ?? 0
    let replication = try DeviceSelection.replication(arguments, point)
    let plan = DeviceReplay(point.study, policy: 0, replication: replication, device: device).plan
    try OutputFile.write(TimelineCSV.text(of: plan, deviceID: "device-\(device)"), to: path)
    let place = file.points.count > 1 ? ", design point \(point.name)" : ""
    Terminal.note(
      "\(plan.timeline.events.count) events of device \(device) (\(plan.archetype))\(place): \(path)")
    return .done
  }
}

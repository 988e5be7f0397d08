import Basics
import Studies
import UsageModels
import Workload

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

import RandomStreams
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
    options: [
      .value("--to", "FILE.csv", "file to write"),
      .value("--device", "K", "device, from 0; 0 by default"),
      .value("--replication", "R", "replication, from 0; 0 by default"),
    ] + StudyOptions.all, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard let path = arguments.value("--to") else {
      throw UsageError(description: "`timeline` needs --to FILE.csv", command: "timeline")
    }
    let file = try StudyOptions.study(arguments)
    let device = try arguments.integer("--device", atLeast: 0) ?? 0
    let replication = try arguments.integer("--replication", atLeast: 0) ?? 0
    guard device < file.study.deviceCount else {
      throw CommandFailure(
        description: "the study has \(file.study.deviceCount) devices, found --device \(device)")
    }
    let plan = file.plan(replication: replication, device: device, stream: RandomStream())
    try OutputFile.write(TimelineCSV.text(of: plan, deviceID: "device-\(device)"), to: path)
    Terminal.error("\(plan.timeline.events.count) events of device \(device) (\(plan.archetype)): \(path)")
    return .done
  }
}

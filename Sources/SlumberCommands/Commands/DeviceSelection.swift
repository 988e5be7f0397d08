import StudyExecution
import StudyFormat

/// The options that name one device of a study, shared by the commands that look at one.
enum DeviceSelection {
  static let options: [OptionSpecification] = [
    .value("--arm", "NAME", "arm of the study; the first by default"),
    .value("--device", "K", "device, from 0; 0 by default"),
    .value("--replication", "R", "replication, from 0; 0 by default"),
  ]

  /// Replays the chosen device under each chosen policy: those of `--policy`, or else the study's first.
  static func replays(_ arguments: ParsedArguments, _ file: StudyFile) throws -> [DeviceReplay] {
    let point = try designPoint(arguments, file)
    let device = try arguments.integer("--device", atLeast: 0) ?? 0
    let replication = try arguments.integer("--replication", atLeast: 0) ?? 0
    guard device < point.study.deviceCount else {
      throw CommandFailure(
        description: "the study has \(point.study.deviceCount) devices, found --device \(device)")
    }
    let chosen = arguments.has("--policy") ? point.study.policies.indices : 0..<1
    return chosen.map { DeviceReplay(point.study, policy: $0, replication: replication, device: device) }
  }

  static func designPoint(_ arguments: ParsedArguments, _ file: StudyFile) throws -> DesignPoint {
    guard let arm = arguments.value("--arm") else { return file.points[0] }
    guard let point = file.points.first(where: { $0.arm == arm }) else {
      let arms = file.points.map(\.arm).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      throw CommandFailure(
        description: "the study has no arm `\(arm)`, expected one of: \(arms.joined(separator: ", "))")
    }
    return point
  }
}

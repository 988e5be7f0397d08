import JSON
import PlainText
import ResultsStore
import StudyExecution
import StudyFormat
import Workload

/// `slumber explain`: why an app's work ran when it did, factor by factor.
enum ExplainCommand {
  static let specification = CommandSpecification(
    name: "explain", arguments: "STUDY", argumentCount: 1...1,
    summary: "Tells why an app's work ran when it did, what blocked it, and what would have helped.",
    example: "slumber explain scenarios/quickstart.yaml --app org.example.news --task push --device 3",
    options: [
      .value("--app", "ID", "bundle id of the app"),
      .value("--task", "ID", "identifier of a series, or a mechanism such as push; all by default"),
      .value("--item", "N", "item to take apart; the one that waited longest by default"),
      .flag("--summary", "instead, a table of all apps and series over the devices of the replication"),
      .flag("--json", "everything as JSON"), StudyOptions.allowCommands,
    ] + DeviceSelection.options + StudyOptions.all, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = try StudyOptions.study(arguments)
    if arguments.has("--summary") { return try summarise(arguments, file) }
    guard let bundleID = arguments.value("--app") else {
      throw UsageError(description: "`explain` needs --app ID, or --summary", command: "explain")
    }
    let replays = try DeviceSelection.replays(arguments, file)
    let study = replays[0].study
    guard let specification = study.apps.first(where: { $0.bundleID == bundleID }) else {
      throw unknown("app", bundleID, among: study.apps.map(\.bundleID))
    }
    let series = arguments.value("--task")
    let item = try arguments.integer("--item", atLeast: 1)
    for replay in replays {
      let explainer = try Explainer(replay)
      guard let app = explainer.installed(bundleID) else {
        throw CommandFailure(
          description: "`\(bundleID)` is not installed on device \(replay.plan.device); try another --device")
      }
      if let series { try check(series, specification, explainer, app) }
      if let item, !explainer.histories(app: app, series: series).contains(where: { $0.item == item }) {
        throw CommandFailure(description: "`\(bundleID)` has no item \(item) on this device")
      }
      let report = try ExplanationReport(explainer, app: app, series: series, item: item.map { Int32($0) })
      Terminal.out(arguments.has("--json") ? report.json.text() : report.text)
    }
    return .done
  }

  /// A series is one of the app's, or one that it asked for all the same (a typo), or a mechanism.
  private static func check(
    _ series: String, _ app: AppSpecification, _ explainer: Explainer, _ index: Int32
  ) throws {
    let known =
      app.tasks.map(\.identifier) + explainer.histories(app: index, series: nil).map(\.identifier)
      + explainer.rejections(app: index).map(\.identifier) + Mechanism.allCases.map(\.name)
    guard !known.contains(series) else { return }
    throw unknown("series", series, among: known)
  }

  private static func unknown(_ what: String, _ name: String, among known: [String]) -> CommandFailure {
    let hint = NameSuggestion.nearest(to: name, in: known).map { "; did you mean `\($0)`?" } ?? ""
    return CommandFailure(description: "the study has no \(what) `\(name)`\(hint)")
  }

  private static func summarise(_ arguments: ParsedArguments, _ file: StudyFile) throws -> ExitCode {
    let point = try DeviceSelection.designPoint(arguments, file)
    let device = try arguments.integer("--device", atLeast: 0)
    let replication = try arguments.integer("--replication", atLeast: 0) ?? 0
    let devices = device.map { [$0] } ?? Array(0..<point.study.deviceCount)
    let chosen = arguments.has("--policy") ? point.study.policies.indices : 0..<1
    for policy in chosen {
      let summary = try RunSummary(
        point.study, policy: policy, replication: replication, devices: devices, jobs: try Host.workers())
      Terminal.out(arguments.has("--json") ? summary.json.text() : summary.text)
    }
    return .done
  }
}

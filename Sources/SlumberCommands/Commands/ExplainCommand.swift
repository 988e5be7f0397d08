import Basics
import PhoneSimulation
import ResultsStore
import Studies
import StudyReports
import UsageModels
import Workload

enum ExplainCommand {
  static let specification = CommandSpecification(
    name: "explain", arguments: "STUDY", argumentCount: 1...1,
    summary: "Tells how well each series of an app's background work runs, in one word, why, and what helps.",
    example: "slumber explain scenarios/quickstart.yaml --app org.example.news --task push --device 3",
    options: """
      --app ID | bundle id of the app; that of the study where it has one app only
      --task ID | identifier of a series, or a mechanism such as push; all by default
      --item N | item to take apart; the one that waited longest by default
      --gates | also replay the device without each gate of the system, and bill radio tails by each rule
      --phones N | phones on which changes are tried, over replications where the fleet is smaller; \
      \(usualPhones) by default
      --sure | also judge the first change over \(LeverCertainty.points) points of all that is assumed, and \
      tell the time first
      --within FOLDER | what a `slumber fit` has left of the assumptions, in place of their ranges
      --summary | instead, tables of users, apps and series over the devices of the replication
      --list | instead, the devices with archetype, switches and installed apps
      --svg FILE | also draw a day of the device: the first whole one after warm-up with an open of the app
      --json | everything as JSON, --gates included
      --allow-commands --csv --markdown
      \(DeviceSelection.options)
      \(StudyOptions.options)
      """, run: run)

  private static let usualPhones = 20

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = try StudyOptions.study(arguments)
    let point = try DeviceSelection.designPoint(arguments, file)
    let study = point.study
    let isOverview = arguments.has("--list") || arguments.has("--summary")
    if isOverview {
      try arguments.refuse(["--svg"]) { "`\($0)` draws a day of one device, without an overview" }
    }
    let only = study.apps.count == 1 && !isOverview ? study.apps[0].bundleID : nil
    let bundleID = arguments.value("--app") ?? only
    let specification = study.apps.first { $0.bundleID == bundleID }
    if let bundleID, specification == nil {
      throw DeviceSelection.unknown("app", bundleID, among: study.apps.map(\.bundleID))
    }
    if arguments.has("--list") {
      let replication = try DeviceSelection.replication(arguments, point)
      let list = DeviceList(study, replication: replication, bundleID: bundleID)
      try Terminal.show(list.page, json: list.json, arguments)
      return .done
    }
    if arguments.has("--summary") { return try summarize(arguments, point) }
    guard let bundleID, let specification else {
      let names = study.apps.map(\.bundleID).joined(separator: ", ")
      throw UsageError(
        "`explain` needs --app ID, or --summary, or --list; the apps of the study are: \(names)")
    }
    let series = arguments.value("--task")
    let item = try arguments.integer("--item", atLeast: 1)
    let isJSON = arguments.has("--json")
    let phones = try arguments.integer("--phones", atLeast: 1) ?? usualPhones
    let fit = try arguments.value("--within").map { try PlausiblePoints(folder: $0) }
    let jobs = try Host.workers(arguments)
    let replays = try DeviceSelection.replays(arguments, point)
    let drawing = arguments.value("--svg")
    if drawing != nil, replays.count > 1 {
      throw UsageError("`--svg` takes one --policy, found \(replays.count)")
    }
    for replay in replays {
      let explainer = try Explainer(replay)
      guard let app = explainer.installed(bundleID) else {
        throw CommandFailure(
          "`\(bundleID)` is not installed on device \(replay.plan.device); choose another --device: "
            + "`slumber explain \(file.path) --list --app \(bundleID)` lists those that have it")
      }
      if let series { try check(series, specification, explainer, app) }
      if let item, !explainer.histories(app: app, series: series).contains(where: { $0.item == item }) {
        throw CommandFailure("`\(bundleID)` has no item \(item) on this device", code: .usage)
      }
      var report = try ExplanationReport(
        explainer, app: app, series: series, item: item.map { Int32($0) }, point: point.name,
        showsGates: arguments.has("--gates"), needsGates: isJSON || arguments.has("--gates"),
        phones: phones, jobs: jobs, fit: fit)
      if arguments.has("--sure") {
        report.certainty = try certainty(report, series, file, point, fit, arguments)
      }
      try Terminal.show(report.page, json: report.json, arguments)
      guard let drawing else { continue }
      let picture = try DayPicture(replay, app: app)
      try OutputFile.write(picture.svg, to: drawing)
      Terminal.note("\(picture.title)\(DeviceSelection.place(point, file)): \(drawing)")
    }
    return .done
  }

  private static func certainty(
    _ report: ExplanationReport, _ series: String?, _ file: StudyFile, _ point: DesignPoint,
    _ fit: PlausiblePoints?, _ arguments: ParsedArguments
  ) throws -> LeverCertainty? {
    guard let first = report.trial.first else {
      Terminal.note(
        "no change is shown to help, so that there is none to be sure of; --phones N narrows the intervals")
      return nil
    }
    let jobs = try Host.workers(arguments)
    let seconds =
      report.trial.secondsPerReplay * Double(2 * LeverCertainty.points * report.trial.phones) / Double(jobs)
    Terminal.note(
      "judging `\(first.title)` at \(LeverCertainty.points) points on \(report.trial.phones) phones: "
        + "about \(Int(seconds.rounded(.up))) s")
    return try LeverCertainty(
      first, report.trial, report.sample(jobs: jobs), series: series, point: point, of: file, fit: fit,
      catalogue: arguments.policies)
  }

  /// One of the app's, or one that it asked for all the same (a typo), or a mechanism.
  private static func check(
    _ series: String, _ app: AppSpecification, _ explainer: Explainer, _ index: Int32
  ) throws {
    let known =
      app.tasks.map(\.identifier) + app.exitWork.map(\.name)
      + explainer.histories(app: index, series: nil).map(\.identifier)
      + explainer.refusals(app: index).map(\.identifier) + Mechanism.allCases.map(\.name)
    guard !known.contains(series) else { return }
    throw DeviceSelection.unknown("series", series, among: known)
  }

  private static func summarize(_ arguments: ParsedArguments, _ point: DesignPoint) throws -> ExitCode {
    let device = try DeviceSelection.device(arguments, point)
    let replication = try DeviceSelection.replication(arguments, point)
    let devices = device.map { [$0] } ?? Array(0..<point.study.deviceCount)
    let chosen = arguments.has("--policy") ? point.study.policies.indices : 0..<1
    for policy in chosen {
      let summary = try RunSummary(
        point.study, policy: policy, replication: replication, devices: devices,
        jobs: try Host.workers(arguments), bundleID: arguments.value("--app"), point: point.name)
      try Terminal.show(summary.page, json: summary.json, arguments)
    }
    return .done
  }
}

enum TimelineCommand {
  static let specification = CommandSpecification(
    name: "timeline", arguments: "STUDY", argumentCount: 1...1,
    summary: "Writes the exogenous timeline of one device; the file is accepted as a trace.",
    example: "slumber timeline scenarios/quickstart.yaml --to phone.csv --device 3",
    options: """
      --to FILE.csv | file to write
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

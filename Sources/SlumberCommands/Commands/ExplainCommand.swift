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
    summary: "Replays a device to find why content is stale or work is not done, and what helps.",
    example: "slumber explain scenarios/quickstart.yaml --app org.example.news --device 3",
    options: """
      --app ID | bundle identifier of the app; the app of a study with one app by default
      --task ID | explain the work of this task, session, or kind of push
      --outcome NAME | outcome to explain: staleOpens, workNotDone, cadence, messagesNotShown, or energy; \
      the worst by default
      --without NAMES | replay the device without these causes, and print the outcome
      --change NAME | replay the devices with one remedy, and print its row of the table
      --phones N | devices on which remedies are tried; \(usualDevices) by default
      --sure | also judge a remedy at \(RemedyCertainty.points) points of the parameter space of all assumptions
      --within FOLDER | plausible parameter sets of `slumber fit`, in place of the ranges
      --items | also print the last items of the app
      --waits | also print the reasons for waiting
      --budgets | also print the spenders of the budgets
      --hours | also print runs, waiting, and fresh opens by hour of day
      --gates | also replay an item without each gate, and bill radio tails by each rule
      --item N | item for `--gates`; the one that waited longest by default
      --all | print every table, remedy, and alternative cause
      --summary | print tables of users, apps, and tasks over the devices of the replication instead
      --list | print the devices instead, with --app by outcome and with the first cause of the most affected ones
      --svg FILE | also draw a day of the device: the first whole one after warm-up with an open of the app
      --json | print everything as JSON
      --allow-commands --csv --markdown --legend
      \(DeviceSelection.options(device: "the median of the affected devices"))
      \(StudyOptions.options)
      """, run: run)

  private static let usualDevices = 20

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = try StudyOptions.study(arguments)
    let point = try DeviceSelection.designPoint(arguments, file)
    let study = point.study
    let isOverview = arguments.has("--list") || arguments.has("--summary")
    if isOverview {
      try arguments.refuse(["--svg"]) { "`\($0)` draws a day of one device, without an overview" }
    }
    let only = study.apps.count == 1 && !arguments.has("--summary") ? study.apps[0].bundleID : nil
    let bundleID = arguments.value("--app") ?? only
    if let bundleID, !study.apps.contains(where: { $0.bundleID == bundleID }) {
      throw DeviceSelection.unknown("app", bundleID, among: study.apps.map(\.bundleID))
    }
    if arguments.has("--list") {
      let list = try devices(bundleID, point, arguments)
      for option in ["--outcome", "--task"] where arguments.has(option) && !list.hasOutcome {
        throw CommandFailure(
          "no device has an outcome with \(option) `\(arguments.value(option) ?? "")`", code: .usage)
      }
      try Terminal.show(list.page, json: list.json, arguments)
      return .done
    }
    if arguments.has("--summary") { return try summarize(arguments, point) }
    guard let bundleID else {
      let names = study.apps.map(\.bundleID).joined(separator: ", ")
      throw UsageError(
        "`explain` needs --app ID, or --summary, or --list; the apps of the study are: \(names)")
    }
    let replays = try DeviceSelection.replays(
      arguments, point, usual: try medianDevice(bundleID, point, arguments))
    let drawing = arguments.value("--svg")
    if drawing != nil, replays.count > 1 {
      throw UsageError("`--svg` takes one --policy, found \(replays.count)")
    }
    for replay in replays {
      guard let app = replay.plan.installed(bundleID) else {
        throw CommandFailure(
          "`\(bundleID)` is not installed on device \(replay.plan.device); choose another --device: "
            + "`slumber explain \(file.path) --list --app \(bundleID)` lists the devices that have it")
      }
      try explain(replay, app, bundleID, file, point, arguments)
      guard let drawing else { continue }
      let picture = try DayPicture(replay, app: app)
      try OutputFile.write(picture.svg, to: drawing)
      Terminal.note("\(picture.title)\(DeviceSelection.place(point, file)): \(drawing)")
    }
    return .done
  }

  private static func devices(
    _ bundleID: String?, _ point: DesignPoint, _ arguments: ParsedArguments, most: Int = .max,
    causes: Int = 30
  ) throws -> DeviceList {
    try DeviceList(
      point.study, replication: try DeviceSelection.replication(arguments, point), bundleID: bundleID,
      .init(outcome: arguments.value("--outcome"), task: arguments.value("--task"), depth: .causes),
      jobs: try Host.workers(arguments), most: most, causes: causes)
  }

  /// Devices among which the median is looked for.
  private static let mostDevices = 200

  /// The device in the middle of the affected ones; 0 where no device has the app.
  private static func medianDevice(
    _ bundleID: String, _ point: DesignPoint, _ arguments: ParsedArguments
  ) throws -> Int {
    guard !arguments.has("--device"), point.study.deviceCount > 1 else { return 0 }
    let list = try devices(bundleID, point, arguments, most: mostDevices, causes: 0)
    guard let device = list.medianDevice else { return 0 }
    guard list.affectedCount > 0 else { return device }
    Terminal.note(
      "device \(device) is the median of \(CountText.text(list.affectedCount, "affected device")); "
        + "--device K chooses another, and --list shows all")
    return device
  }

  private static func explain(
    _ replay: DeviceReplay, _ app: Int32, _ bundleID: String, _ file: StudyFile, _ point: DesignPoint,
    _ arguments: ParsedArguments
  ) throws {
    let fit = try arguments.value("--within").map { try PlausiblePoints(folder: $0) }
    let choice = Explanation.Choice(
      outcome: arguments.value("--outcome"), task: arguments.value("--task"), fit: fit,
      depth: arguments.has("--all") ? .whole : arguments.has("--json") ? .alternatives : .screen)
    if let names = arguments.value("--without") {
      try arguments.refuse([
        "--change", "--sure", "--phones", "--all", "--items", "--waits", "--budgets", "--hours", "--gates",
      ]) {
        "`--without` replays the device once; leave out `\($0)`"
      }
      for name in names.split(separator: ",").map(String.init) where !SingleReplay.names.contains(name) {
        throw DeviceSelection.unknown("cause", name, among: SingleReplay.names)
      }
      guard let single = try SingleReplay(without: names, replay, app: app, choice) else {
        throw CommandFailure(
          "`\(bundleID)` has no such outcome on device \(replay.plan.device)", code: .usage)
      }
      try Terminal.show(single.page, json: single.json, arguments)
      return
    }
    var explanation = try Explanation(replay, app: app, choice, point: point.name)
    try checkWords(explanation, arguments)
    let details = Set(
      Explanation.Detail.allCases.filter {
        arguments.has("--all") || $0.isOption && arguments.has("--\($0.rawValue)")
      })
    let isText = try OutputForm(arguments) == .text
    if isText { Terminal.show(explanation.causePage(details)) }
    var sample = PhoneSample(
      replay, bundleID: bundleID, count: try arguments.integer("--phones", atLeast: 1) ?? usualDevices,
      jobs: try Host.workers(arguments))
    let reporter = ProgressReporter(
      total: sample.count, unit: "devices with remedies", style: Terminal.hasStatusLine ? .line : .none)
    sample.progress = { reporter.update($0) }
    try explanation.tryRemedies(on: sample, named: arguments.value("--change"))
    reporter.finish()
    if details.contains(.gates) || arguments.has("--json") {
      try explanation.replayGates(item: try arguments.integer("--item", atLeast: 1).map { Int32($0) })
    }
    if arguments.has("--sure"), let best = explanation.bestRemedy(arguments.value("--change")) {
      sample.progress = { _ in }
      do {
        explanation.certainty = try RemedyCertainty(
          best.trial, best.row, sample, point: point, of: file, fit: fit, catalogue: arguments.policies)
      } catch let error as PlausiblePoints.Failure { throw CommandFailure("`--within`: \(error)") }
    }
    if isText { return Terminal.show(explanation.remedyPage(details)) }
    try Terminal.show(explanation.page(details), json: explanation.json, arguments)
  }

  /// Refuses names that the app does not have on the device.
  private static func checkWords(_ explanation: Explanation, _ arguments: ParsedArguments) throws {
    let known = explanation.knownWords
    if let name = arguments.value("--outcome"), !known.outcomes.contains(name) {
      throw DeviceSelection.unknown("outcome", name, among: known.outcomes)
    }
    if let name = arguments.value("--task"),
      !known.tasks.contains(where: { $0 == name || $0.hasSuffix(".\(name)") })
    {
      throw DeviceSelection.unknown("task", name, among: known.tasks)
    }
    if let name = arguments.value("--change"), !explanation.remedyNames.contains(name) {
      throw DeviceSelection.unknown("remedy", name, among: explanation.remedyNames)
    }
    if let number = try arguments.integer("--item", atLeast: 1), !explanation.hasItem(Int32(clamping: number))
    {
      throw CommandFailure(
        "`\(explanation.bundleID)` has no item \(number) on this device", code: .usage)
    }
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

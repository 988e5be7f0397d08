import BackgroundExecution
import EventSimulation
import ModelParameters
import UsageModels
import Workload

/// Looks for what a study says without effect, or against itself: it is taken as it stands, with a warning.
struct StudyRemarks {
  let root: MapReader
  let apps: [AppSpecification]
  let parameters: ParameterSet
  let platform: PlatformParameters
  /// Speed of the core for background work on the fastest phone of the study, relative to the standard phone.
  let fastestCore: Double
  let population: PopulationSpecification
  let horizon: TimeSpan
  let remarks: RemarkList
  /// The places of the apps by bundle id, of the first where there are two.
  private let places: [String: Int]

  init(
    root: MapReader, apps: [AppSpecification], parameters: ParameterSet, population: PopulationSpecification,
    horizon: TimeSpan, remarks: RemarkList
  ) {
    self.root = root
    self.apps = apps
    self.parameters = parameters
    platform = PlatformParameters(parameters)
    let phones = Set(population.archetypes.map(\.deviceProfile)).compactMap { DeviceCatalogue.device($0) }
    fastestCore =
      phones.map { $0.parameters(of: parameters).number("processor.efficiencySpeed") }.max() ?? 1
    self.population = population
    self.horizon = horizon
    self.remarks = remarks
    places = Dictionary(apps.indices.map { (apps[$0].bundleID, $0) }) { first, _ in first }
  }

  /// Adds all warnings.
  func check() {
    if apps.isEmpty {
      remarks.add(
        root.node["apps"] ?? root.node, "apps", "found none, so that nothing asks to work in the background")
    }
    for (index, node) in (root.node["apps"]?.elements ?? []).enumerated() {
      guard let id = node["id"]?.text, let app = app(id) else { continue }
      AppRemarks(node: node, path: "apps[\(index)]", app: app, study: self).check()
    }
    for (index, node) in (root.node["script"]?.elements ?? []).enumerated() {
      check(node, "script[\(index)]")
    }
  }

  private func app(_ bundleID: String) -> AppSpecification? { places[bundleID].map { apps[$0] } }

  /// The steps of the script that do something with an app.
  func steps(_ action: String, _ app: AppSpecification) -> [YAMLNode] {
    (root.node["script"]?.elements ?? []).filter {
      $0["action"]?.text == action && $0["app"]?.text == app.bundleID
    }
  }

  // MARK: Script

  private func check(_ step: YAMLNode, _ path: String) {
    guard let action = step["action"]?.text else { return }
    if let at = step["at"], let time = at.text.flatMap(StudyTime.instant), time - .zero >= horizon {
      remarks.add(
        at, "\(path).at", "found \(at.found), at or after the end of the study (\(TimeWords.exact(horizon)))")
    }
    let app = step["app"]?.text.flatMap(app)
    switch action {
    case "simulateLaunch", "simulateExpiration":
      if !parameters.boolean("debug.attached") {
        remarks.add(step, path, "`\(action)` has no effect without `debug.attached: true`")
      }
      checkTask(step, path, action, app)
    case "cancel", "cancelContinued": checkTask(step, path, action, app)
    case "push":
      guard let app else { return }
      if app.pushes == nil {
        remarks.add(step, path, "`push` has no effect: \(app.bundleID) has no `pushes`")
      }
      AppRemarks.checkPriority(step["priority"], "\(path).priority", remarks)
    case "visiblePush":
      guard let app, app.visiblePushes == nil else { return }
      remarks.add(step, path, "`visiblePush` has no effect: \(app.bundleID) has no `visiblePushes`")
    case "voipPush":
      guard let app, app.voipPushes == nil else { return }
      remarks.add(step, path, "`voipPush` has no effect: \(app.bundleID) has no `voipPushes`")
    default: break
    }
  }

  /// A task that nothing submits cannot be cancelled, launched or ended.
  private func checkTask(_ step: YAMLNode, _ path: String, _ action: String, _ app: AppSpecification?) {
    guard let app, let task = step["task"]?.text else { return }
    let submitted = steps("submit", app).compactMap { $0["task"]?.text }
    guard !app.tasks.contains(where: { $0.identifier == task }), !submitted.contains(task) else { return }
    remarks.add(
      step["task"] ?? step, "\(path).task",
      "`\(action)` has no effect: no task and no step submits `\(task)` for \(app.bundleID)")
  }
}

/// The warnings about one app.
struct AppRemarks {
  let node: YAMLNode
  let path: String
  let app: AppSpecification
  let study: StudyRemarks
  var remarks: RemarkList { study.remarks }

  func check() {
    for (index, task) in (node["tasks"]?.elements ?? []).enumerated() {
      checkFlags(task, "\(path).tasks[\(index)]")
    }
    checkPushes()
    checkModes()
    checkRules()
    if let content = node["content"], app.content.process == .none, let rate = content["perDay"] {
      remarks.add(rate, "\(path).content.perDay", "has no effect with `process: none`")
    }
  }

  // MARK: Flags

  /// Keys of tasks, with the kinds of task that they are about.
  private static let owners: [(key: String, kinds: [String])] = [
    ("requiresExternalPower", ["processing", "health"]),
    ("requiresNetworkConnectivity", ["processing", "health"]),
    ("floor", ["refresh", "processing", "health"]), ("strategy", ["continued"]), ("gpu", ["continued"]),
    ("startsAfterOpen", ["continued"]), ("progress", ["continued"]),
  ]

  private func checkFlags(_ task: YAMLNode, _ path: String) {
    guard let kind = task["kind"]?.text else { return }
    for (key, kinds) in Self.owners where !kinds.contains(kind) {
      guard let value = task[key], value.text != "false" else { continue }
      remarks.add(
        value, "\(path).\(key)",
        "has no effect on a task of kind `\(kind)`, only on \(kinds.map { "`\($0)`" }.joined(separator: " and "))"
      )
    }
  }

  // MARK: Pushes

  private func checkPushes() {
    guard let pushes = node["pushes"] else { return }
    let path = "\(path).pushes"
    let trigger = pushes["on"]?.text ?? "contentChange"
    for (key, owner) in [("perDay", "poisson"), ("at", "schedule")] where trigger != owner {
      guard let value = pushes[key] else { continue }
      remarks.add(value, "\(path).\(key)", "has no effect with `on: \(trigger)`, only with `on: \(owner)`")
    }
    Self.checkPriority(pushes["priority"], "\(path).priority", remarks)
    for (index, push) in (pushes["at"]?.elements ?? []).enumerated() {
      Self.checkPriority(push["priority"], "\(path).at[\(index)].priority", remarks)
    }
    for (key, isRefused) in [
      ("contentAvailable", !(app.pushes?.isContentAvailable ?? true)),
      ("userVisible", app.pushes?.isUserVisible ?? false),
      ("type", !(app.pushes?.isOfTypeBackground ?? true)),
    ] where isRefused {
      guard let value = pushes[key] else { continue }
      remarks.add(
        value, "\(path).\(key)",
        "found \(value.found): the server refuses such silent pushes (PUSH-1); leave the key out")
    }
  }

  static func checkPriority(_ node: YAMLNode?, _ path: String, _ remarks: RemarkList) {
    guard let node, let priority = node.text.flatMap({ Int($0) }), priority > 5 else { return }
    remarks.add(
      node, path,
      "found \(node.found): the server refuses silent pushes of a priority above 5 (PUSH-1); send them with 5"
    )
  }

  // MARK: Declarations

  private func checkModes() {
    guard let modes = node["declarations"]?["modes"] else { return }
    let declared = app.declarations.modes
    let kinds = Set(app.tasks.map(\.mechanism))
    let needs: [(mode: BackgroundModes, word: String, user: String, isUsed: Bool)] = [
      (.fetch, "fetch", "tasks of kind `refresh`", kinds.contains(.refresh)),
      (.processing, "processing", "tasks of kind `processing`", kinds.contains { $0.isProcessing }),
      (.remoteNotification, "remote-notification", "`pushes`", app.pushes != nil),
      (.audio, "audio", "`modes.audio`", app.modes.audio != nil),
      (.location, "location", "`modes.location`", app.modes.location != nil),
      (.voip, "voip", "`voipPushes`", app.voipPushes != nil),
    ]
    for need in needs where need.isUsed && !declared.contains(need.mode) {
      remarks.add(
        modes, "\(path).declarations.modes", "lacks `\(need.word)`, without which \(need.user) do not run")
    }
  }
}

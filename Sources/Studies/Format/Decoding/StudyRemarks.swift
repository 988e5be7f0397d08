import BackgroundExecution
import EventSimulation
import ModelParameters
import UsageModels
import Workload

/// Looks for what a study says without effect, or against itself: it is taken as it stands, with a warning.
struct StudyRemarks {
  let root: Place
  let study: Study
  let platform: PlatformParameters
  /// Speed of the core for background work on the fastest phone of the study, relative to the standard phone.
  let fastestCore: Double
  let remarks: RemarkList
  /// The apps by bundle id, the first where there are two.
  private let apps: [String: AppSpecification]

  init(_ root: Place, _ study: Study, _ remarks: RemarkList) {
    (self.root, self.study, self.remarks) = (root, study, remarks)
    platform = PlatformParameters(study.parameters)
    let phones = Set(study.population.archetypes.map(\.deviceProfile)).compactMap(DeviceCatalogue.device)
    let cores = phones.map { $0.parameters(of: study.parameters).number("processor.efficiencySpeed") }
    fastestCore = cores.max() ?? 1
    apps = Dictionary(study.apps.map { ($0.bundleID, $0) }) { first, _ in first }
  }

  func check() {
    if apps.isEmpty {
      remarks.add(root.at("apps"), "the study has no background work, because it has no apps. Add `apps`")
    }
    for place in root.elements("apps") {
      guard let app = place.text("id").flatMap({ apps[$0] }) else { continue }
      AppRemarks(place: place, app: app, study: self).check()
    }
    for step in root.elements("script") { check(step) }
  }

  func steps(_ action: String, _ app: AppSpecification) -> [Place] {
    root.elements("script").filter { $0.text("action") == action && $0.text("app") == app.bundleID }
  }

  // MARK: Script

  private func check(_ step: Place) {
    guard let action = step.text("action") else { return }
    if let at = step["at"], let time = at.text.flatMap(StudyTime.instant), time - .zero >= study.horizon {
      let end = TimeWords.exact(study.horizon)
      remarks.add(
        at,
        "this step has no effect: \(at.node.found) is not before the end of the study (\(end)). Use an earlier time"
      )
    }
    let app = step.text("app").flatMap { apps[$0] }
    switch action {
    case "simulateLaunch", "simulateExpiration":
      if !study.parameters.boolean("debug.attached") {
        remarks.add(step, "`\(action)` has no effect without `debug.attached: true`. Set this parameter")
      }
      checkTask(step, action, app)
    case "cancel", "cancelContinued": checkTask(step, action, app)
    case "push":
      guard let app else { return }
      if app.pushes == nil { lacks("pushes", app, step, action) }
      if !isWakingAlert(app) { remarks.checkPriority(of: step) }
    case "visiblePush": if let app, app.visiblePushes == nil { lacks("visiblePushes", app, step, action) }
    case "voipPush": if let app, app.voipPushes == nil { lacks("voipPushes", app, step, action) }
    case "bluetooth", "health":
      if let app, !app.wakes.contains(where: { $0.source.rawValue == action }) {
        lacks(action, app, step, action)
      }
    default: break
    }
  }

  /// Whether the server takes the app's pushes as alerts that wake it, at any priority (PUSH-1).
  fileprivate func isWakingAlert(_ app: AppSpecification) -> Bool {
    platform.alertsWake && app.pushes?.isWakingAlert == true
  }

  private func lacks(_ key: String, _ app: AppSpecification, _ step: Place, _ action: String) {
    remarks.add(step, "`\(action)` has no effect: \(app.bundleID) has no `\(key)`. Add them")
  }

  /// A task that nothing submits cannot be canceled, launched or ended.
  private func checkTask(_ step: Place, _ action: String, _ app: AppSpecification?) {
    guard let app, let task = step.text("task") else { return }
    let submitted = steps("submit", app).compactMap { $0.text("task") }
    guard !app.tasks.contains(where: { $0.identifier == task }), !submitted.contains(task) else { return }
    remarks.add(
      step.at("task"),
      "`\(action)` has no effect: \(app.bundleID) never submits `\(task)`. Add a task or a step that submits it"
    )
  }
}

final class RemarkList {
  private(set) var texts: [String] = []

  /// Adds a warning, which continues a sentence that begins with the path.
  func add(_ place: Place, _ text: String) {
    let node = place.node
    texts.append((node.line > 0 ? "\(node.file):\(node.line): " : "") + "\(place.path): \(text)")
  }

  fileprivate func checkPriority(of push: Place) {
    guard let place = push["priority"], let priority = place.text.flatMap({ Int($0) }), priority > 5 else {
      return
    }
    let found = "found \(place.node.found)"
    add(
      place,
      "\(found): the server refuses silent pushes with a priority above 5 (PUSH-1). Set the priority to 5")
  }
}

struct AppRemarks {
  let place: Place
  let app: AppSpecification
  let study: StudyRemarks
  var remarks: RemarkList { study.remarks }

  func check() {
    for task in place.elements("tasks") { checkFlags(task) }
    checkPushes()
    checkModes()
    checkRules()
    if app.content.process == .none, let rate = place["content"]?["perDay"] {
      remarks.add(rate, "has no effect with `process: none`. Remove it, or choose another process")
    }
  }

  private static let owners: [(key: String, kinds: [String])] = [
    ("requiresExternalPower", ["processing", "health"]),
    ("requiresNetworkConnectivity", ["processing", "health"]),
    ("earliestBegin", ["refresh", "processing", "health"]), ("strategy", ["continued"]),
    ("gpu", ["continued"]),
    ("startsAfterOpen", ["continued"]), ("progress", ["continued"]),
  ]

  private func checkFlags(_ task: Place) {
    guard let kind = task.text("kind") else { return }
    for (key, kinds) in Self.owners where !kinds.contains(kind) {
      guard let value = task[key], value.node.text != "false" else { continue }
      let words = kinds.map { "`\($0)`" }.joined(separator: " and ")
      remarks.add(value, "has no effect on a `\(kind)` task, only on \(words). Remove it")
    }
  }

  private func checkPushes() {
    if app.visiblePushes?.launches == nil {
      for key in ["work", "fetches"] {
        guard let value = place["visiblePushes"]?[key] else { continue }
        remarks.add(
          value, "has no effect without `contentAvailable: true`. Add this key, or remove the other")
      }
    } else if !study.platform.alertsWake, let key = place["visiblePushes"]?["contentAvailable"] {
      remarks.add(
        key, "the server refuses these alerts under `push.alertsWake: false`. Remove one of the two keys")
    }
    guard let pushes = place["pushes"] else { return }
    let trigger = pushes.text("on") ?? "contentChange"
    for (key, owner) in [("perDay", "poisson"), ("at", "schedule")] where trigger != owner {
      guard let value = pushes[key] else { continue }
      remarks.add(
        value, "has no effect with `on: \(trigger)`, only with `on: \(owner)`. Remove it, or change `on`")
    }
    if study.isWakingAlert(app) { return }
    remarks.checkPriority(of: pushes)
    pushes.elements("at").forEach(remarks.checkPriority)
    for (key, isRefused) in [
      ("contentAvailable", !(app.pushes?.isContentAvailable ?? true)),
      ("userVisible", app.pushes?.isUserVisible ?? false),
      ("type", !(app.pushes?.isOfTypeBackground ?? true)),
    ] where isRefused {
      guard let value = pushes[key] else { continue }
      remarks.add(
        value,
        "found \(value.node.found): the server refuses such silent pushes (PUSH-1). Remove the key"
          + (key == "contentAvailable" ? "" : ", or send alerts: `userVisible: true` with `type: alert`"))
    }
  }

  private func checkModes() {
    if place["health"] != nil, let declarations = place["declarations"],
      !app.declarations.hasHealthEntitlement
    {
      remarks.add(
        declarations,
        "`health` observers get no data, because the entitlement is missing (HEALTH-1). Add `health: true`")
    }
    guard let modes = place["declarations"]?["modes"] ?? place["plist"] else { return }
    let declared = app.declarations.modes
    let kinds = Set(app.tasks.map(\.mechanism))
    let needs: [(mode: BackgroundModes, word: String, user: String, isUsed: Bool)] = [
      (.fetch, "fetch", "`refresh` tasks", kinds.contains(.refresh)),
      (.processing, "processing", "`processing` tasks", kinds.contains { $0.isProcessing }),
      (.remoteNotification, "remote-notification", "`pushes`", app.pushes != nil),
      (.audio, "audio", "`modes.audio`", app.modes.audio != nil),
      (.location, "location", "`modes.location`", app.modes.location != nil),
      (.voip, "voip", "`voipPushes`", app.voipPushes != nil),
      (.bluetoothCentral, "bluetooth-central", "`bluetooth` events", place["bluetooth"] != nil),
    ]
    for need in needs where need.isUsed && !declared.contains(need.mode) {
      remarks.add(modes, "\(need.user) do not run, because the mode `\(need.word)` is missing. Add it")
    }
  }
}

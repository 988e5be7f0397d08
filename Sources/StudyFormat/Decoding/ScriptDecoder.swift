import EventSimulation
import ModelParameters
import PlainText
import Workload

/// Decodes the timed interventions of a study.
struct ScriptDecoder {
  let log: ErrorLog
  let apps: [AppSpecification]
  let bundleIDs: [String]

  func actions(_ root: MapReader) -> [ScriptedAction] {
    root.maps("script", .scriptStep).compactMap(action)
  }

  private func action(_ map: MapReader) -> ScriptedAction? {
    // All that is wrong with a step comes at once.
    let given = map.weekdays("days")
    let days = map.has("every") ? Array(FieldTable.weekdays.indices) : given
    if let every = map.node["every"], map.has("days") {
      log.add(every, map.join("every"), found: "`every` beside `days`", expected: "one of the two")
    }
    let time = map.node["at"].flatMap { node in
      days == nil
        ? map.instant(node, map.join("at"))
        : map.timeOfDay(node, map.join("at"), of: ", for a step that is repeated").map { .zero + $0 }
    }
    guard let word = map.choice("action") else { return nil }
    checkKeys(map, word)
    let step = step(map, word)
    return time.flatMap { time in step.map { ScriptedAction(time: time, days: days, step: $0) } }
  }

  /// The keys that an action needs beside the instant.
  private static let needed: [String: [String]] = [
    "network": ["path"], "signal": ["level"], "setting": ["setting", "value"], "open": ["app"],
    "close": ["app"], "push": ["app"], "visiblePush": ["app"], "voipPush": ["app"], "audio": ["app"],
    "location": ["app"], "region": ["app"], "list": ["app"], "kill": ["app"], "cancelAll": ["app"],
    "submit": ["app", "task"], "cancel": ["app", "task"], "cancelContinued": ["app", "task"],
    "simulateLaunch": ["app", "task"], "simulateExpiration": ["app", "task"], "transfer": ["app", "session"],
  ]

  private func checkKeys(_ map: MapReader, _ word: String) {
    for key in Self.needed[word] ?? [] where !map.has(key) {
      log.add(map.node, map.join(key), found: "nothing", expected: "`\(key)` for this action")
    }
    if map.has("app") { _ = app(map) }
    for field in FieldTable.scriptStep.fields where map.has(field.key) {
      if case .choice = field.kind { _ = map.choice(field.key) }
    }
    _ = map.floor("floor")
    _ = map.span("expiration")
    if map.has("priority") { _ = map.integer("priority") }
  }

  private func step(_ map: MapReader, _ word: String) -> ScriptedAction.Step? {
    refuseKeysOfPushes(map, word)
    switch word {
    case "reboot": return .event(.reboot)
    case "lock": return .event(.lock)
    case "unlock": return .event(.unlock)
    case "screenOn": return .event(.usualScreenOn)
    case "screenOff": return .event(.screenOff)
    case "unplug": return .event(.unplug)
    case "plug":
      let kind = ChargerKind.allCases.first { $0.name == map.choice("charger") } ?? .wired20W
      return .event(.plug(kind, hold: 0))
    case "network":
      guard let path = NetworkPath.allCases.first(where: { $0.name == map.choice("path") }) else {
        return missing(map, "path")
      }
      return .event(.network(path))
    case "signal":
      guard let level = SignalLevel.allCases.first(where: { $0.name == map.choice("level") }) else {
        return missing(map, "level")
      }
      return .event(.signal(level))
    case "setting": return setting(map)
    case "forceQuit": return .event(.forceQuit(app: map.has("app") ? app(map) : nil))
    case "move": return modeStep(map, word, app: nil)
    default: break
    }
    guard let app = app(map) else { return nil }
    if Self.modeActions.contains(word) { return modeStep(map, word, app: app) }
    switch word {
    case "open": return .event(.appForeground(app: app))
    case "close": return .event(.appBackground(app: app))
    case "push": return push(map, app)
    case "cancelAll": return .script(.cancelAll(app: app))
    case "transfer": return transfer(map, app)
    case "list": return .script(.listPending(app: app))
    case "kill": return .script(.kill(app: app, isCrash: map.boolean("crash") ?? false))
    case "cancel":
      guard let task = map.name("task") else { return missing(map, "task") }
      return .script(.cancel(app: app, identifier: task))
    case "cancelContinued", "simulateLaunch", "simulateExpiration":
      guard let task = map.name("task") else { return missing(map, "task") }
      return .script(
        word == "cancelContinued"
          ? .cancelContinued(app: app, identifier: task)
          : word == "simulateLaunch"
            ? .simulateLaunch(app: app, identifier: task) : .simulateExpiration(app: app, identifier: task))
    default:
      guard let task = map.name("task") else { return missing(map, "task") }
      let known = apps[app].tasks.first { $0.identifier == task }
      let given = Mechanism.allCases.first { $0.name == map.choice("kind") }
      guard let mechanism = given ?? known?.mechanism else { return missing(map, "kind") }
      let floor = map.floor("floor") ?? known?.floor
      if let origin = map.choice("origin").flatMap(SubmissionOrigin.init(rawValue:)), origin != .app {
        return .script(
          .submitFromExtension(
            app: app, identifier: task, mechanism: mechanism, floor: floor, origin: origin))
      }
      return .script(.submit(app: app, identifier: task, mechanism: mechanism, floor: floor))
    }
  }

  /// A push with a life and a priority of its own; half the paging delay where the radio is idle.
  private func push(_ map: MapReader, _ app: Int) -> ScriptedAction.Step {
    let push = TimelineEvent.push(
      at: .zero, app: app, expiration: map.span("expiration"), priority: map.integer("priority"),
      paging: 0.5)
    return .event(push.kind)
  }

  /// Life and priority belong to pushes; visible and VoIP pushes have no priority of their own.
  private func refuseKeysOfPushes(_ map: MapReader, _ word: String) {
    let actions = ["expiration": ["push", "visiblePush", "voipPush"], "priority": ["push"]]
    for (key, owners) in actions.sorted(by: { $0.key < $1.key }) where !owners.contains(word) {
      guard let node = map.node[key] else { continue }
      log.add(
        node, map.join(key), found: "`\(key)` of `\(word)`",
        expected: "a key of the action \(owners.joined(separator: ", "))")
    }
  }

  private func transfer(_ map: MapReader, _ app: Int) -> ScriptedAction.Step? {
    guard let node = map.node["session"], let session = map.text("session") else {
      return missing(map, "session")
    }
    let sessions = apps[app].transfers.map(\.session)
    if let index = sessions.firstIndex(of: session) { return .script(.transfer(app: app, index: index)) }
    log.add(
      node, map.join("session"), found: "`\(session)`", expected: "a session of the app",
      suggestion: NameSuggestion.nearest(to: session, in: sessions))
    return nil
  }

  private func setting(_ map: MapReader) -> ScriptedAction.Step? {
    guard let name = SettingName.allCases.first(where: { $0.name == map.choice("setting") }) else {
      return missing(map, "setting")
    }
    let app = map.has("app") ? app(map) : nil
    if name == .appRefresh, app == nil { return missing(map, "app") }
    guard let node = map.node["value"] else { return missing(map, "value") }
    guard let value = node.text.flatMap({ name.value(word: $0, number: Quantity.number($0)) }) else {
      log.add(node, map.join("value"), expected: "\(name.domain) for `\(name.name)`")
      return nil
    }
    return .event(.setting(name, app: app, value: value))
  }

  private func app(_ map: MapReader) -> Int? {
    guard let node = map.node["app"], let id = node.text else { return missing(map, "app") }
    if let index = bundleIDs.firstIndex(of: id) { return index }
    log.add(
      node, map.join("app"), expected: "an app of the study",
      suggestion: NameSuggestion.nearest(to: id, in: bundleIDs))
    return nil
  }

  private func missing<T>(_ map: MapReader, _ key: String) -> T? {
    // A wrong word has been reported.
    guard !map.has(key) else { return nil }
    log.add(map.node, map.join(key), found: "nothing", expected: "`\(key)` for this action")
    return nil
  }
}

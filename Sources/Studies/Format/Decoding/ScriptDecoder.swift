import Basics
import EventSimulation
import ModelParameters
import Workload

struct ScriptDecoder {
  let apps: [AppSpecification]
  let bundleIDs: [String]

  func actions(_ root: MapReader) -> [ScriptedAction] { root.maps("script").compactMap(action) }

  private func action(_ map: MapReader) -> ScriptedAction? {
    // All that is wrong with a step comes at once.
    let given = map.weekdays("days")
    let days = map.has("every") ? Array(MapReader.weekdays.indices) : given
    if map.has("every"), map.has("days") {
      map.add("every", found: "`every` and `days`", expected: "one of them")
    }
    let time = map.place["at"].flatMap { place in
      days == nil
        ? map.instant(place) : map.timeOfDay(place, of: ", because the step is repeated").map { .zero + $0 }
    }
    guard let word = map.choice("action") else { return nil }
    checkKeys(map, word)
    let step = step(map, word)
    return time.flatMap { time in step.map { ScriptedAction(time: time, days: days, step: $0) } }
  }

  private static let needed: [String: [String]] = [
    "network": ["path"], "signal": ["level"], "setting": ["setting", "value"], "open": ["app"],
    "close": ["app"], "push": ["app"], "visiblePush": ["app"], "voipPush": ["app"], "audio": ["app"],
    "location": ["app"], "region": ["app"], "list": ["app"], "kill": ["app"], "cancelAll": ["app"],
    "bluetooth": ["app"],
    "health": ["app"],
    "move": ["distance"], "submit": ["app", "task"], "cancel": ["app", "task"],
    "cancelContinued": ["app", "task"], "simulateLaunch": ["app", "task"],
    "simulateExpiration": ["app", "task"], "transfer": ["app", "session"],
  ]

  private func checkKeys(_ map: MapReader, _ word: String) {
    for key in Self.needed[word] ?? [] where !map.has(key) { map.addMissing(key, "`\(key)` for this action") }
    if map.has("app") { _ = app(map) }
    for field in map.table.fields where map.has(field.key) {
      if case .choice = field.kind { _ = map.choice(field.key) }
    }
    _ = map.earliestBegin("earliestBegin")
    _ = window(map)
    _ = map.span("expiration")
    _ = map.integer("priority")
    // Visible and VoIP pushes have no priority of their own.
    for (key, pushes) in [("expiration", ["push", "visiblePush", "voipPush"]), ("priority", ["push"])]
    where !pushes.contains(word) && map.has(key) {
      let owners = pushes.joined(separator: ", ")
      map.add(key, found: "`\(key)` of `\(word)`", expected: "a key of the action \(owners)")
    }
  }

  private func step(_ map: MapReader, _ word: String) -> ScriptedAction.Step? {
    switch word {
    case "reboot": .event(.reboot)
    case "lock": .event(.lock)
    case "unlock": .event(.unlock)
    case "screenOn": .event(.usualScreenOn)
    case "screenOff": .event(.screenOff)
    case "unplug": .event(.unplug)
    case "plug": .event(.plug(ChargerKind.read("charger", of: map) ?? .wired20W, hold: 0))
    case "network": NetworkPath.read("path", of: map).map { .event(.network($0)) }
    case "signal": SignalLevel.read("level", of: map).map { .event(.signal($0)) }
    case "move": map.quantity("distance", .metres).map { .event(.moved(meters: $0)) }
    case "setting": setting(map)
    case "forceQuit": .event(.forceQuit(app: app(map)))
    default: app(map).flatMap { step(map, word, of: $0) }
    }
  }

  private func step(_ map: MapReader, _ word: String, of app: Int) -> ScriptedAction.Step? {
    switch word {
    case "open": return .event(.appForeground(app: app))
    case "close": return .event(.appBackground(app: app))
    case "push":
      // Half the paging delay where the radio is idle, of every push.
      let push = TimelineEvent.push(
        at: .zero, app: app, expiration: map.span("expiration"), priority: map.integer("priority"),
        paging: 0.5)
      return .event(push.kind)
    case "visiblePush":
      return .event(.visiblePushSent(app: app, expiration: map.span("expiration")?.seconds, paging: 0.5))
    case "voipPush":
      return .event(.voipPushSent(app: app, expiration: map.span("expiration")?.seconds ?? 0, paging: 0.5))
    case "audio": return begins(map).map { .event($0 ? .audioStart(app: app) : .audioStop(app: app)) }
    case "location":
      return begins(map).map { .event($0 ? .locationStart(app: app) : .locationStop(app: app)) }
    case "region":
      guard map.has("value") else { return .event(.regionCrossed(app: app, region: 0)) }
      return map.integer("value").map { .event(.regionCrossed(app: app, region: $0)) }
    case "bluetooth", "health": return eventOfSource(map, word, app)
    case "cancelAll": return .script(.cancelAll(app: app))
    case "list": return .script(.listPending(app: app))
    case "kill": return .script(.kill(app: app, isCrash: map.boolean("crash") ?? false))
    case "transfer":
      let sessions = apps[app].transfers.map(\.session)
      return map.name("session", of: "a session of the app", among: sessions)
        .flatMap(sessions.firstIndex).map { .script(.transfer(app: app, index: $0)) }
    default: break
    }
    guard let task = map.name("task") else { return nil }
    switch word {
    case "cancel": return .script(.cancel(app: app, identifier: task))
    case "cancelContinued": return .script(.cancelContinued(app: app, identifier: task))
    case "simulateLaunch": return .script(.simulateLaunch(app: app, identifier: task))
    case "simulateExpiration": return .script(.simulateExpiration(app: app, identifier: task))
    default:
      let known = apps[app].tasks.first { $0.identifier == task }
      guard let mechanism = Mechanism.read("kind", of: map) ?? known?.mechanism else {
        if !map.has("kind") { map.addMissing("kind", "`kind` for this action") }
        return nil
      }
      let earliestBegin = window(map) ?? map.earliestBegin("earliestBegin") ?? known?.earliestBegin
      if let origin = SubmissionOrigin.read("origin", of: map), origin != .app {
        return .script(
          .submitFromExtension(
            app: app, identifier: task, mechanism: mechanism, earliestBegin: earliestBegin, origin: origin))
      }
      return .script(.submit(app: app, identifier: task, mechanism: mechanism, earliestBegin: earliestBegin))
    }
  }

  /// The window of a recorded request: of one request, so not of a step that is repeated.
  private func window(_ map: MapReader) -> EarliestBegin? {
    guard let given = map.map("window") else { return nil }
    for key in ["every", "days", "earliestBegin"] where map.has(key) {
      map.add("window", found: "`window` beside `\(key)`", expected: "one of them")
    }
    guard let from = Instant.read("from", of: given), let to = Instant.read("to", of: given) else {
      return nil
    }
    guard to > max(from, Instant.read("at", of: map) ?? from) else {
      return given.refuse("to", expected: "an instant after `from` and `at`")
    }
    return .window(from: from, to: to)
  }

  /// An event of one of the app's sources; an app without the source has none, which is a remark.
  private func eventOfSource(_ map: MapReader, _ word: String, _ app: Int) -> ScriptedAction.Step? {
    let wakes = apps[app].wakes
    let type = map.has("type") ? HealthType.read("type", of: map) : nil
    if map.has("type"), type == nil { return nil }
    let source = wakes.firstIndex {
      $0.source.rawValue == word && (word == "bluetooth" || type == nil || $0.type == type)
    }
    return .event(.appEvent(app: app, source: source ?? wakes.count))
  }

  /// Whether a use begins, as it does without a value, or ends.
  private func begins(_ map: MapReader) -> Bool? {
    guard let node = map.node["value"] else { return true }
    switch node.text {
    case "1", "true": return true
    case "0", "false": return false
    default: return map.refuse("value", expected: "0 or 1, true or false")
    }
  }

  private func setting(_ map: MapReader) -> ScriptedAction.Step? {
    guard let name = SettingName.read("setting", of: map) else { return nil }
    let app = app(map)
    if name == .appRefresh, app == nil {
      if !map.has("app") { map.addMissing("app", "`app` for this action") }
      return nil
    }
    guard let node = map.node["value"] else { return nil }
    guard let value = node.text.flatMap({ name.value(word: $0, number: Quantity.number($0)) }) else {
      return map.refuse("value", expected: "\(name.domain) for `\(name.name)`")
    }
    return .event(.setting(name, app: app, value: value))
  }

  private func app(_ map: MapReader) -> Int? {
    guard let node = map.node["app"] else { return nil }
    if let index = node.text.flatMap(bundleIDs.firstIndex) { return index }
    return node.text == nil ? nil : map.refuse("app", expected: "an app of the study", among: bundleIDs)
  }
}

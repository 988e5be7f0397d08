import EventSimulation
import ModelParameters
import Workload

enum AppKeys {
  static let app = Mapping<AppSpecification>(
    "app", AppSpecification(bundleID: ""),
    [
      "id": .to(\.bundleID), "heavy": .to(\.isHeavy),
      "declarations": .by { app, map, key in app.declarations = map.value(key, declarations) ?? .everything },
      "popularity": .by { app, map, key in
        guard let given = map.map(key) else { return }
        app.usage = .popularity(
          installShare: given.share("installShare") ?? 1, weight: given.number("weight") ?? 0,
          spread: given.number("spread") ?? 0)
      },
      "usage": .by { app, map, key in
        guard !map.has("popularity"), var use = map.value(key, usage) else { return }
        if map.node[key]?["opensPerDay"] == nil { use.opensPerDay = Double(use.times.count) }
        app.usage = .scripted(use)
      },
      "content": .by { app, map, key in app.content = map.value(key, content) ?? .none },
      "tasks": .by { app, map, key in app.tasks = map.tasks(key) },
      "transfers": .by { app, map, key in
        app.transfers = map.transfers(key, tasks: app.tasks.map(\.identifier))
      },
      "pushes": .mapping(\.pushes, WorkKeys.pushes),
      "visiblePushes": .by { app, map, key in
        app.visiblePushes = map.value(key, WorkKeys.visiblePushes)
        guard let launches = app.visiblePushes?.launches else { return }
        if app.pushes == nil {
          // PUSH-1: the same as `pushes` that are visible and of type `alert`.
          app.pushes = launches
          app.visiblePushes?.trigger = .schedule([])
        } else if let place = map.place[key], let work = place["work"] ?? place["fetches"] {
          map.log.add(
            work, found: "`work` or `fetches` in an app with `pushes`",
            expected: "these keys in `pushes`, because an app has one handler for all pushes")
        }
      },
      "voipPushes": .mapping(\.voipPushes, WorkKeys.voipPushes),
      "modes": .by { app, map, key in app.modes = map.value(key, modes) ?? .none },
      "bluetooth": .by { app, map, key in
        if let bluetooth = map.value(key, bluetooth) { app.wakes.append(bluetooth) }
      },
      "health": .by { app, map, key in app.wakes += map.observers(key) },
      "protection": .to(\.protection),
      "assertions": .by { app, map, key in
        app.backgroundEntryWork = map.maps(key).compactMap(backgroundEntryWork.value)
      },
      "quality": .by { app, map, key in
        if map.node[key]?.entries != nil {
          app.quality = map.value(key, quality, takesDefaults: false) ?? .careful
        } else if let name = map.word(key, of: QualityProfile.canned.map(\.name)) {
          app.quality = profile(name)
        }
      },
    ])
  static let declarations = Mapping<Declarations>(
    "declarations", .everything,
    [
      "permittedIdentifiers": .by { $0.permittedIdentifiers = $1.texts($2)?.compactMap(\.text) },
      "modes": .by { $0.modes = $1.options($2, BackgroundModes.words) ?? .all },
      "gpu": .to(\.hasGPUEntitlement), "health": .to(\.hasHealthEntitlement),
    ])
  static let usage = Mapping<ScriptedUse>(
    "usage", ScriptedUse(opensPerDay: 0),
    [
      "opensPerDay": .to(\.opensPerDay), "at": .to(\.times), "spread": .to(\.spread),
      "everyDays": .to(\.everyDays), "stay": .to(\.stay),
    ])
  static let content = Mapping<ContentSpecification>(
    "content", .none,
    [
      "process": .to(\.process), "perDay": .to(\.changesPerDay), "freshWithin": .to(\.freshWithin),
      "fetchOnOpen": .to(\.fetchOnOpen),
    ])
  static let transfer = Mapping<TransferSpecification>(
    "transfer", .ofScript(session: ""),
    [
      "session": .to(\.session), "files": .to(\.files), "up": .distribution(\.up),
      "down": .distribution(\.down), "discretionary": .to(\.isDiscretionary),
      "allowsCellular": .to(\.allowsCellular), "sendsLaunchEvents": .to(\.sendsLaunchEvents),
      "chained": .to(\.isChained), "earliestBegin": .to(\.earliestBegin), "fetches": .to(\.fetches),
      "work": .by { $0.work = $1.value($2, WorkKeys.eventWork) ?? DefaultWork.none },
      "on": .deciding { transfer, map, key in
        let found = map.trigger(key)
        transfer.demand = found?.demand ?? .always
        switch found?.word {
        case "open": transfer.trigger = .open
        case "background": transfer.trigger = .background
        case "success":
          // A task is named exactly where its success is the trigger.
          if !map.has("task") { map.addMissing("task", "`task` for this trigger") }
          guard let task = map.name("task", of: "a task of the app", among: map.app?.tasks ?? []) else {
            return false
          }
          transfer.trigger = .success(of: task)
        default: break
        }
        return true
      },
    ])
  static let backgroundEntryWork = Mapping<BackgroundEntryWork>(
    "backgroundEntryWork", BackgroundEntryWork(name: "", length: DefaultWork.nothing),
    [
      "name": .to(\.name), "length": .distribution(\.length), "usesAssertion": .to(\.usesAssertion),
      "origin": .to(\.origin), "cpuShare": .to(\.cpuShare),
    ])
  static let modes = Mapping<ModeSpecification>(
    "modes", .none,
    [
      "audio": .mapping(\.audio, modeUse), "location": .mapping(\.location, modeUse),
      "significantChanges": .by { $0.significantChanges = $1.boolean($2) ?? $1.has("significantChange") },
      "significantChange": .by { $0.significantChangeAssertion = $1.map($2)?.span("assertion") },
      "regions": .mapping(\.regions, regions), "work": .mapping(\.work, WorkKeys.eventWork),
    ])
  static let modeUse = Mapping<ModeUse>(
    "modeUse", ModeUse(duration: DefaultWork.nothing),
    ["at": .to(\.times), "perDay": .to(\.perDay), "duration": .distribution(\.duration)])
  static let regions = Mapping<RegionSpecification>(
    "regions", RegionSpecification(count: 1, visitsPerDay: 0, stay: DefaultWork.constant(3600)),
    ["count": .to(\.count), "perDay": .to(\.visitsPerDay), "stay": .distribution(\.stay)])

  static let bluetooth = Mapping<WakeSpecification>(
    "bluetooth", WakeSpecification(source: .bluetooth, arrival: .random(perDay: 0)),
    [
      "every": .deciding { wake, map, key in
        guard let step = map.span(key) else { return false }
        wake.arrival = .every(step, within: map.spans("reach", or: ["always"]).spans)
        return true
      },
      "restores": .to(\.restores), "accessorySetup": .to(\.accessorySetup),
      "work": .mapping(\.work, WorkKeys.eventWork),
    ])
  static let health = Mapping<WakeSpecification>(
    "health", WakeSpecification(source: .health, arrival: .random(perDay: 0)),
    [
      "type": .deciding { wake, map, key in
        wake.type = HealthType.read(key, of: map)
        return wake.type != nil
      },
      "frequency": .to(\.frequency),
      "perDay": .by { wake, map, key in wake.arrival = .random(perDay: map.number(key) ?? 0) },
      "work": .mapping(\.work, WorkKeys.eventWork),
    ])

  /// The keys change a canned profile, so that a key that is left out is as there.
  static let quality = Mapping<QualityProfile>(
    "quality", .careful,
    [
      "profile": .by { quality, map, key in if let name = map.choice(key) { quality = profile(name) } },
      "setsExpirationHandler": .to(\.setsExpirationHandler), "expiryReaction": .to(\.expiryReaction),
      "completesOn": .by { quality, map, key in
        let paths: QualityProfile.Completions? = map.options(
          key, [("success", .success), ("failure", .failure), ("expiry", .expiry)])
        if let paths { quality.completesOn = paths }
      },
      "checkpointInterval": .to(\.checkpointInterval), "resubmits": .to(\.resubmits),
      "registration": .to(\.registration), "identifierSpelling": .to(\.spelling),
      "failureProbability": .to(\.failureProbability), "movesFiles": .to(\.movesFiles),
      "callsWakeCompletion": .to(\.callsWakeCompletion), "completionStyle": .to(\.completionStyle),
      "completesEarly": .to(\.completesEarly), "doesNoWork": .to(\.doesNoWork),
      "rearmsOnBackground": .to(\.rearmsOnBackground), "handlesSubmitError": .to(\.handlesSubmitError),
      "checksLowPowerMode": .to(\.checksLowPowerMode), "checksRefreshStatus": .to(\.checksRefreshStatus),
      "endsAssertion": .to(\.endsAssertion), "progressInterval": .to(\.progressInterval),
      "holdsLock": .to(\.holdsLock), "reportsCall": .to(\.reportsCall),
      "enterBackgroundTime": .to(\.enterBackgroundTime), "launchTime": .to(\.launchTime),
    ])

  private static func profile(_ name: String) -> QualityProfile {
    QualityProfile.canned.first { $0.name == name } ?? .careful
  }
}

extension BackgroundModes {
  /// The modes by their names in `UIBackgroundModes`, which studies have, too.
  static let words: [(word: String, option: BackgroundModes)] = [
    ("fetch", .fetch), ("processing", .processing), ("remote-notification", .remoteNotification),
    ("audio", .audio), ("location", .location), ("voip", .voip), ("bluetooth-central", .bluetoothCentral),
  ]
}

extension TransferSpecification {
  /// One file without bytes that the script or the code of an app asks for.
  static func ofScript(session: String) -> TransferSpecification {
    TransferSpecification(
      session: session, files: 1, up: DefaultWork.nothing, down: DefaultWork.nothing, work: DefaultWork.none,
      trigger: .script)
  }
}

extension MapReader {
  fileprivate func tasks(_ key: String) -> [TaskSpecification] {
    var result: [TaskSpecification] = []
    for map in maps(key) {
      guard let task = WorkKeys.task.value(of: map) else { continue }
      if result.contains(where: { $0.identifier == task.identifier }) {
        let found = "a second task `\(task.identifier)`"
        map.add("id", found: found, expected: "different identifiers within an app")
      }
      result.append(task)
    }
    return result
  }

  /// The observers of health data of an app, whose types differ.
  fileprivate func observers(_ key: String) -> [WakeSpecification] {
    var result: [WakeSpecification] = []
    for map in maps(key) {
      guard let observer = AppKeys.health.value(of: map) else { continue }
      if result.contains(where: { $0.type == observer.type }), let type = observer.type {
        map.add(
          "type", found: "a second observer of `\(type.rawValue)`", expected: "one observer of each type")
      }
      result.append(observer)
    }
    return result
  }

  /// The background sessions of an app, whose identifiers differ from one another and from those of the tasks.
  fileprivate func transfers(_ key: String, tasks: [String]) -> [TransferSpecification] {
    var result: [TransferSpecification] = []
    for var map in maps(key) {
      map.app?.tasks = tasks
      let transfer = AppKeys.transfer.value(of: map)
      if let session = map.place.text("session"), (tasks + result.map(\.session)).contains(session) {
        map.add(
          "session", found: "a second `\(session)`",
          expected: "different identifiers of sessions and tasks within an app")
      }
      result += transfer.map { [$0] } ?? []
    }
    return result
  }
}

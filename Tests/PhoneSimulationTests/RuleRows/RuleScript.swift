import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// The steps of a row, taken one after another.
///
/// `phone HOURS parameter=value…` begins with a phone of ``PhoneBench``; `with`, `start`, `app`, `task`, `files`, `left` and
/// `policy` describe it, and a line that begins with a time or times is an event. Everything else asks what the phone has done by
/// its end (``RuleQuery``). The phone runs before the first question, and again where a step came in between.
struct RuleScript {
  var bench: PhoneBench?
  private var policyName = "immediate"
  private var recorder = Recorder()
  private var result: DeviceResult?
  private(set) var hasExpected = false

  init() {}

  /// Takes a step.
  ///
  /// - Returns: What was expected and is not so.
  mutating func take(_ text: String) throws -> [String] {
    var words = RuleWords(text)
    let first = text.split(separator: " ").first.map(String.init) ?? ""
    if first.first?.isNumber == true {
      try changePhone { try $0.add(text.split(separator: " ").dropFirst().joined(separator: " "), at: first) }
      return []
    }
    switch first {
    case "phone":
      bench = try PhoneBench([], hours: RuleWords.time(words.plain.dropFirst().first ?? "24h").seconds / 3600)
      (policyName, result) = ("immediate", nil)
      for (name, value) in words.keyed { try changePhone { try $0.setParameter(name, value) } }
    case "with": for (name, value) in words.keyed { try changePhone { try $0.setParameter(name, value) } }
    case "start": try changePhone { try $0.start(words) }
    case "app", "task", "files", "left":
      _ = words.popFirst()
      try changePhone { try $0.describe(first, words) }
    case "policy":
      policyName = words.plain.dropFirst().joined(separator: " ")
      result = nil
    case "noApps": try changePhone { $0.apps = [] }
    case "noEvents": try changePhone { ($0.events, $0.script) = ([], []) }
    default:
      hasExpected = true
      let result = try result ?? run()
      self.result = result
      return try text.split(separator: ";").compactMap {
        try RuleQuery(String($0)).failure(in: RuleFacts(result: result, recorder: recorder))
      }
    }
    return []
  }

  private mutating func changePhone(_ change: (inout PhoneBench) throws -> Void) throws {
    guard var changed = bench else { throw RuleRowError("there is no phone yet") }
    try change(&changed)
    (bench, result) = (changed, nil)
  }

  private mutating func run() throws -> DeviceResult {
    guard let bench else { throw RuleRowError("there is no phone yet") }
    recorder = Recorder()
    let (policy, enforces) = try policy(of: bench)
    return try bench.run(
      policy, enforces: enforces, records: [.log, .decisions, .attempts, .energy, .freshness])
  }

  private func policy(of bench: PhoneBench) throws -> (any SchedulingPolicy, BlockingSet) {
    let words = policyName.split(separator: " ").map(String.init)
    switch words[0] {
    case "immediate": return (Immediate(), [])
    case "obedient": return (Immediate(enforces: .everyFactorAndCondition), .everyFactorAndCondition)
    case "obeys":
      let gates = BlockingSet(try RuleWords.word(BlockingReason.self, words[1]))
      return (Immediate(enforces: gates), gates)
    case "only": return (ClosurePolicy.only(try RuleWords.word(Mechanism.self, words[1])), [])
    case "recorder": return (recorder, [])
    default:
      guard let descriptor = PolicyCatalogue.builtIn.descriptor(words[0]) else {
        throw RuleRowError("`\(policyName)` is no policy")
      }
      return (descriptor.make(bench.context(of: descriptor)), descriptor.enforces)
    }
  }
}

extension PhoneBench {
  mutating func setParameter(_ name: String, _ value: String) throws {
    try parameters.set(name, parsing: value.split(separator: ",").map(String.init))
  }

  /// The state of the phone at its start.
  mutating func start(_ words: RuleWords) throws {
    for (key, value) in words.keyed {
      switch key {
      case "battery": initial.stateOfCharge = try RuleWords.number(value)
      case "charger": initial.charger = try RuleWords.word(ChargerKind.self, value)
      case "network": initial.network = try RuleWords.word(NetworkPath.self, value)
      case "cellular": initial.cellularNetwork = try RuleWords.word(NetworkProfile.self, value)
      case "refresh": initial.backgroundRefresh = Int(try RuleWords.number(value))
      case "newApps": initial.newApps = value.split(separator: ",").compactMap { Int($0) }
      case "front": initial.frontApp = Int(value)
      case "profile": deviceProfile = value
      default: throw RuleRowError("a phone has no `\(key)` at its start")
      }
    }
    if words.has("lowPower") { initial.lowPowerMode = true }
    if words.has("unlocked") { initial.isLocked = false }
  }

  /// The information that a policy of the catalogue gets.
  func context(of descriptor: PolicyDescriptor) -> PolicyContext {
    PolicyContext(
      parameters: parameters, enforces: descriptor.enforces,
      draws: StreamAddress(
        seed: seed, group: StreamAddress.group(of: descriptor.name), replication: 0, device: 0,
        purpose: .policy))
  }

  /// Adds an event at one time, at several ones, or at all from one to another: `1h`, `1h,2h`, `1h..4h/30m`.
  mutating func add(_ text: String, at times: String) throws {
    let parts = times.split(separator: "/").map(String.init)
    let ends = parts[0].split(separator: "..").map(String.init)
    if ends.count == 2, parts.count == 2 {
      let (last, step) = (try RuleWords.time(ends[1]), try RuleWords.time(parts[1]))
      var time = try RuleWords.time(ends[0])
      while time <= last {
        try add(RuleWords(text), at: time)
        time = time + step
      }
    } else {
      for time in times.split(separator: ",") { try add(RuleWords(text), at: RuleWords.time(String(time))) }
    }
  }

  private mutating func add(_ words: RuleWords, at time: TimeSpan) throws {
    let (verb, rest) = (words.plain[0], words.plain.dropFirst())
    let named = words["app"].flatMap { Int($0) }
    let app = named ?? 0
    guard apps.isEmpty || apps.indices.contains(app) else { throw RuleRowError("there is no app \(app)") }
    func word() throws -> String {
      guard let word = rest.first else { throw RuleRowError("`\(verb)` needs a word behind it") }
      return word
    }
    func number() throws -> Double { try RuleWords.number(word()) }
    func exported(_ word: String) -> String { "\(apps[app].bundleID).export.\(word)" }
    switch verb {
    case "use": use(app, at: time, for: try words.time("for") ?? .minute)
    case "unlocked": unlock(at: time, for: try words.time("for"))
    case "plug": at(time, plug: try RuleWords.word(ChargerKind.self, word()))
    case "chance":
      at(
        time, .plugChance, app: Int(try RuleWords.word(ChargerKind.self, word()).rawValue), value: 0,
        value2: try words.number("for") ?? 0)
    case "network": at(time, network: try RuleWords.word(NetworkPath.self, word()))
    case "set":
      at(
        time, set: try RuleWords.word(SettingName.self, word()),
        to: try RuleWords.number(rest.dropFirst().first ?? ""), app: named ?? -1)
    case "push", "visible", "call":
      let kinds: [String: TimelineEventType] = ["push": .pushSent, "visible": .visiblePushSent]
      at(
        time, kinds[verb] ?? .voipPushSent, app: app,
        value: try words.number("life") ?? (verb == "call" ? 0 : -1),
        value2: try (words.number("priority") ?? 0) + (words.number("paging") ?? 0))
    case "systemWake": at(time, .systemWake, value: try number(), value2: try words.number("bytes") ?? 0)
    case "moved": at(time, .moved, value: try number())
    case "signal": at(time, .signal, value: try number())
    case "notificationOpen": at(time, .notificationOpen, app: app, value: try words.number("otherwise") ?? 0)
    case "region": at(time, .regionCrossed, app: app, value: try number())
    case "event": at(time, .appEvent, app: app, value: try number())
    case "submit":
      let (identifier, mechanism) = (try word(), rest.dropFirst().first ?? "refresh")
      let earliestBegin = try words.time("earliestBegin").map { EarliestBegin.after($0) }
      let window = try words.time("from").map {
        EarliestBegin.window(from: .zero + $0, to: .zero + (try words.time("to") ?? $0))
      }
      let kind = try RuleWords.word(Mechanism.self, mechanism)
      if let origin = words["origin"] {
        at(
          time,
          .submitFromExtension(
            app: app, identifier: identifier, mechanism: kind, earliestBegin: earliestBegin,
            origin: try RuleWords.word(SubmissionOrigin.self, origin)))
      } else {
        at(
          time,
          .submit(app: app, identifier: identifier, mechanism: kind, earliestBegin: window ?? earliestBegin))
      }
    case "continue":
      at(
        time,
        .submit(
          app: app, identifier: exported(try word()), mechanism: .continued, earliestBegin: .after(.hours(5)))
      )
    case "cancelContinued": at(time, .cancelContinued(app: app, identifier: exported(try word())))
    case "cancel": at(time, .cancel(app: app, identifier: try word()))
    case "cancelAll": at(time, .cancelAll(app: app))
    case "list": at(time, .listPending(app: app))
    case "simulateLaunch": at(time, .simulateLaunch(app: app, identifier: try word()))
    case "simulateExpiration": at(time, .simulateExpiration(app: app, identifier: try word()))
    case "kill", "crash": at(time, .kill(app: app, isCrash: verb == "crash"))
    case "transfer": at(time, .transfer(app: app, index: Int(try number())))
    default:
      let type = try RuleWords.word(TimelineEventType.self, verb)
      let ofApps: Set<TimelineEventType> = [
        .appForeground, .appBackground, .contentChange, .forceQuit, .audioStart, .audioStop, .locationStart,
        .locationStop,
      ]
      at(time, type, app: named ?? (ofApps.contains(type) ? 0 : -1))
    }
  }
}

import EventSimulation
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// One app on one device under one policy, as it is or with changes: everything that a replay needs.
struct AppScene: Sendable {
  var replay: DeviceReplay
  var whatIf: WhatIf
  /// The index of the app on the device.
  let app: Int

  init(_ replay: DeviceReplay, app: Int) {
    (self.replay, self.app) = (replay, app)
    whatIf = WhatIf(app: Int32(app))
  }

  private var place: Int { replay.plan.apps[app].specification ?? 0 }

  /// The description of the app; a change concerns this device only.
  var specification: AppSpecification {
    get { replay.study.apps[place] }
    set { replay.study.apps[place] = newValue }
  }

  var plan: DevicePlan {
    get { replay.plan }
    set { replay.plan = newValue }
  }

  /// Removes events of the timeline.
  mutating func remove(_ isRemoved: (TimelineEvent) -> Bool) { change { isRemoved($0) ? [] : [$0] } }

  /// Removes changes of settings.
  mutating func removeSettings(_ names: SettingName...) {
    remove { if case .setting(let name, _, _) = $0.kind { names.contains(name) } else { false } }
  }

  /// Removes steps of the script.
  mutating func removeSteps(_ isRemoved: (ScriptStep) -> Bool) {
    let script = plan.script
    remove { if case .script(let step, _) = $0.kind { isRemoved(script[step]) } else { false } }
  }

  /// Replaces each event of the timeline by others at its instant.
  mutating func change(_ replacement: (TimelineEvent) -> [TimelineEvent]) {
    let before = Array(plan.timeline.events)
    let after = before.flatMap(replacement)
    if after != before { plan.timeline = ExogenousTimeline(after) }
  }

  /// Whether the events, the settings, the rules or the earliest begin dates are not those of another scene.
  func differs(from other: AppScene) -> Bool {
    let (own, others) = (replay.policy.parameters, other.replay.policy.parameters)
    return whatIf != other.whatIf || plan.initial != other.plan.initial
      || plan.timeline != other.plan.timeline || own != others && own.canonicalText != others.canonicalText
      || specification.tasks.map(\.earliestBegin) != other.specification.tasks.map(\.earliestBegin)
  }

  func run(_ records: RecordOptions = [.log, .blocking, .findings]) throws(SimulationFailure) -> DeviceResult
  {
    try replay.run(records: records, whatIf: whatIf == WhatIf(app: Int32(app)) ? nil : whatIf)
  }
}

/// A replay of a device, with its history.
struct Replay: Sendable {
  let result: DeviceResult
  let history: History
  /// The reasons that blocked items of the app after warm-up, by task or session.
  let blocked: [String: BlockingSet]

  init(_ scene: AppScene, _ records: RecordOptions = [.log, .blocking, .findings]) throws(SimulationFailure) {
    result = try scene.run(records)
    history = History(result, of: scene.plan)
    let start = scene.plan.warmUpEnd
    var blocked: [String: BlockingSet] = [:]
    for item in history.items where Int(item.app) == scene.app {
      for wait in item.waits where wait.to > start {
        blocked[DeclaredTask.of(item).name, default: []].formUnion(wait.reasons)
      }
    }
    self.blocked = blocked
  }

  var reasons: BlockingSet { blocked.values.reduce([]) { $0.union($1) } }

  /// The opens of the app that count for freshness, after warm-up.
  func opens(of scene: AppScene) -> [OpenObservation] {
    let place = scene.plan.apps[scene.app].specification
    return result.apps.first { $0.specification == place && $0.hasContent }?.opens ?? []
  }

  func items(of app: Int) -> [History.Item] { history.items.filter { Int($0.app) == app } }
}

/// The replays of one device with sets of changes. Each set is replayed once.
final class Replays {
  let base: AppScene
  private var made: [Set<Change>: Replay] = [:]

  init(_ base: AppScene) { self.base = base }

  /// The number of replays, the one as it is included.
  var count: Int { made.count }

  func with(_ changes: some Sequence<Change>) throws(SimulationFailure) -> Replay {
    let set = Set(changes)
    if let known = made[set] { return known }
    let replay = try Replay(base.with(set))
    made[set] = replay
    return replay
  }

  func asItIs() throws(SimulationFailure) -> Replay { try with([]) }

  func isMade(_ changes: some Sequence<Change>) -> Bool { made[Set(changes)] != nil }
}

extension AppScene {
  /// The scene with changes, which are applied in the order of preference.
  func with(_ changes: Set<Change>) -> AppScene {
    var changed = self
    for change in Change.allCases where changes.contains(change) { _ = change.apply(to: &changed) }
    return changed
  }
}

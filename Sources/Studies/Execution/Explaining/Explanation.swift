import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import StudyReports
import Workload

/// The causes of an outcome of one app on one device, as replays of the same days show them, and the changes that help.
package struct Explanation {
  /// An outcome with its lost slots.
  struct Count: Sendable {
    let outcome: Outcome
    let lost, slots: Int

    var share: Double { slots > 0 ? Double(lost) / Double(slots) : 0 }
  }

  /// A cause with its share of the lost slots and the remedies that make some of them good.
  struct Line: Sendable {
    fileprivate(set) var cause: CauseSearch.Cause
    let text: String
    let rules: [String]
    /// The lost slots of a replay without the cause alone.
    var lostWithout = 0
    fileprivate(set) var remedies: [RemedyTrial.Row] = []
    /// Two remedies that help together only.
    fileprivate(set) var pair: [RemedyTrial.Row] = []

    init(_ cause: CauseSearch.Cause, _ text: String, _ rules: [String]? = nil, lostWithout: Int = 0) {
      (self.cause, self.text, self.lostWithout) = (cause, text, lostWithout)
      self.rules = rules ?? cause.changes.flatMap(\.rules).unique
    }

    var names: [String] { cause.changes.map(\.name) }
    func isHelped(by row: RemedyTrial.Row) -> Bool { remedies.contains { $0.remedy == row.remedy } }
  }

  let scene: AppScene
  let point: String
  let base: Replay
  let counts: [Count]
  /// Nil for an app without any slot.
  let chosen: Count?
  private(set) var search: CauseSearch?
  private let replays: Replays
  private(set) var lines: [Line] = []
  /// Lost slots for which the score alone is the reason, if they are too few for a cause.
  private(set) var ordinary = 0
  /// The work whose removal changes the count of stale opens most, where several kinds bring content.
  private(set) var bringer: (name: String, lostWithout: Int)?
  private(set) var defects: [Defect] = []
  private(set) var dependsOn: [String] = []
  /// Replays before the outcome and the causes can be printed.
  private(set) var replayCount = 1
  private(set) var trial: RemedyTrial?
  package var certainty: RemedyCertainty?
  /// Nil until ``replayGates(item:)``.
  private(set) var gates: GateReplays?

  package struct Choice: Sendable {
    /// The outcome by its name or kind; nil for the one with the largest lost share.
    var outcome: String?
    /// The task or session, its last word, or its kind; nil for all.
    var task: String?
    var fit: PlausiblePoints?
    var depth: Depth

    package enum Depth: Sendable, Comparable {
      /// The causes alone; also the defects; also the changes that may stand in place of a cause; also each cause alone.
      case causes, screen, alternatives, whole
    }

    package init(
      outcome: String? = nil, task: String? = nil, fit: PlausiblePoints? = nil, depth: Depth = .alternatives
    ) {
      (self.outcome, self.task, self.fit, self.depth) = (outcome, task, fit, depth)
    }
  }

  /// Names the causes, without any remedy.
  package init(
    _ replay: DeviceReplay, app: Int32, _ choice: Choice, point: String = "base"
  ) throws(SimulationFailure) {
    scene = AppScene(replay, app: Int(app))
    self.point = point
    replays = Replays(scene)
    base = try replays.asItIs()
    counts = Self.outcomes(scene, base, choice)
    chosen = Self.chosen(of: counts)
    guard let chosen else { return }
    // The first screen makes at most 60 replays; the whole answer divides every set of causes.
    let search = try CauseSearch(replays, chosen.outcome, limit: choice.depth == .whole ? 1000 : 60)
    self.search = search
    try nameCauses(search)
    guard choice.depth > .causes else { return }
    try findBringer(chosen)
    replayCount += replays.count - 1
    if choice.depth >= .alternatives {
      for place in lines.indices {
        lines[place].cause.alternatives = try search.alternatives(to: lines[place].cause)
      }
    }
    defects = try Defect.all(replays, chosen.outcome, named: search.named)
    dependsOn = try assumptions(search, choice.fit)
  }

  var unexplained: Int { search?.unexplained ?? 0 }

  /// Replays an item without each gate that blocked it; the one that waited longest for nil.
  package mutating func replayGates(item: Int32?) throws(SimulationFailure) {
    gates = try GateReplays(scene, base, number: item)
  }

  package func hasItem(_ number: Int32) -> Bool { own.contains { $0.item == number } }

  /// Tries the changes of the app on devices.
  ///
  /// - Parameter name: The only remedy to try; nil for all.
  package mutating func tryRemedies(
    on sample: PhoneSample, named name: String? = nil
  ) throws(SimulationFailure) {
    guard let search, let chosen, !remedies.isEmpty else { return }
    trial = try RemedyTrial(sample, chosen.outcome, remedies, named: name)
    try assignRemedies(search)
  }

  /// The remedy of a name, or the first that is shown to help.
  package func bestRemedy(_ name: String? = nil) -> (trial: RemedyTrial, row: RemedyTrial.Row)? {
    guard let trial,
      let row = trial.rows.first(where: { name == nil ? $0.isBetter : $0.remedy.name == name })
    else { return nil }
    return (trial, row)
  }

  /// The names of the remedies that can be tried.
  package var remedyNames: [String] { remedies.map(\.name) }

  /// The outcome with the largest lost share. Of equal shares it is the first, which is the one of the opens.
  static func chosen(of counts: [Count]) -> Count? {
    counts.reduce(nil) { best, next in next.share > best?.share ?? -1 ? next : best }
  }

  var codeFindings: [AppFinding] { base.result.findings.filter { $0.app == Int32(scene.app) } }

  /// The outcomes to choose from. A task that brings content has its cadence, and other work that does so the stale opens.
  static func outcomes(_ scene: AppScene, _ base: Replay, _ choice: Choice) -> [Count] {
    var all = Outcome.all(scene, base: base)
    let onRequest = Outcome.cadences(scene, base: base) + [Outcome.energy(scene)]
    if let name = choice.outcome {
      all = (all + onRequest).filter { $0.name == name || $0.kind.rawValue == name }
    }
    if let word = choice.task {
      let names = task(word, scene, base)
      let own = all.filter { names.contains($0.task) }
      let cadences = onRequest.filter { names.contains($0.task) }
      let opens = all.filter {
        $0.kind == .staleOpens && !names.isDisjoint(with: scene.specification.contentBringers)
      }
      all = [own, cadences, opens].first { !$0.isEmpty } ?? []
    }
    return all.map { Count(outcome: $0, lost: $0.lost(base), slots: $0.slots(base)) }
  }

  /// The tasks and sessions that a word names: by identifier, by its last word, or by kind.
  private static func task(_ word: String, _ scene: AppScene, _ base: Replay) -> Set<String> {
    let named = DeclaredTask.all(of: scene, base).filter { task in
      task.name == word || task.mechanism.name == word || task.name.hasSuffix(".\(word)")
    }
    return Set(named.map(\.name))
  }

  /// The words that ``Choice/outcome`` and ``Choice/task`` know on a device.
  package var knownWords: (outcomes: [String], tasks: [String]) {
    let all = Outcome.all(scene, base: base) + Outcome.cadences(scene, base: base)
    let own = DeclaredTask.all(of: scene, base)
    return (
      (all.map(\.kind.rawValue) + ["energy"] + all.map(\.name)).unique,
      (own.map(\.name) + own.map(\.mechanism.name)).unique
    )
  }

  /// Replays the device without each kind of work that brings content, where there are several.
  private mutating func findBringer(_ count: Count) throws(SimulationFailure) {
    let all = scene.specification.contentBringers.map { Remedy(.without, $0) }
    guard count.outcome.kind == .staleOpens, all.count > 1 else { return }
    for remedy in all where remedy.applies(to: scene) {
      let lost = count.outcome.lost(try replay(with: [remedy]))
      replayCount += 1
      if abs(lost - count.lost) > abs((bringer?.lostWithout ?? count.lost) - count.lost) {
        bringer = (remedy.subject, lost)
      }
    }
  }

  private func replay(with remedies: [Remedy]) throws(SimulationFailure) -> Replay {
    var changed = scene
    for remedy in remedies { _ = remedy.apply(to: &changed) }
    return try Replay(changed, [.log])
  }

  /// The sentences of the causes. The score comes last, and a small part of it is ordinary waiting.
  private mutating func nameCauses(_ search: CauseSearch) throws(SimulationFailure) {
    for cause in search.causes {
      if cause.changes == [.score], cause.slots * 10 < search.lost {
        ordinary = cause.slots
        continue
      }
      let use = try useOfApp(cause, search)
      let lost = search.outcome.lost(try replays.with(cause.changes))
      lines.append(
        Line(
          cause, use ?? text(of: cause), use.map { _ in Change.usagePart.rules } ?? rules(of: cause),
          lostWithout: lost))
    }
    lines = lines.filter { $0.cause.changes != [.score] } + lines.filter { $0.cause.changes == [.score] }
  }

  /// A clause about the use of the app, if it is at least half of the score or of the gate of usage; nil for other causes.
  private func useOfApp(
    _ cause: CauseSearch.Cause, _ search: CauseSearch
  ) throws(SimulationFailure) -> String? {
    if cause.changes == [.score] {
      let saved = try search.saved(by: .usagePart, beside: search.named.filter { $0 != .score })
      return saved * 2 >= cause.slots ? use(Change.usagePart.clause) : nil
    }
    guard cause.changes == [.appUsage] else { return nil }
    let gate = try search.saved(by: .usageGate, beside: cause.beside)
    return try gate * 2 < search.saved(by: .appUsage, beside: cause.beside)
      ? use("the score of the policy rates the use of the app low") : nil
  }

  private var remedies: [Remedy] {
    let ends = base.items(of: scene.app).flatMap { item in
      if case .killed(let word) = item.outcome { [word, item.expired] } else { [item.expired] }
    }
    return Remedy.all(for: scene, blocked: base.blocked, ends: Set(ends.compactMap(\.self)))
  }

  /// Puts each remedy with an effect under the causes of which it makes at least one slot good on the device. Where no
  /// single one does, the two best are tried together.
  private mutating func assignRemedies(_ search: CauseSearch) throws(SimulationFailure) {
    let helping = trial?.rows.filter(\.isBetter) ?? []
    func lostSlots(with rows: [RemedyTrial.Row]) throws(SimulationFailure) -> Set<Int> {
      search.outcome.lostSlots(try replay(with: rows.map(\.remedy)))
    }
    let without = try helping.map { row throws(SimulationFailure) in try lostSlots(with: [row]) }
    let pair = Array(helping.prefix(2))
    for place in lines.indices {
      let rest = search.named.filter { !lines[place].cause.changes.contains($0) }
      let slots = search.outcome.lostSlots(try replays.with(rest))
      lines[place].remedies = zip(helping, without).filter { !slots.isSubset(of: $1) }.map(\.0)
      if lines[place].remedies.isEmpty, pair.count == 2,
        !slots.isSubset(of: try lostSlots(with: pair))
      {
        lines[place].pair = pair
      }
    }
  }

  /// The assumed parameters that the rules of the named causes read on this device: of a gate, those of its reasons that
  /// block the app as it is, or once the other causes are removed.
  private func assumptions(
    _ search: CauseSearch, _ fit: PlausiblePoints?
  ) throws(SimulationFailure) -> [String] {
    let parameters = scene.replay.policy.parameters
    var found: [String] = []
    for change in search.named {
      let seen = base.reasons.union(try replays.with(search.named.filter { $0 != change }).reasons)
      let acting = change.isGate ? change.reasons.intersection(seen) : change.reasons
      found += acting.reasons.flatMap { $0.assumptions(parameters, fit: fit) }
    }
    return found.unique
  }
}

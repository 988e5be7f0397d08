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
    /// The study key with the same effect, for this app; nil where only `explain` can replay the change.
    let key: String?
    /// The lost slots of a replay without the cause alone.
    let lostWithout: Int
    /// An input of the study that sets how often the cause occurs; nil for none.
    let input: String?
    /// Whether a replay without this cause alone saves no slot, because other causes lose the same slots.
    let isHidden: Bool
    var remedies: [RemedyTrial.Row] = []
    /// Two remedies that help together only.
    var pair: [RemedyTrial.Row] = []
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
    var series: String?
    var fit: PlausiblePoints?
    var depth: Depth
    /// Whether the search goes on until each cause is named alone.
    var isWhole: Bool

    package enum Depth: Sendable, Comparable {
      /// The causes alone; also the defects; also the changes that may stand in place of a cause.
      case causes, screen, alternatives
    }

    package init(
      outcome: String? = nil, series: String? = nil, fit: PlausiblePoints? = nil,
      depth: Depth = .alternatives, isWhole: Bool = false
    ) {
      (self.outcome, self.series, self.fit) = (outcome, series, fit)
      (self.depth, self.isWhole) = (depth, isWhole)
    }

    var causesAlone: Choice {
      var choice = self
      choice.depth = .causes
      return choice
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
    var search = try CauseSearch(
      replays, chosen.outcome, limit: choice.isWhole ? Self.wholeLimit : Self.usualLimit)
    self.search = search
    try nameCauses(search)
    guard choice.depth > .causes else { return }
    try findBringer(chosen)
    replayCount += replays.count - 1
    if choice.depth == .alternatives {
      try search.findAlternatives()
      for place in lines.indices {
        let same = search.causes.first { $0.changes == lines[place].cause.changes }
        lines[place].cause.alternatives = same?.alternatives ?? []
      }
    }
    defects = try Defect.all(replays, chosen.outcome, named: search.named)
    dependsOn = try assumptions(search, choice.fit)
  }

  /// The greatest number of replays for the causes: of the first screen, and of a search that divides every set.
  private static let usualLimit = 60, wholeLimit = 1000

  var unexplained: Int { search?.unexplained ?? 0 }

  /// Replays an item without each gate that blocked it; the one that waited longest for nil.
  package mutating func replayGates(item: Int32?) throws(SimulationFailure) {
    gates = try GateReplays(scene, base, number: item)
  }

  package func hasItem(_ number: Int32) -> Bool {
    base.items(of: scene.app).contains { $0.item == number }
  }

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
    counts.reduce(nil) { best, next in
      guard let best else { return next }
      return next.share > best.share ? next : best
    }
  }

  var codeFindings: [AppFinding] { base.result.findings.filter { $0.app == Int32(scene.app) } }

  /// The outcomes to choose from. A task that brings content has its cadence, and other work that does so the stale opens.
  static func outcomes(_ scene: AppScene, _ base: Replay, _ choice: Choice) -> [Count] {
    var all = Outcome.all(scene, base: base)
    let onRequest = Outcome.cadences(scene, base: base) + [Outcome.energy(scene)]
    if let name = choice.outcome {
      all = (all + onRequest).filter { $0.name == name || $0.kind.rawValue == name }
    }
    if let word = choice.series {
      let names = series(word, scene, base)
      let own = all.filter { names.contains($0.series) }
      let cadences = onRequest.filter { names.contains($0.series) }
      let opens = all.filter {
        $0.kind == .staleOpens && !names.isDisjoint(with: scene.specification.contentBringers)
      }
      all = [own, cadences, opens].first { !$0.isEmpty } ?? []
    }
    return all.map { Count(outcome: $0, lost: $0.lost(base), slots: $0.slots(base)) }
  }

  /// The tasks and sessions that a word names: by identifier, by its last word, or by kind.
  private static func series(_ word: String, _ scene: AppScene, _ base: Replay) -> Set<String> {
    let own = DeclaredSeries.all(scene.specification, histories: base.items(of: scene.app))
    let named = own.filter { series in
      series.name == word || series.mechanism.name == word || series.name.hasSuffix(".\(word)")
    }
    return Set(named.map(\.name))
  }

  /// The words that ``Choice/outcome`` and ``Choice/series`` know on a device.
  package var knownWords: (outcomes: [String], series: [String]) {
    let all = Outcome.all(scene, base: base) + Outcome.cadences(scene, base: base)
    let own = DeclaredSeries.all(scene.specification, histories: base.items(of: scene.app))
    return (
      (all.map(\.kind.rawValue) + ["energy"] + all.map(\.name)).unique,
      (own.map(\.name) + own.map(\.mechanism.name)).unique
    )
  }

  /// Replays the device without each kind of work that brings content, where there are several.
  private mutating func findBringer(_ count: Count) throws(SimulationFailure) {
    let names = scene.specification.contentBringers
    guard count.outcome.kind == .staleOpens, names.count > 1 else { return }
    for name in names {
      var changed = scene
      guard Remedy(.without, name).apply(to: &changed) else { continue }
      let lost = count.outcome.lost(try Replay(changed, [.log]))
      replayCount += 1
      if abs(lost - count.lost) > abs((bringer?.lostWithout ?? count.lost) - count.lost) {
        bringer = (name, lost)
      }
    }
  }

  /// The sentences of the causes. The score comes last, and a small part of it is ordinary waiting.
  private mutating func nameCauses(_ search: CauseSearch) throws(SimulationFailure) {
    let words = CauseWords(scene, base)
    for cause in search.causes {
      var (text, rules) = (words.text(of: cause, search.outcome), words.rules(of: cause))
      if cause.changes == [.score] {
        if cause.slots * 10 < search.lost {
          ordinary = cause.slots
          continue
        }
        let others = search.named.filter { $0 != .score }
        if try saved(by: .usagePart, beside: others, search) * 2 >= cause.slots {
          (text, rules) = (words.use(Change.usagePart.clause), Change.usagePart.rules)
        }
      }
      if cause.changes == [.appUsage],
        try saved(by: .usageGate, beside: cause.beside, search) * 2
          < saved(by: .appUsage, beside: cause.beside, search)
      {
        (text, rules) = (
          words.use("the score of the policy rates the use of the app low"), Change.usagePart.rules
        )
      }
      let lostWithout = search.outcome.lost(try replays.with(cause.changes))
      lines.append(
        Line(
          cause: cause, text: text, rules: rules, key: Change.studyKeys(cause.changes, of: scene),
          lostWithout: lostWithout,
          input: words.input(of: cause), isHidden: lostWithout >= search.lost))
    }
    lines.sort { ($1.cause.changes == [.score] ? 1 : 0) > ($0.cause.changes == [.score] ? 1 : 0) }
  }

  /// The slots that a change saves in a replay with other changes.
  private func saved(
    by change: Change, beside others: [Change], _ search: CauseSearch
  ) throws(SimulationFailure) -> Int {
    search.outcome.lost(try replays.with(others)) - search.outcome.lost(try replays.with(others + [change]))
  }

  private var remedies: [Remedy] {
    var ends: Set<String> = []
    for item in base.items(of: scene.app) {
      if let word = item.expired { ends.insert(word) }
      if case .killed(let word) = item.outcome { ends.insert(word) }
    }
    return Remedy.all(for: scene, blocked: base.blocked, ends: ends)
  }

  /// Puts each remedy with an effect under the causes of which it makes at least one slot good on the device. Where no
  /// single one does, the two best are tried together.
  private mutating func assignRemedies(_ search: CauseSearch) throws(SimulationFailure) {
    let helping = trial?.rows.filter(\.isBetter) ?? []
    var without: [Set<Int>] = []
    for row in helping { without.append(try lostSlots(with: [row], search.outcome)) }
    let pair = Array(helping.prefix(2))
    for place in lines.indices {
      let rest = search.named.filter { !lines[place].cause.changes.contains($0) }
      let slots = search.outcome.lostSlots(try replays.with(rest))
      lines[place].remedies = zip(helping, without).filter { !slots.isSubset(of: $1) }.map(\.0)
      if lines[place].remedies.isEmpty, pair.count == 2,
        !slots.isSubset(of: try lostSlots(with: pair, search.outcome))
      {
        lines[place].pair = pair
      }
    }
  }

  private func lostSlots(
    with rows: [RemedyTrial.Row], _ outcome: Outcome
  ) throws(SimulationFailure) -> Set<Int> {
    var changed = scene
    for row in rows { _ = row.remedy.apply(to: &changed) }
    return outcome.lostSlots(try Replay(changed, [.log]))
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

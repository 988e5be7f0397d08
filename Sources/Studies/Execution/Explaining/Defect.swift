import Basics
import EventSimulation
import ModelParameters
import PhoneSimulation
import Workload

/// Kills, refusals and expirations of the app that cost no slot, with their number and their price.
struct Defect: Sendable {
  let change: Change
  /// The word of the log: `lockHeld`.
  let word: String
  let count: Int
  /// Slots that are lost more, and joules a day that the app spends more, than without the defect.
  let slots: Int
  let joulesPerDay: Double

  /// Whether a page shows it: a wait without an effect is ordinary.
  var isNotable: Bool { word != "held" || slots > 0 }

  /// `killed 154 times because a file lock was held at suspension (LIFE-8); no effect on freshness, 9 J per day`.
  func sentence(_ outcome: Outcome) -> String {
    let times = word == "held" ? CountText.text(count, "item") : count == 1 ? "once" : "\(count) times"
    let verb = word == "held" ? "held up" : Self.verbs.first { $0.words.contains(word) }?.verb ?? "cut off"
    let rules = change.rules.isEmpty ? "" : " (\(change.rules.joined(separator: ", ")))"
    let effect =
      slots == 0
      ? "no effect on \(outcome.kind == .staleOpens ? "freshness" : "the outcome")"
      : CountText.text(slots, "lost slot")
    let joules = joulesPerDay > 0 ? ", \(DigitsText.significant(joulesPerDay)) J per day" : ""
    return "\(verb) \(times) because \(change.clause)\(rules); \(effect)\(joules)."
      + (change.kind == .defect ? " Remedy: \(Remedy(repairing: change).title)." : "")
  }

  private static let verbs: [(verb: String, words: Set<String>)] = [
    ("killed", Set(changes.filter { $0.value.isKill }.keys)),
    ("refused", ["notPermitted", "badPriority", "badPayload"]),
  ]

  /// The words of the log with the change that removes them, and whether the process ends.
  private static let changes: [String: (change: Change, isKill: Bool)] = Dictionary(
    uniqueKeysWithValues: CatalogueText.rows(
      """
      lockHeld | fileLock | kill
      completionTimeout | completion | kill
      cpuMonitor | cpuLimit | kill
      lateRegistration | registration | kill
      duplicateRegistration | registration | kill
      noHandler | registration | kill
      assertionExpired | assertionEnd | kill
      callNotReported | callReport | kill
      transferCompletionLate | wakeCompletion | kill
      enterBackgroundTimeout | enterBackground | kill
      launchTimeout | launchTime | kill
      crash | crash | kill
      timeLimit | runLimit |
      stalled | progress |
      notPermitted | identifiers |
      badPriority | pushForm |
      badPayload | pushForm |
      """, columns: 3
    ).compactMap { row in Change(rawValue: row[1]).map { (row[0], ($0, row[2] == "kill")) } })

  /// The defects of a device that no cause names. Each is replayed once without its change.
  static func all(
    _ replays: Replays, _ outcome: Outcome, named: [Change]
  ) throws(SimulationFailure) -> [Defect] {
    let base = try replays.asItIs()
    let own = base.history.apps[replays.base.app]
    var counts: [String: Int] = [:]
    for case .terminated(_, let word) in own.acts.map(\.kind) { counts[word, default: 0] += 1 }
    for word in base.items(of: replays.base.app).compactMap(\.expired) { counts[word, default: 0] += 1 }
    for refusal in own.refusals { counts[refusal.reason, default: 0] += refusal.count }
    var found: [Defect] = []
    for (word, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      guard let change = applicable(word, in: replays.base), !named.contains(change) else { continue }
      found.append(try Defect(change, word, count, replays, outcome))
    }
    for change in Change.allCases where change.kind == .event && !named.contains(change) {
      let held = base.items(of: replays.base.app).count { item in
        item.waits.contains { !$0.reasons.isDisjoint(with: change.reasons) }
      }
      guard held > 0, change.applies(to: replays.base) else { continue }
      found.append(try Defect(change, "held", held, replays, outcome))
    }
    return found
  }

  private init(
    _ change: Change, _ word: String, _ count: Int, _ replays: Replays, _ outcome: Outcome
  ) throws(SimulationFailure) {
    let (base, without) = (try replays.asItIs(), try replays.with([change]))
    let days = max(1, (replays.base.plan.end - replays.base.plan.warmUpEnd).days)
    let energy = Outcome.energy(replays.base)
    (self.change, self.word, self.count) = (change, word, count)
    slots = max(0, outcome.lost(base) - outcome.lost(without))
    joulesPerDay = Double(energy.lost(base) - energy.lost(without)) / days
  }

  /// The change of a word that the scene has: of a missed completion, the first defect that can be its reason.
  private static func applicable(_ word: String, in scene: AppScene) -> Change? {
    guard let change = changes[word]?.change else { return nil }
    let family: [Change] =
      switch change {
      case .completion: [.completion, .expiryReaction, .expirationHandler]
      case .identifiers: [.spelling, .identifiers, .modes, .wildcard]
      default: [change]
      }
    return family.first { $0.applies(to: scene) }
  }
}

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

  var rules: [String] {
    let own = Self.words[word]?[3] ?? ""
    return own.isEmpty ? change.rules : [own]
  }

  /// `killed 154 times because a file lock was held at suspension (LIFE-8); no effect on freshness, 9 J per day`.
  func sentence(_ outcome: Outcome) -> String {
    let times = word == "held" ? CountText.text(count, "item") : DigitsText.times(count)
    let verb = Self.words[word]?[2] ?? "held up"
    let rules = self.rules.isEmpty ? "" : " (\(self.rules.joined(separator: ", ")))"
    let effect =
      slots == 0
      ? "no effect on \(outcome.kind == .staleOpens ? "freshness" : "the outcome")"
      : CountText.text(slots, "lost slot")
    let joules = joulesPerDay > 0 ? ", \(DigitsText.significant(joulesPerDay)) J per day" : ""
    return "\(verb) \(times) because \(change.clause)\(rules); \(effect)\(joules)."
      + (change.kind == .defect ? " Remedy: \(Remedy(repairing: change).title)." : "")
  }

  /// The words of the log with the change that removes them, the verb of the sentence, and the rules if they are not the
  /// rules of the change.
  private static let words = CatalogueText.byName(
    """
    lockHeld | fileLock | killed
    completionTimeout | completion | killed
    cpuMonitor | cpuLimit | killed
    lateRegistration | registration | killed
    duplicateRegistration | registration | killed
    noHandler | registration | killed
    assertionExpired | assertionEnd | killed
    callNotReported | callReport | killed
    transferCompletionLate | wakeCompletion | killed
    enterBackgroundTimeout | enterBackground | killed
    launchTimeout | launchTime | killed
    crash | crash | killed
    timeLimit | runLimit | cut off
    stalled | progress | cut off
    notPermitted | identifiers | refused
    badPriority | pushForm | refused
    badPayload | pushForm | refused
    notRestored | bluetoothRestore | events were lost
    noCompletion | completion | events were lost | HEALTH-3
    dataProtected | dataProtection | runs failed
    """, columns: 4)

  /// The defects of a device that no cause names. Each is replayed once without its change.
  static func all(
    _ replays: Replays, _ outcome: Outcome, named: [Change]
  ) throws(SimulationFailure) -> [Defect] {
    let base = try replays.asItIs()
    let own = base.history.apps[replays.base.app]
    var counts: [String: Int] = [:]
    // A kill ends the process once, and each of its runs.
    for case .terminated(nil, let word) in own.acts.map(\.kind) { counts[word, default: 0] += 1 }
    for item in base.items(of: replays.base.app) {
      var words = [item.expired, item.failure].compactMap(\.self)
      if case .dropped(let word) = item.outcome { words.append(word) }
      for word in words { counts[word, default: 0] += 1 }
    }
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
    guard let change = words[word].flatMap({ Change(rawValue: $0[1]) }) else { return nil }
    let families: [Change: [Change]] = [
      .completion: [.completion, .expiryReaction, .expirationHandler],
      .identifiers: [.spelling, .identifiers, .modes, .wildcard],
    ]
    return families[change, default: [change]].first { $0.applies(to: scene) }
  }
}

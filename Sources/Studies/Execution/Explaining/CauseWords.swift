import EventSimulation
import PhoneSimulation
import StudyReports
import Workload

/// The sentences of causes on one device: with the tasks, sessions and amounts that they concern.
struct CauseWords {
  private let scene: AppScene
  private let base: Replay

  init(_ scene: AppScene, _ base: Replay) { (self.scene, self.base) = (scene, base) }

  /// The cause as a clause, with the ends of the runs that it cuts off.
  func text(of cause: CauseSearch.Cause, _ outcome: Outcome) -> String {
    let text = cause.changes.map(clause).joined(separator: ", and ")
    guard outcome.kind == .workNotDone, cause.changes.contains(where: { $0.kind == .defect }),
      let ends = ends(of: outcome.series)
    else { return text }
    return "\(text); \(ends)"
  }

  /// `3 runs stalled, 3 were killed for a missing completion`.
  private func ends(of series: String) -> String? {
    var counts: [String: Int] = [:]
    for item in base.items(of: scene.app) where item.identifier == series && !item.isSuccess {
      if let word = item.expired { counts["ended by \(Self.endWords[word] ?? word)", default: 0] += 1 }
      if case .killed(let word) = item.outcome {
        counts["killed for \(Self.endWords[word] ?? word)", default: 0] += 1
      }
    }
    let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return parts.isEmpty ? nil : "runs: " + parts.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  private static let endWords = [
    "stalled": "missing progress", "timeLimit": "their time limit",
    "completionTimeout": "a missing completion",
    "cpuMonitor": "their CPU time", "noHandler": "a missing handler", "userCancelled": "the user",
    "lateRegistration": "a late registration", "duplicateRegistration": "a second registration",
    "memoryPressure": "memory", "deviceInUse": "the use of the device", "unplugged": "the unplugged charger",
  ]

  /// A clause about the use of the app, with the opens a day after warm-up.
  func use(_ clause: String) -> String {
    let opens = DeviceConditions(base.history, app: Int32(scene.app), plan: scene.plan).opensPerDay
    return "\(clause) (\(DigitsText.significant(opens)) opens a day)"
  }

  func rules(of cause: CauseSearch.Cause) -> [String] { cause.changes.flatMap(\.rules).unique }

  /// The input of the study that sets how often the cause occurs.
  func input(of cause: CauseSearch.Cause) -> String? {
    cause.changes.lazy.compactMap(input).first
  }

  /// Nil for an event of the script, which the study states itself.
  private func input(_ change: Change) -> String? {
    let initial = scene.plan.initial
    switch change {
    case .refreshSwitch where initial.appsRefreshOff.contains(scene.app): return "settings.perAppOff"
    case .refreshSwitch: return initial.backgroundRefresh == 0 ? Self.inputs[change] : nil
    case .wifiOnlySwitch: return initial.backgroundRefresh == 1 ? Self.inputs[change] : nil
    case .lowPowerMode: return initial.lowPowerMode ? Self.inputs[change] : nil
    case .forceQuit: return scene.replay.study.script.isEmpty ? Self.inputs[change] : nil
    default: return Self.inputs[change]
    }
  }

  private static let inputs: [Change: String] = [
    .forceQuit: "user.forceQuitShare", .refreshSwitch: "settings.barOff",
    .wifiOnlySwitch: "settings.barWifiOnly",
    .lowPowerMode: "settings.manualLowPowerMode", .path: "network.noPathShare",
    .wifi: "population.archetypes.network",
    .charger: "population.archetypes.charging", .failures: "apps.quality.failureProbability",
    .randomFailures: "apps.quality.failureProbability", .memory: "life.jetsamHazard",
  ]

  private func clause(_ change: Change) -> String {
    switch change {
    case .wifi:
      let sessions = scene.specification.transfers.filter { !$0.allowsCellular }.map(\.session)
      let isNever =
        base.history[.network].length(of: "wifi", from: scene.plan.warmUpEnd, to: scene.plan.end) == .zero
      let words = isNever ? "no Wi-Fi at any time" : "no Wi-Fi"
      return sessions.isEmpty
        ? words : "\(words): the transfers (\(Self.list(sessions))) may not use cellular"
    case .transferStage:
      let sessions = concerned(change)
      if !sessions.isEmpty { return "the transfers (\(Self.list(sessions))) waited for Wi-Fi and a charger" }
    case .energyBudget, .dataBudget:
      if let spender = BudgetUse(base, of: scene)?.spender(ofEnergy: change == .energyBudget) {
        return "\(change.clause); \(spender)"
      }
    case .beginDate, .rateLimit, .deviceInUse, .settling, .charger:
      let names = concerned(change)
      if !names.isEmpty { return "\(change.clause) (\(Self.list(names)))" }
    default: break
    }
    return change.clause
  }

  /// The tasks and sessions that the reasons of a change blocked.
  private func concerned(_ change: Change) -> [String] {
    base.blocked.filter { !$0.value.isDisjoint(with: change.reasons) }.map(\.key).sorted()
  }

  private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
}

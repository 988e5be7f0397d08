import Basics
import EventSimulation
import ModelParameters
import PhoneSimulation
import StudyReports
import Workload

/// The sentences of causes on the device: with the tasks, sessions and amounts that they concern.
extension Explanation {
  /// The cause as a clause, with the ends of the runs that it cuts off.
  func text(of cause: CauseSearch.Cause) -> String {
    let text = cause.changes.map(clause).joined(separator: ", and ")
    guard let outcome = chosen?.outcome, outcome.kind == .workNotDone,
      cause.changes.contains(where: { $0.kind == .defect || $0 == .cpuLimit }),
      let ends = ends(of: outcome.task)
    else { return text }
    return "\(text); \(ends)"
  }

  /// `3 runs stalled, 3 were killed for a missing completion`.
  private func ends(of task: String) -> String? {
    var counts: [String: Int] = [:]
    for item in own where item.identifier == task && !item.isSuccess {
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
    "cpuMonitor": "their CPU time", "noHandler": "a missing handler", "userCanceled": "the user",
    "lateRegistration": "a late registration", "duplicateRegistration": "a second registration",
    "memoryPressure": "memory", "deviceInUse": "the use of the device", "unplugged": "the unplugged charger",
    "forceQuit": "a force quit",
  ]

  /// A clause about the use of the app, with the opens per day after warm-up.
  func use(_ clause: String) -> String {
    let opens = DeviceConditions(base.history, app: Int32(scene.app), plan: scene.plan).opensPerDay
    return "\(clause) (\(DigitsText.significant(opens)) opens per day)"
  }

  /// The input of the study that sets how often the cause occurs.
  func input(of cause: CauseSearch.Cause) -> String? { cause.changes.lazy.compactMap(input).first }

  /// Nil for an event of the script, which the study states itself.
  private func input(_ change: Change) -> String? {
    let initial = scene.plan.initial
    switch change {
    case .refreshSwitch where initial.appsRefreshOff.contains(scene.app): return "settings.perAppOff"
    case .refreshSwitch: return initial.backgroundRefresh == 0 ? change.input : nil
    case .wifiOnlySwitch: return initial.backgroundRefresh == 1 ? change.input : nil
    case .lowPowerMode: return initial.lowPowerMode ? change.input : nil
    case .forceQuit: return scene.replay.study.script.isEmpty ? change.input : nil
    default: return change.input
    }
  }

  /// The rules of a cause, which of the same change can be others for events than for other work.
  func rules(of cause: CauseSearch.Cause) -> [String] {
    cause.changes.flatMap { forEvents($0)?.rules ?? $0.rules }.unique
  }

  /// The source whose events the outcome counts; nil for other outcomes.
  var source: WakeSpecification? {
    scene.specification.wakes.first { $0.identifier == chosen?.outcome.task }
  }

  /// HEALTH-1: the deliveries after warm-up that had to wait for the interval since the one before, in a sentence.
  var deliveryWaits: String? {
    guard let source, let type = source.type else { return nil }
    let least = type == .steps ? scene.replay.policy.parameters.span("health.stepsInterval") : .zero
    let interval = max(source.frequency.interval, least)
    let runs = own.filter { $0.identifier == source.identifier && $0.launched != nil }
    let waits = zip(runs, runs.dropFirst()).compactMap { before, next -> TimeSpan? in
      guard let last = before.launched, let time = next.launched, next.age > .zero else { return nil }
      let isDue = time >= scene.plan.warmUpEnd && (interval...interval + .second).contains(time - last)
      return isDue ? next.age : nil
    }
    guard let longest = waits.max() else { return nil }
    let reason =
      least >= source.frequency.interval
      ? clause(.stepsInterval) : "the app asks for \(source.frequency.rawValue) deliveries"
    return
      "\(CountText.text(waits.count, "delivery", "deliveries")) waited, for at most \(TimeWords.span(longest)), "
      + "because \(reason) (HEALTH-1)."
  }

  /// The clause and the rules of a change that keeps events from the app; nil where they are those of other work.
  private func forEvents(_ change: Change) -> (clause: String, rules: [String])? {
    guard let source else { return nil }
    let isHealth = source.source == .health
    let parameters = scene.replay.policy.parameters
    switch change {
    case .forceQuit:
      return ("\(change.clause), and a force-quit app is not relaunched", [isHealth ? "HEALTH-4" : "BLE-1"])
    case .completion where isHealth:
      let hasEnded = own.contains {
        $0.identifier == source.identifier && $0.outcome == .dropped("noCompletion")
      }
      let end =
        "\(parameters.count("health.missLimit")) deliveries in a row had no completion, "
        + "which ended deliveries until the next open"
      return (hasEnded ? end : change.clause, ["HEALTH-3"])
    case .runLimit: return (change.clause, [isHealth ? "HEALTH-3" : "BLE-2"])
    case .stepsInterval where parameters.span("health.stepsInterval") != .hour:
      let interval = TimeWords.exact(parameters.span("health.stepsInterval"))
      return ("steps are delivered once in \(interval) at most", change.rules)
    default: return nil
    }
  }

  private func clause(_ change: Change) -> String {
    if let words = forEvents(change) { return words.clause }
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
      if !sessions.isEmpty {
        let reason =
          isBegunInBackground(sessions)
          ? ", because transfers that begin in the background are discretionary" : ""
        return "the transfers (\(Self.list(sessions))) waited for Wi-Fi and a charger\(reason)"
      }
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

  /// URL-3: whether transfers wait although the app does not make them discretionary.
  private func isBegunInBackground(_ sessions: [String]) -> Bool {
    scene.specification.transfers.contains { sessions.contains($0.session) && !$0.isDiscretionary }
  }

  private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
}

extension BlockingReason {
  /// The reason as a clause: "the battery was low".
  var clause: String { Self.texts[name]?[1] ?? "" }

  /// The clause of each reason, and the parameters that decide how long the reason applies.
  private static let texts = CatalogueText.byName(
    """
    forceQuit | the user had force-quit the app | user.forceQuitShare user.forceQuitRate
    barOff | Background App Refresh was off | settings.barOff settings.perAppOff
    barWifiOnly | Background App Refresh was limited to Wi-Fi, and there was none | settings.barWifiOnly
    firstUnlock | the device had restarted and was not unlocked yet
    lowPowerMode | Low Power Mode was on | settings.manualLowPowerMode lpm.promptAcceptance
    appForeground | the app was in the foreground
    alreadyRunning | the app was running already
    earliestBeginDate | the window of the request had not opened: its earliest begin date had not come, or it had just been submitted
    firstEvaluation | the window of the request had opened, and the system had not evaluated the request yet | decision.firstDelay
    externalPower | there was no charger connected | processing.allowOnBattery
    deviceInUse | the device was in use
    noNetwork | there was no network
    noPermittedPath | there was no network that the transfer may use
    resumeDelay | a delay held transfers that were created in the background | transfer.firstDelay transfer.delayCap
    concurrency | all slots for background runs were taken | refresh.maxConcurrent processing.maxConcurrent
    thermalCritical | the device was critically hot
    quietDay | the device started no background work on that day | device.quietDayShare device.quietDayLength
    lowBattery | the battery was low
    energyBudget | the energy budget for background work was empty | budget.energyFraction budget.appShare budget.useWeight
    dataBudget | the data budget for background work was empty | budget.cellularCapacity budget.appShare budget.useWeight
    rateLimit | the last run was too recent | refresh.minGap processing.minGap processing.restFactor push.bucketRefill
    appUsage | the app was not used often enough | usage.refreshEligibilityDays usage.learningDays
    bootHold | the device had just restarted | gate.bootHold
    busy | the device was busy with a call, the camera or a restore
    cpuLoad | the CPU was busy
    thermalSerious | the device was hot
    herd | other background work had just started | gate.herdPause gate.herdHold
    settling | the device had just become idle on the charger | processing.settlingMean
    transferStage | the transfer waited for Wi-Fi and a charger | transfer.stageLength
    score | the system waited for a better moment, such as an expected open | score.thresholdStart score.thresholdEnd score.weights
    policyChoice | the scheduling policy chose another time
    """, columns: 3)

  /// `budget.cellularCapacity = 30 MB (plausible range 5 to 200 MB)`, or the range of the plausible sets of a fit.
  func assumptions(_ parameters: ParameterSet, fit: PlausiblePoints?) -> [String] {
    (Self.texts[name]?[2] ?? "").split(separator: " ").compactMap { name in
      guard let definition = parameters.definition(String(name)), definition.grade == .d else { return nil }
      var range = definition.range.map {
        "plausible range \(ParameterDefinition.text($0.lowerBound)) to \(definition.text(of: .number($0.upperBound)))"
      }
      if let place = fit?.names.firstIndex(of: definition.name), let levels = fit?.levels.map({ $0[place] }),
        let low = levels.min(), let high = levels.max()
      {
        range = "\(DigitsText.significant(low)) to \(DigitsText.significant(high)) in the plausible sets"
      }
      let value = definition.text(of: parameters.value(definition.name))
      return "\(definition.name) = \(value)" + (range.map { " (\($0))" } ?? "")
    }
  }
}

extension CatalogueText {
  static func byName(_ text: String, columns: Int) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: rows(text, columns: columns).map { ($0[0], $0) })
  }
}

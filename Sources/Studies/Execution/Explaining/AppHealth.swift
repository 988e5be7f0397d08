import Basics
import EventSimulation
import StudyReports
import Workload

/// How well background work runs, in one word.
///
/// Work that an app asks for again after each run (refresh, processing, health) is expected once a day, or once in its
/// floor if that is longer; all other work each time that a run could have done it. ``legend`` has the rules of the
/// words, from the best to the worst. The limits are constants of the command, and no parameters of the model.
/// `someStale` and `mostlyStale` are words for an app, of what its users notice; all others are for series, too.
enum HealthVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
  case healthy, someStale, late, rare, mostlyStale, failing, never, refused

  static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  static let successShare = 0.8
  static let runShare = 0.5
  static let longestGap: Int64 = 3
  static let lateAfter = TimeSpan.hour
  static let freshShare = 0.9
  static let staleShare = 0.7
  static let fewestOpens = 3
  /// Least share of the runs for a sentence about runs that were cut off.
  static let defectShare = 0.05
  /// Share of the waiting from which on one reason is told whatever the verdict is.
  static let blockerShare = 0.2

  /// JSON has their names behind `explain.`.
  static let limits: [(name: String, value: Double)] = [
    ("successShare", successShare), ("runShare", runShare), ("longestGap", Double(longestGap)),
    ("lateHours", lateAfter.seconds / 3600), ("freshShare", freshShare), ("staleShare", staleShare),
    ("fewestOpens", Double(fewestOpens)), ("blockerShare", blockerShare), ("reasonShare", Finding.leastShare),
    ("reasonHoursPerDay", Finding.leastTimeShare * 24), ("defectShare", defectShare),
  ]

  /// Of content, by the share of opens within reach that found it fresh.
  init(freshShare share: Double) {
    self = share >= Self.freshShare ? .healthy : share >= Self.staleShare ? .someStale : .mostlyStale
  }

  static let legend = [
    "refused: no request was accepted; never: nothing ran after warm-up",
    "failing: less than explain.successShare of the runs that ended succeeded",
    "rare: less than explain.runShare of the expected runs (one a day, or one a floor; each push, transfer, continued "
      + "task and extra time that a run could have served)",
    "late: no run for explain.longestGap expected intervals; or most pushes or transfers waited over explain.lateHours",
    "mostlyStale: of the opens within reach (from explain.fewestOpens on) less than explain.staleShare found fresh content",
    "someStale: less than explain.freshShare did; fresh: more",
    "healthy: everything else; -: nothing that a run could have served; runs that a debugger starts do not count",
    "limits, constants of this command: "
      + limits.map { "\($0.name) \(ShortestNumber.text(($0.value * 1000).rounded() / 1000))" }
      .joined(separator: ", "),
  ]
}

struct AppHealth: Sendable, Hashable {
  let conditions: DeviceConditions
  let series: [SeriesHealth]
  /// The worst verdict on a series, or that of ``freshness`` where it is worse.
  let verdict: HealthVerdict
  /// That of content, `healthy` where it is fresh; nil without content, or with too few opens to judge.
  let freshness: HealthVerdict?
  let isOfFreshness: Bool
  let worst: SeriesHealth?
  /// Nil where no budget is among the reasons for waiting.
  let budget: BudgetUse?
  /// Its opens are nil for an app without content.
  let outcome: AppOutcome
  /// That of the worst series; on a healthy app a sentence that says how well it runs.
  let cause: String
  /// The word for the cause in JSON: a blocking reason or such as `simulator`; nil on a healthy app.
  let causeName: String?
  /// The assumed parameters on which the cause rests: `budget.cellularCapacity = 30 MB, assumed, 5 to 200`.
  let restsOn: [String]
  /// Never empty.
  let advice: [String]

  /// - Parameter fit: Points that a fit has left, whose ranges stand in place of those of the parameters.
  init(_ explainer: Explainer, app: Int32, series chosen: String?, fit: PlausiblePoints? = nil) {
    let plan = explainer.replay.plan
    let specification =
      explainer.specification(of: app) ?? AppSpecification(bundleID: plan.apps[Int(app)].bundleID)
    let histories =
      explainer.histories(app: app, series: chosen) + explainer.extraTime(app: app, series: chosen)
    let refusals = explainer.refusals(app: app, series: chosen)
    let conditions = DeviceConditions(explainer.history, app: app, plan: plan)
    let visits = explainer.visits(app: app)
    let budget = BudgetUse(explainer, app: app, histories: histories)
    func diagnosis(_ series: DeclaredSeries?) -> Diagnosis {
      Diagnosis(
        app: specification, conditions: conditions, histories: histories.filter { series?.holds($0) ?? true },
        refusals: refusals.filter { series?.holds($0) ?? true }, warmUpEnd: plan.warmUpEnd, series: series,
        visits: visits, budget: budget, parameters: explainer.replay.policy.parameters)
    }
    let diagnoses = DeclaredSeries.all(
      specification, chosen: chosen, histories: histories, refusals: refusals
    ).map(diagnosis)
    var found = diagnoses.map { SeriesHealth($0, end: plan.end) }
    let judged = found.compactMap(\.verdict).max()
    (self.conditions, self.budget) = (conditions, budget)
    outcome = AppOutcome(explainer, app: app)
    let opens = outcome.opens
    let reached = opens?.reachable ?? []
    freshness =
      reached.count < HealthVerdict.fewestOpens
      ? nil : reached.freshShare.map(HealthVerdict.init(freshShare:))
    // What is asked about a series that brings no content is not how fresh content is.
    let bringsContent = chosen == nil || found.contains { specification.bringsContent($0) }
    let staleness = bringsContent && freshness != .healthy ? freshness : nil
    let verdict = [judged, staleness].compactMap(\.self).max() ?? .never
    let leads = staleness != nil && verdict != judged
    (self.verdict, isOfFreshness) = (verdict, leads)
    for (index, var diagnosis) in diagnoses.enumerated() {
      let own = found[index].verdict ?? (judged == nil ? .never : .healthy)
      diagnosis.verdict = staleness == nil ? own : max(own, .someStale)
      found[index].findings = diagnosis.findings
    }
    series = found

    // Only the series that do not run well are explained; with stale content all of them are.
    func urgency(_ series: SeriesHealth) -> (Int, HealthVerdict, Double) {
      let share = leads ? series.findings.first?.share ?? 0 : 0
      return (leads && specification.bringsContent(series) ? 1 : 0, series.verdict ?? .healthy, share)
    }
    let sick = found.sorted { urgency($0) > urgency($1) }
    worst = judged == nil ? nil : sick.first
    let told = sick.isEmpty ? [("", diagnosis(nil).findings)] : sick.map { ($0.series, $0.findings) }
    let isOne = found.count < 2 || conditions.isSimulator
    var said: Set<String> = []
    var advice = told.flatMap { name, findings in
      findings.filter { !conditions.isSimulator || said.isEmpty || $0.name != "simulator" }.map { finding in
        let isNew = said.insert(finding.remedy).inserted
        return isOne
          ? finding.advice : SeriesHealth.sentence([finding], of: name) + (isNew ? " \(finding.remedy)" : "")
      }
    }
    let (name, first) = told[0]
    let stale = opens.map { "\($0.count - $0.fresh) of \($0.count) opens found stale content" } ?? ""
    if verdict == .healthy {
      (causeName, restsOn) = (nil, [])
      let (ended, good) = found.reduce((0, 0)) { ($0.0 + $1.ended, $0.1 + $1.successes) }
      cause =
        "The work runs as often as the app can expect, and \(good) of the \(ended) runs that ended succeeded."
      if let opens, opens.fresh < opens.count { advice.append("\(stale): see the changes above.") }
    } else {
      causeName = first.first?.name
      restsOn =
        SeriesHealth.told(first).flatMap { finding in
          BlockingReason.allCases.first { $0.name == finding.name }?
            .assumptions(explainer.replay.policy.parameters, fit: fit) ?? []
        }.unique
      cause = (staleness == nil ? "" : "\(stale). ") + SeriesHealth.sentence(first, of: isOne ? "" : name)
    }
    if advice.isEmpty {
      advice = [
        diagnosis(nil).blocker.map { "What held the work up most: \($0.cause). \($0.remedy)" }
          ?? (verdict == .healthy
            ? "Nothing is wrong, and nothing needs to be changed."
            : "No reason held the work up for long: see the changes above and what they would do.")
      ]
    }
    self.advice = advice
  }
}

extension AppSpecification {
  /// Whether the items of a series fetch content. What code fetches is not known: its refresh tasks and pushes count.
  fileprivate func bringsContent(_ series: SeriesHealth) -> Bool {
    if code != nil { return series.mechanism == .refresh || series.mechanism == .push }
    if series.mechanism == .push { return pushes?.fetches ?? false }
    if series.mechanism.isTransfer {
      return transfers.contains { $0.session == series.series && $0.fetches }
    }
    return tasks.contains { $0.identifier == series.series && $0.fetches }
  }
}

import EventSimulation
import PhoneSimulation
import Workload

/// How well background work runs, in one word.
///
/// Work that an app asks for again after each run (refresh, processing, health) is expected once a day, or once in its
/// floor if that is longer; all other work each time that a run could have done it. ``legend`` has the rules of the words,
/// from the best to the worst. The limits are constants of the command, and no parameters of the model.
enum HealthVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
  case healthy, late, rare, failing, never, refused

  static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Least share of the ended runs that succeed for a verdict better than ``failing``.
  static let successShare = 0.8
  /// Least share of the expected runs for a verdict better than ``rare``.
  static let runShare = 0.5
  /// Longest gap in expected intervals for a verdict better than ``late``.
  static let longestGap: Int64 = 3
  /// Wait from which on a push or transfer is late.
  static let lateAfter = TimeSpan.hour
  /// Least share of opens within reach of a background run that find fresh content.
  static let freshShare = 0.5
  static let fewestOpens = 3

  static let limits: [(name: String, value: Double)] = [
    ("explain.successShare", successShare), ("explain.runShare", runShare),
    ("explain.longestGap", Double(longestGap)), ("explain.lateHours", lateAfter.seconds / 3600),
    ("explain.freshShare", freshShare), ("explain.fewestOpens", Double(fewestOpens)),
    ("explain.reasonShare", Finding.leastShare), ("explain.reasonHoursPerDay", Finding.leastTimeShare * 24),
    ("explain.defectShare", RunDefects.leastShare),
  ]

  /// The words in sentences, for legends and help.
  static let legend = [
    "refused: no request was accepted; never: nothing ran after warm-up",
    "failing: less than explain.successShare of the runs that ended succeeded",
    "rare: less than explain.runShare of the expected runs (one a day, or one a floor; each push, transfer, continued "
      + "task and extra time that a run could have served)",
    "late: no run for explain.longestGap expected intervals; or most pushes or transfers waited over explain.lateHours; or "
      + "less than explain.freshShare of the opens within reach (from explain.fewestOpens on) found fresh content",
    "healthy: everything else; -: nothing that a run could have served; runs that a debugger starts do not count",
    "limits, constants of this command: "
      + limits.map { limit in
        let value = (limit.value * 1000).rounded() / 1000
        return "\(limit.name.dropFirst("explain.".count)) "
          + (value == value.rounded() ? "\(Int(value))" : "\(value)")
      }
      .joined(separator: ", "),
  ]
}

/// The verdict on an app's background work on one device, with its numbers, its cause and advice.
struct AppHealth: Sendable, Hashable {
  let conditions: DeviceConditions
  let series: [SeriesHealth]
  /// The worst verdict on a series; ``HealthVerdict/late`` in place of ``HealthVerdict/healthy`` where too few opens find
  /// fresh content.
  let verdict: HealthVerdict
  let worst: SeriesHealth?
  /// Opens after warm-up, those with fresh content, and both for opens that a background run could have reached; nil
  /// for an app without content.
  let opens: OpenCounts?
  /// The cause in one sentence, that of the worst series; on a healthy app a sentence that says how well it runs.
  let cause: String
  /// The word for the cause in JSON: a blocking reason or such as `simulator`; nil on a healthy app.
  let causeName: String?
  /// Sentences that tell a developer what to do; never empty.
  let advice: [String]

  struct OpenCounts: Sendable, Hashable {
    var all = 0
    var fresh = 0
    var reachable = 0
    var freshReachable = 0

    /// The share of the reachable opens with fresh content; nil with too few to judge.
    var judgedShare: Double? {
      reachable >= HealthVerdict.fewestOpens ? Double(freshReachable) / Double(reachable) : nil
    }
  }

  init(_ explainer: Explainer, app: Int32, series chosen: String?) {
    let plan = explainer.replay.plan
    let specification =
      plan.apps[Int(app)].specification.map { explainer.replay.study.apps[$0] }
      ?? AppSpecification(bundleID: plan.apps[Int(app)].bundleID)
    let histories =
      explainer.histories(app: app, series: chosen) + explainer.extraTime(app: app, series: chosen)
    let refusals = explainer.refusals(app: app, series: chosen)
    let conditions = DeviceConditions(explainer.result, app: app, plan: plan)
    let visits = explainer.visits(app: app)
    func diagnosis(_ series: DeclaredSeries?) -> Diagnosis {
      Diagnosis(
        app: specification, conditions: conditions,
        histories: histories.filter { series?.holds($0) ?? true },
        refusals: refusals.filter { series?.holds($0) ?? true }, warmUpEnd: plan.warmUpEnd, series: series,
        visits: visits, parameters: explainer.replay.policy.parameters)
    }
    let diagnoses = DeclaredSeries.all(
      specification, chosen: chosen, histories: histories, refusals: refusals
    ).map(diagnosis)
    var found = diagnoses.map { SeriesHealth($0, end: plan.end) }
    let judged = found.compactMap(\.verdict).max()
    let opens = Self.opens(explainer.result, specification: plan.apps[Int(app)].specification)
    let isStale = judged == .healthy && (opens?.judgedShare ?? 1) < HealthVerdict.freshShare
    verdict = isStale ? .late : judged ?? .never
    for (index, var diagnosis) in diagnoses.enumerated() {
      diagnosis.verdict = isStale ? .late : found[index].verdict ?? (judged == nil ? .never : .healthy)
      found[index].findings = diagnosis.findings
    }
    self.conditions = conditions
    self.opens = opens
    series = found

    // Only the series that do not run well are explained; with stale content all of them are.
    let sick = found.sorted { ($0.verdict ?? .healthy) > ($1.verdict ?? .healthy) }
    worst = judged == nil ? nil : sick.first
    let isOne = found.count < 2 || conditions.isSimulator
    var said: Set<String> = []
    var advice = (sick.isEmpty ? [("", diagnosis(nil).findings)] : sick.map { ($0.series, $0.findings) })
      .flatMap { name, findings in
        findings.filter { !conditions.isSimulator || said.isEmpty || $0.name != "simulator" }.map { finding in
          let isNew = said.insert(finding.remedy).inserted
          return isOne
            ? finding.advice
            : SeriesHealth.sentence([finding], of: name) + (isNew ? " \(finding.remedy)" : "")
        }
      }
    let first = sick.first?.findings ?? diagnosis(nil).findings
    let stale = opens.map { "\($0.all - $0.fresh) of \($0.all) opens found stale content" } ?? ""
    causeName = verdict == .healthy ? nil : first.first?.name
    if verdict == .healthy {
      let (ended, good) = found.reduce((0, 0)) { ($0.0 + $1.ended, $0.1 + $1.successes) }
      cause =
        "The work runs as often as the app can expect, and \(good) of the \(ended) runs that ended succeeded."
      if let opens, opens.fresh < opens.all { advice.append("\(stale): see the changes above.") }
    } else {
      cause =
        (isStale ? "\(stale). " : "") + SeriesHealth.sentence(first, of: isOne ? "" : sick[0].series)
    }
    if advice.isEmpty {
      advice = [
        verdict == .healthy
          ? "Nothing is wrong, and nothing needs to be changed."
          : "No reason held the work up for long: see the changes above and what they would do."
      ]
    }
    self.advice = advice
  }

  private static func opens(_ result: DeviceResult, specification: Int?) -> OpenCounts? {
    guard let found = result.apps.first(where: { $0.specification == specification && $0.hasContent }) else {
      return nil
    }
    var counts = OpenCounts()
    for open in found.opens {
      counts.all += 1
      if open.isFresh { counts.fresh += 1 }
      if open.reach == .reachable {
        counts.reachable += 1
        if open.isFresh { counts.freshReachable += 1 }
      }
    }
    return counts
  }
}

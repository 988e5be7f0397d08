import EventSimulation
import PhoneSimulation
import StudyFormat
import Workload

/// The verdict on an app's background work on one device, with its numbers, its cause and advice.
public struct AppHealth: Sendable, Hashable {
  /// The user's settings and use of the app, after warm-up.
  public let conditions: DeviceConditions
  /// Each series that was asked for or declared.
  public let series: [SeriesHealth]
  /// The worst verdict on a series; ``HealthVerdict/late`` in place of ``HealthVerdict/healthy`` where too few opens find
  /// fresh content.
  public let verdict: HealthVerdict
  /// The series with the worst verdict; nil without any series.
  public let worst: SeriesHealth?
  /// Opens after warm-up, those with fresh content, and both for opens that a background run could have reached; nil
  /// for an app without content.
  public let opens: OpenCounts?
  /// The cause in one sentence, that of the worst series; on a healthy app a sentence that says how well it runs.
  public let cause: String
  /// The word for the cause in JSON: a blocking reason or such as `simulator`; nil on a healthy app.
  public let causeName: String?
  /// Sentences that tell a developer what to do; never empty.
  public let advice: [String]

  /// Numbers of opens.
  public struct OpenCounts: Sendable, Hashable {
    /// Opens that count for freshness.
    public var all = 0
    /// Opens with fresh content.
    public var fresh = 0
    /// Opens that a background fetch could have reached.
    public var reachable = 0
    /// Reachable opens with fresh content.
    public var freshReachable = 0

    /// The share of the reachable opens with fresh content; nil with too few to judge.
    var judgedShare: Double? {
      reachable >= HealthVerdict.fewestOpens ? Double(freshReachable) / Double(reachable) : nil
    }
  }

  /// - Parameters:
  ///   - app: Index of the app on the device.
  ///   - series: Identifier or mechanism; nil for everything that the app asks for.
  public init(_ explainer: Explainer, app: Int32, series chosen: String?) {
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

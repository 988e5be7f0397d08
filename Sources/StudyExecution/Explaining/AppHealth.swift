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
  /// The cause in one sentence; on a healthy app a sentence that says that nothing is wrong.
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
    let histories = explainer.histories(app: app, series: chosen)
    let refusals = explainer.refusals(app: app, series: chosen)
    conditions = DeviceConditions(explainer.result, app: app, plan: plan)
    let series = DeclaredSeries.all(specification, chosen: chosen, histories: histories).map { declared in
      SeriesHealth(
        series: declared.name, mechanism: declared.mechanism,
        histories: histories.filter { declared.holds($0) }, floor: declared.floor,
        warmUpEnd: plan.warmUpEnd, end: plan.end)
    }
    self.series = series
    let judged = series.compactMap { series in series.verdict.map { (series, $0) } }
    let worst = judged.reduce(nil as (SeriesHealth, HealthVerdict)?) { best, next in
      if let best, best.1 >= next.1 { best } else { next }
    }
    let opens = Self.opens(explainer.result, specification: plan.apps[Int(app)].specification)
    self.opens = opens
    let isStale = (opens?.judgedShare ?? 1) < HealthVerdict.leastFreshShare
    var verdict = worst?.1 ?? .never
    if verdict == .healthy, isStale { verdict = .late }
    self.verdict = verdict
    self.worst = worst?.0

    let defects = RunDefects(histories: histories, warmUpEnd: plan.warmUpEnd).sentences
    guard verdict != .healthy else {
      cause = "Nothing is wrong: the work runs as often as the app can expect."
      causeName = nil
      advice = defects.isEmpty ? ["Nothing is wrong, and nothing needs to be changed."] : defects
      return
    }
    // Only the series that do not run well are explained; with stale content all of them are.
    let sick = judged.filter { $0.1 > .healthy }.map(\.0)
    let explained =
      sick.isEmpty
      ? histories
      : histories.filter { history in
        sick.contains { $0.mechanism == history.mechanism && $0.series == DeclaredSeries.name(of: history) }
      }
    let findings = Diagnosis(
      app: specification, conditions: conditions, histories: explained, refusals: refusals,
      warmUpEnd: plan.warmUpEnd, declaresWork: !series.isEmpty
    ).findings
    causeName = findings.first?.name
    cause = Self.sentence(findings, defects)
    let found = findings.map(\.advice) + defects
    advice =
      found.isEmpty
      ? ["No reason held the work up for long: see the changes above and what they would do."] : found
  }

  /// Least share of a second finding that is named with the first one.
  private static let secondShare = 0.25

  /// The first finding in one sentence, with the second where that explains much, too; without any, the first defect.
  private static func sentence(_ findings: [Finding], _ defects: [String]) -> String {
    guard let first = findings.first else {
      if let end = defects.first?.firstRange(of: ". ") { return "\(defects[0][..<end.lowerBound])." }
      return "No single condition stands out: see the changes below and what they would do."
    }
    var text = first.cause
    if first.share < 0.9, findings.count > 1, findings[1].share >= secondShare {
      text += "; \(findings[1].cause)"
    }
    return text.prefix(1).uppercased() + text.dropFirst() + "."
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

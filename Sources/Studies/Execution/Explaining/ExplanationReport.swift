import Basics
import DeviceModel
import EventSimulation
import PhoneSimulation
import StudyReports
import Workload

/// The answer to "why did my task run when it did, or never" for one app, or one series of it, on one device.
package struct ExplanationReport: Sendable {
  let explainer: Explainer
  let bundleID, point: String
  let histories: [History.Item]
  let refusals: [History.Refusal]
  let health: AppHealth
  let hours: HourHistogram
  package let trial: LeverTrial
  package var certainty: LeverCertainty?
  /// The item whose wait is taken apart: the one asked for, or the one that waited longest.
  let chosen: History.Item?
  let counterfactuals: [Counterfactual]
  let tailBills: [TailBill]
  /// Nil for a described app, which is no code.
  let findings: [AppFinding]?
  let showsGates: Bool
  static let listed = 12

  /// - Parameters:
  ///   - needsGates: Whether the replays without each gate of the system are made; the JSON has them always.
  ///   - phones: Phones on which levers are tried, as far as there are that have the app.
  ///   - fit: Points that a fit has left, whose ranges the cause is told with.
  package init(
    _ explainer: Explainer, app: Int32, series: String?, item: Int32?, point: String = "base",
    showsGates: Bool = true, needsGates: Bool = true, phones: Int = 1, jobs: Int = 1,
    fit: PlausiblePoints? = nil
  ) throws(SimulationFailure) {
    (self.explainer, self.point, self.showsGates) = (explainer, point, showsGates)
    let plan = explainer.replay.plan
    bundleID = plan.apps[Int(app)].bundleID
    let histories = explainer.histories(app: app, series: series)
    self.histories = histories
    let longest = histories.max { ($0.delay, $1.item) < ($1.delay, $0.item) }
    chosen = item.flatMap { number in histories.first { $0.item == number } } ?? longest
    health = AppHealth(explainer, app: app, series: series, fit: fit)
    trial = try LeverTrial(
      PhoneSample(explainer.replay, bundleID: bundleID, count: phones, jobs: jobs), series: series)
    hours = HourHistogram(histories, from: plan.warmUpEnd)
    counterfactuals =
      if let chosen, needsGates { try explainer.counterfactuals(of: chosen, app: app) } else { [] }
    tailBills = needsGates ? try explainer.tailBills(app: app) : []
    let found = explainer.result.findings.filter {
      $0.app == app && (series == nil || $0.identifier == series)
    }
    findings = explainer.specification(of: app)?.code == nil ? nil : found
    refusals = explainer.refusals(app: app, series: series)
  }

  package func sample(jobs: Int) -> PhoneSample {
    PhoneSample(explainer.replay, bundleID: bundleID, count: trial.phones, jobs: jobs)
  }

  package var json: JSONValue {
    let plan = explainer.replay.plan
    let members: KeyValuePairs<String, any JSONConvertible> = [
      "app": bundleID, "device": plan.device, "archetype": plan.archetype,
      "policy": explainer.replay.policy.label, "replication": plan.replication, "point": point,
      "health": health.json, "items": histories.map(Self.item),
      "refused": refusals.map {
        JSONValue(["identifier": $0.identifier, "reason": $0.reason, "count": $0.count])
      }, "explained": chosen.map { Int($0.item) }, "energy_j": explainer.result.joules,
      "what_if": counterfactuals.map(Self.whatIf), "levers": trial.json, "budget": health.budget?.json,
      "sure": certainty?.json,
      "by_hour": (0..<24).map {
        JSONValue(["hour": $0, "runs": hours.runs[$0], "waiting_s": hours.waiting[$0].seconds])
      },
      "tail_bills": tailBills.map {
        JSONValue([
          "rule": $0.rule.rawValue, "is_studys": $0.isStudys, "battery_j_per_day": $0.batteryJoulesPerDay,
        ])
      }, "advice": health.advice, "blocked": blocked,
      "limits": HealthVerdict.limits.map { JSONValue(["name": "explain.\($0.name)", "value": $0.value]) },
    ]
    return JSONValue(members, findings.map { [.init("findings", $0.map(Self.finding).json)] } ?? [])
  }

  /// Waiting by series and set of reasons, which adds up to the time for which each series waited.
  private var blocked: [JSONValue] {
    Dictionary(grouping: histories, by: DeclaredSeries.of)
      .sorted { ($0.key.mechanism.rawValue, $0.key.name) < ($1.key.mechanism.rawValue, $1.key.name) }
      .flatMap { series, histories in
        WaitTotals(histories).shares.map {
          JSONValue(["series": series.name, "mechanism": series.mechanism.name], Self.members($0))
        }
      }
  }

  private static func item(_ history: History.Item) -> JSONValue {
    JSONValue([
      "item": Int64(history.item), "mechanism": history.mechanism.name, "identifier": history.identifier,
      "submitted_s": history.submitted.seconds, "open_s": history.open.seconds,
      "chain_open_s": history.chainOpen.seconds, "launched_s": history.launched?.seconds,
      "ended_s": history.ended?.seconds, "outcome": history.outcome.words, "expired": history.expired,
      "by_debugger": history.isSynthetic, "delay_s": history.delay.seconds,
      "censored": history.launched == nil, "shares": history.shares.map { JSONValue.object(members($0)) },
    ])
  }

  private static func members(_ share: WaitTotals.Share) -> [JSONValue.Member] {
    [JSONValue.Member](["reasons": share.reasons.reasons.map(\.name), "time_s": share.time.seconds])
  }

  private static func finding(_ finding: AppFinding) -> JSONValue {
    JSONValue([
      "finding": finding.name, "rule": finding.rule.isEmpty ? nil : finding.rule,
      "sentence": finding.sentence, "identifier": finding.identifier, "first_s": finding.first.seconds,
      "count": finding.count, "energy_j": finding.joules,
    ])
  }

  private static func whatIf(_ other: Counterfactual) -> JSONValue {
    JSONValue([
      "off": other.factor.name, "reasons": other.factor.reasons.reasons.map(\.name),
      "item_delay_s": other.itemDelay?.seconds, "item_starts": other.itemDelay != nil,
      "device_delay_s": other.deviceDelay?.seconds, "device_launches": other.deviceLaunches,
      "device_energy_j": other.deviceEnergyJoules,
    ])
  }
}

extension AppHealth {
  var runsByKind: [(mechanism: Mechanism, count: Int)] {
    Mechanism.allCases.map { kind in (kind, series.filter { $0.mechanism == kind }.reduce(0) { $0 + $1.runs })
    }.filter { $0.count > 0 }
  }

  var freshnessWord: String? { freshness.map { $0 == .healthy ? "fresh" : $0.rawValue } }

  var json: JSONValue {
    let days = conditions.observed.days
    func perDay(_ runs: Int) -> Double { days > 0 ? Double(runs) / days : 0 }
    let (background, front) = (outcome.backgroundJoulesPerDay, outcome.frontJoulesPerDay)
    return JSONValue([
      "verdict": verdict.rawValue, "freshness": freshnessWord, "cause": cause, "cause_name": causeName,
      "rests_on": restsOn, "runs_per_day": perDay(series.reduce(0) { $0 + $1.runs }),
      "runs_per_day_by_kind": JSONValue.object(
        runsByKind.map { .init($0.mechanism.name, .number(perDay($0.count))) }),
      "background_j_per_day": background, "front_j_per_day": front,
      "arrival_j_per_day": outcome.arrivalJoulesPerDay,
      "background_battery_share_per_day": outcome.share(background),
      "front_battery_share_per_day": outcome.share(front), "longest_gap_s": worst?.longestGap.seconds,
      "longest_gap_from_s": worst?.longestGapStart.seconds, "opens": outcome.opens?.count,
      "fresh_opens": outcome.opens?.fresh, "reachable_opens": outcome.opens?.reachable.count,
      "fresh_reachable_opens": outcome.opens?.reachable.fresh,
      "refresh_off_s": (conditions.refreshOff + conditions.appRefreshOff).seconds,
      "low_power_mode_s": conditions.lowPowerMode.seconds, "force_quit_s": conditions.forceQuit.seconds,
      "series": series.map(\.json),
    ])
  }
}

extension SeriesHealth {
  fileprivate var json: JSONValue {
    let isHealthy = (verdict ?? .healthy) == .healthy
    return JSONValue([
      "series": series, "mechanism": mechanism.name, "verdict": verdict?.rawValue, "asked": asked,
      "refused": refused, "ended": ended, "succeeded": successes,
      "cause": isHealthy ? "" : Self.sentence(findings), "cause_name": isHealthy ? nil : findings.first?.name,
      "runs": runs, "debugger_runs": debuggerRuns, "runs_per_day": runsPerDay,
      "longest_gap_s": longestGap.seconds, "longest_gap_from_s": longestGapStart.seconds,
    ])
  }
}

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
    .object(Self.record.members(self) + (findings.map { [.init("findings", $0.json(Self.finding))] } ?? []))
  }

  private static let record: Table<Self> = [
    "app": \.bundleID, "device": \.explainer.replay.plan.device,
    "archetype": \.explainer.replay.plan.archetype, "policy": \.explainer.replay.policy.label,
    "replication": \.explainer.replay.plan.replication, "point": \.point, "health": \.health,
    "items": { $0.histories.json(item) },
    "refused": { $0.refusals.json(["identifier": \.identifier, "reason": \.reason, "count": \.count]) },
    "explained": { $0.chosen.map { Int($0.item) } }, "energy_j": \.explainer.result.joules,
    "what_if": { $0.counterfactuals.json(whatIf) }, "levers": \.trial.json, "budget": \.health.budget,
    "sure": \.certainty,
    "by_hour": { report in
      (0..<24).json([
        "hour": { $0 }, "runs": { report.hours.runs[$0] }, "waiting_s": { report.hours.waiting[$0].seconds },
      ])
    },
    "tail_bills": {
      $0.tailBills.json([
        "rule": \.rule.rawValue, "is_studys": \.isStudys, "battery_j_per_day": \.batteryJoulesPerDay,
      ])
    }, "advice": \.health.advice, "blocked": \.blocked,
    "limits": { _ in HealthVerdict.limits.json(["name": { "explain.\($0.name)" }, "value": \.value]) },
  ]

  /// Waiting by series and set of reasons, which adds up to the time for which each series waited.
  private var blocked: JSONValue {
    let series: Table<DeclaredSeries> = ["series": \.name, "mechanism": \.mechanism.name]
    return Dictionary(grouping: histories, by: DeclaredSeries.of)
      .sorted { ($0.key.mechanism.rawValue, $0.key.name) < ($1.key.mechanism.rawValue, $1.key.name) }
      .flatMap { series, histories in WaitTotals(histories).shares.map { (series, $0) } }
      .json(series.of(\.0) + Self.share.of(\.1))
  }

  private static let share: Table<WaitTotals.Share> = [
    "reasons": { $0.reasons.reasons.map(\.name) }, "time_s": \.time.seconds,
  ]

  private static let item: Table<History.Item> = [
    "item": { Int64($0.item) }, "mechanism": \.mechanism.name, "identifier": \.identifier,
    "submitted_s": \.submitted.seconds, "open_s": \.open.seconds, "chain_open_s": \.chainOpen.seconds,
    "launched_s": \.launched?.seconds, "ended_s": \.ended?.seconds, "outcome": \.outcome.words,
    "expired": \.expired, "by_debugger": \.isSynthetic, "delay_s": \.delay.seconds,
    "censored": { $0.launched == nil }, "shares": { $0.shares.json(share) },
  ]

  private static let finding: Table<AppFinding> = [
    "finding": \.name, "rule": { $0.rule.isEmpty ? nil : $0.rule }, "sentence": \.sentence,
    "identifier": \.identifier, "first_s": \.first.seconds, "count": \.count, "energy_j": \.joules,
  ]

  private static let whatIf: Table<Counterfactual> = [
    "off": \.factor.name, "reasons": { $0.factor.reasons.reasons.map(\.name) },
    "item_delay_s": \.itemDelay?.seconds, "item_starts": { $0.itemDelay != nil },
    "device_delay_s": \.deviceDelay?.seconds, "device_launches": \.deviceLaunches,
    "device_energy_j": \.deviceEnergyJoules,
  ]
}

extension AppHealth: Record {
  var runsByKind: [(mechanism: Mechanism, count: Int)] {
    Mechanism.allCases.map { kind in (kind, series.filter { $0.mechanism == kind }.reduce(0) { $0 + $1.runs })
    }.filter { $0.count > 0 }
  }

  var freshnessWord: String? { freshness.map { $0 == .healthy ? "fresh" : $0.rawValue } }

  private func perDay(_ runs: Int) -> Double {
    conditions.observed.days > 0 ? Double(runs) / conditions.observed.days : 0
  }

  package static let record: Table<Self> = [
    "verdict": \.verdict.rawValue, "freshness": \.freshnessWord, "cause": \.cause,
    "cause_name": \.causeName, "rests_on": \.restsOn,
    "runs_per_day": { $0.perDay($0.series.reduce(0) { $0 + $1.runs }) },
    "runs_per_day_by_kind": { health in
      JSONValue.object(
        health.runsByKind.map { .init($0.mechanism.name, .number(health.perDay($0.count))) })
    },
    "background_j_per_day": \.outcome.backgroundJoulesPerDay,
    "front_j_per_day": \.outcome.frontJoulesPerDay, "arrival_j_per_day": \.outcome.arrivalJoulesPerDay,
    "background_battery_share_per_day": { $0.outcome.share($0.outcome.backgroundJoulesPerDay) },
    "front_battery_share_per_day": { $0.outcome.share($0.outcome.frontJoulesPerDay) },
    "longest_gap_s": \.worst?.longestGap.seconds, "longest_gap_from_s": \.worst?.longestGapStart.seconds,
    "opens": \.outcome.opens?.count, "fresh_opens": \.outcome.opens?.fresh,
    "reachable_opens": \.outcome.opens?.reachable.count,
    "fresh_reachable_opens": \.outcome.opens?.reachable.fresh,
    "refresh_off_s": { ($0.conditions.refreshOff + $0.conditions.appRefreshOff).seconds },
    "low_power_mode_s": \.conditions.lowPowerMode.seconds, "force_quit_s": \.conditions.forceQuit.seconds,
    "series": { $0.series.json(SeriesHealth.table) },
  ]
}

extension SeriesHealth {
  private var isHealthy: Bool { (verdict ?? .healthy) == .healthy }

  fileprivate static let table: Table<Self> = [
    "series": \.series, "mechanism": \.mechanism.name, "verdict": \.verdict?.rawValue, "asked": \.asked,
    "refused": \.refused, "ended": \.ended, "succeeded": \.successes,
    "cause": { $0.isHealthy ? "" : sentence($0.findings) },
    "cause_name": { $0.isHealthy ? nil : $0.findings.first?.name }, "runs": \.runs,
    "debugger_runs": \.debuggerRuns, "runs_per_day": \.runsPerDay, "longest_gap_s": \.longestGap.seconds,
    "longest_gap_from_s": \.longestGapStart.seconds,
  ]
}

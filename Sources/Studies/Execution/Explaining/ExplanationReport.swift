import Basics
import DeviceModel
import EventSimulation
import PhoneSimulation
import ResultsStore
import Workload

/// The answer to "why did my task run when it did, or never": one app, or one series of it, on one device.
package struct ExplanationReport: Sendable {
  let explainer: Explainer
  let bundleID: String
  let point: String
  let histories: [ItemHistory]
  let refusals: [Refusal]
  let health: AppHealth
  let hours: HourHistogram
  /// The levers that apply, tried on several phones.
  package let trial: LeverTrial
  /// How sure the first of them is; nil unless it is asked for.
  package var certainty: LeverCertainty?
  /// The item whose wait is taken apart: the one asked for, or the one that waited longest.
  let chosen: ItemHistory?
  let counterfactuals: [Counterfactual]
  let tailBills: [TailBill]
  /// The mistakes of an app that is code; nil for a described app.
  let findings: FindingList?
  let showsGates: Bool
  /// Items listed at most; the last ones.
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
    self.explainer = explainer
    self.point = point
    self.showsGates = showsGates
    let plan = explainer.replay.plan
    bundleID = plan.apps[Int(app)].bundleID
    let histories = explainer.histories(app: app, series: series)
    let longest = histories.max { a, b in a.delay == b.delay ? a.item > b.item : a.delay < b.delay }
    let chosen = item.flatMap { number in histories.first { $0.item == number } } ?? longest
    let health = AppHealth(explainer, app: app, series: series, fit: fit)
    trial = try LeverTrial(
      PhoneSample(explainer.replay, bundleID: bundleID, count: phones, jobs: jobs), series: series)
    hours = HourHistogram(histories, from: plan.warmUpEnd)
    counterfactuals =
      if let chosen, needsGates { try explainer.counterfactuals(of: chosen, app: app) } else { [] }
    tailBills = needsGates ? try explainer.tailBills(app: app) : []
    findings =
      explainer.isCode(app)
      ? FindingList(
        findings: explainer.result.findings.filter {
          $0.app == app && (series == nil || $0.identifier == series)
        },
        moment: MomentText(plan: plan)) : nil
    self.health = health
    self.histories = histories
    self.chosen = chosen
    refusals = explainer.refusals(app: app, series: series)
  }

  /// The phones on which levers were tried.
  package func sample(jobs: Int) -> PhoneSample {
    PhoneSample(explainer.replay, bundleID: bundleID, count: trial.phones, jobs: jobs)
  }

  package var page: TextPage { ExplanationText(report: self).page }
}

extension ExplanationReport {
  package var json: JSONValue {
    guard let findings, case .object(let members) = described else { return described }
    return .object(members + [.init("findings", findings.json)])
  }

  private var described: JSONValue {
    let plan = explainer.replay.plan
    return .members([
      "app": .string(bundleID), "device": .count(plan.device), "archetype": .string(plan.archetype),
      "policy": .string(explainer.replay.policy.label), "replication": .count(plan.replication),
      "point": .string(point), "health": health.json, "items": .array(histories.map(Self.item)),
      "refused": .array(
        refusals.map {
          .members([
            "identifier": .string($0.identifier), "reason": .string($0.reason), "count": .count($0.count),
          ])
        }),
      "explained": .optional(chosen.map { Int($0.item) }),
      "energy_j": .number(explainer.result.joules),
      "what_if": .array(counterfactuals.map(Self.whatIf)),
      "levers": .array(trial.json), "budget": health.budget?.json ?? .null,
      "sure": certainty?.json ?? .null,
      "by_hour": .array(
        (0..<24).map { hour in
          .members([
            "hour": .count(hour), "runs": .count(hours.runs[hour]),
            "waiting_s": .number(hours.waiting[hour].seconds),
          ])
        }),
      "tail_bills": .array(
        tailBills.map { bill in
          .members([
            "rule": .string(bill.rule.rawValue), "is_studys": .boolean(bill.isStudys),
            "battery_j_per_day": .number(bill.batteryJoulesPerDay),
          ])
        }),
      "advice": .strings(health.advice),
      "blocked": .array(blocked),
      "limits": .array(
        HealthVerdict.limits.map { .members(["name": .string($0.name), "value": .number($0.value)]) }),
    ])
  }

  /// Waiting by series and set of reasons, which adds up to the time for which each series waited.
  private var blocked: [JSONValue] {
    Dictionary(grouping: histories, by: DeclaredSeries.of)
      .sorted { ($0.key.mechanism.rawValue, $0.key.name) < ($1.key.mechanism.rawValue, $1.key.name) }
      .flatMap { series, histories in
        WaitTotals(histories).shares.map { share in
          .members([
            "series": .string(series.name), "mechanism": .string(series.mechanism.name),
            "reasons": .strings(share.reasons.reasons.map(\.name)), "time_s": .number(share.time.seconds),
          ])
        }
      }
  }

  private static func item(_ history: ItemHistory) -> JSONValue {
    func time(_ instant: Instant?) -> JSONValue { instant.map { .number($0.seconds) } ?? .null }
    return .members([
      "item": .integer(Int64(history.item)), "mechanism": .string(history.mechanism.name),
      "identifier": .string(history.identifier), "submitted_s": time(history.submitted),
      "open_s": time(history.open), "chain_open_s": time(history.chainOpen),
      "launched_s": time(history.launched), "ended_s": time(history.ended),
      "outcome": .string(history.outcome.words), "expired": .optional(history.expired),
      "by_debugger": .boolean(history.isSynthetic),
      "delay_s": .number(history.delay.seconds), "censored": .boolean(history.launched == nil),
      "shares": .array(
        history.shares.map {
          .members([
            "reasons": .strings($0.reasons.reasons.map(\.name)), "time_s": .number($0.time.seconds),
          ])
        }),
    ])
  }

  private static func whatIf(_ other: Counterfactual) -> JSONValue {
    .members([
      "off": .string(other.name), "reasons": .strings(other.reasons.reasons.map(\.name)),
      "item_delay_s": .optional(other.itemDelay?.seconds), "item_starts": .boolean(other.itemDelay != nil),
      "device_delay_s": .optional(other.deviceDelay?.seconds),
      "device_launches": .count(other.deviceLaunches),
      "device_energy_j": .number(other.deviceEnergyJoules),
    ])
  }
}

extension AppHealth {
  /// The runs after warm-up by mechanism, wakes and transfers by themselves; of mechanisms with any.
  var runsByKind: [(mechanism: Mechanism, count: Int)] {
    Mechanism.allCases.map { kind in
      (kind, series.filter { $0.mechanism == kind }.reduce(0) { $0 + $1.runs })
    }.filter { $0.count > 0 }
  }

  /// Joules a day as a share of the full battery.
  func share(_ joules: Double) -> Double? {
    energy.batteryJoules > 0 ? joules / energy.batteryJoules : nil
  }

  var json: JSONValue {
    let runs = series.reduce(0) { $0 + $1.runs }
    let days = conditions.observed.days
    return .members([
      "verdict": .string(verdict.rawValue), "freshness": .optional(freshness?.rawValue),
      "cause": .string(cause), "cause_name": .optional(causeName), "rests_on": .strings(restsOn),
      "runs_per_day": .number(days > 0 ? Double(runs) / days : 0),
      "runs_per_day_by_kind": .object(
        runsByKind.map { .init($0.mechanism.name, .number(days > 0 ? Double($0.count) / days : 0)) }),
      "background_j_per_day": .number(energy.backgroundJoulesPerDay),
      "front_j_per_day": .number(energy.batteryJoulesPerDay - energy.backgroundJoulesPerDay),
      "background_battery_share_per_day": .optional(share(energy.backgroundJoulesPerDay)),
      "front_battery_share_per_day": .optional(
        share(energy.batteryJoulesPerDay - energy.backgroundJoulesPerDay)),
      "longest_gap_s": .optional(worst?.longestGap.seconds),
      "longest_gap_from_s": .optional(worst?.longestGapStart.seconds),
      "opens": .optional(opens?.all), "fresh_opens": .optional(opens?.fresh),
      "reachable_opens": .optional(opens?.reachable),
      "fresh_reachable_opens": .optional(opens?.freshReachable),
      "refresh_off_s": .number((conditions.refreshOff + conditions.appRefreshOff).seconds),
      "low_power_mode_s": .number(conditions.lowPowerMode.seconds),
      "force_quit_s": .number(conditions.forceQuit.seconds),
      "series": .array(
        series.map { series in
          .members([
            "series": .string(series.series), "mechanism": .string(series.mechanism.name),
            "verdict": .optional(series.verdict?.rawValue), "asked": .count(series.asked),
            "refused": .count(series.refused), "ended": .count(series.ended),
            "succeeded": .count(series.successes),
            "cause": .string((series.verdict ?? .healthy) == .healthy ? "" : series.cause),
            "cause_name": .optional(
              (series.verdict ?? .healthy) == .healthy ? nil : series.findings.first?.name),
            "runs": .count(series.runs), "debugger_runs": .count(series.debuggerRuns),
            "runs_per_day": .number(series.runsPerDay),
            "longest_gap_s": .number(series.longestGap.seconds),
            "longest_gap_from_s": .number(series.longestGapStart.seconds),
          ])
        }),
    ])
  }
}

import EventSimulation
import OutputAnalysis
import ResultsStore
import Workload

extension MetricCatalogue {
  private static let everyItem: [MetricScope] = [.population, .app, .mechanism]

  /// The mechanisms whose waits have metrics of their own.
  private static let delayMechanisms: [Mechanism] = [.refresh, .processing, .push]

  /// How long items wait: once per mechanism for population and apps, and unprefixed for the mechanism itself.
  static let delays: [MetricDefinition] =
    delayMechanisms.flatMap { mechanism in
      waits(
        "\(mechanism.name)_delay",
        "Wait of \(plural(mechanism)) from the start of their window to the launch",
        Censoring.quantile, of: [.population, .app]
      ) { $0.items(of: mechanism)?.delays }
    }
    + waits("delay", "Wait from the start of the window to the launch", Censoring.quantile, of: [.mechanism])
  {
    $0.items.delays
  }
    + waits(
      "processing_completion_time",
      "Time from the start of the window to the successful completion of "
        + plural(.processing), Censoring.completion, of: [.population, .app]
    ) { $0.items(of: .processing)?.completions }
    + waits(
      "completion_time", "Time from the start of the window to the successful completion",
      Censoring.completion,
      of: [.mechanism]
    ) { $0.items.completions }

  /// Both kinds of transfers together, each file for itself.
  static let transfers: [MetricDefinition] =
    waits(
      "transfer_delay", "Wait of transfers from the start of their window to their start",
      Censoring.quantile, of: [.population, .app]
    ) { $0.transfers?.delays }
    + waits(
      "transfer_completion_time",
      "Time from the start of the window of a transfer to its last byte", Censoring.completion,
      of: [.population, .app]
    ) { $0.transfers?.completions }

  private static func plural(_ mechanism: Mechanism) -> String {
    switch mechanism {
    case .refresh: "refresh requests"
    case .processing: "processing requests"
    case .push: "pushes"
    case .health: "health research requests"
    case .continued: "continued tasks"
    case .transferD: "discretionary transfers"
    case .transferN: "other transfers"
    case .wake: "relaunches after a batch"
    case .assertion: "assertions"
    case .mode: "events of modes"
    }
  }

  /// Median, 90th percentile, restricted mean and whether the median is reached.
  private static func waits(
    _ name: String, _ text: String, _ censoring: String, of scopes: [MetricScope],
    _ sketch: @escaping @Sendable (ScopeTotals) -> DelaySketch?
  ) -> [MetricDefinition] {
    func quantile(_ probability: Double) -> @Sendable (ScopeTotals) -> Double? {
      { totals in sketch(totals).flatMap { KaplanMeier($0).quantile(probability) } }
    }
    let hours = Int(delayLimit.hours)
    return [
      MetricDefinition(
        "\(name)_median_s", unit: "s", .smallerIsBetter, "\(text): median, within 0.5 %.",
        censoring: censoring, of: scopes, substitute: "\(name)_restricted_mean_s", value: quantile(0.5)),
      MetricDefinition(
        "\(name)_p90_s", unit: "s", .smallerIsBetter, "\(text): 90th percentile, within 0.5 %.",
        censoring: censoring, of: scopes, substitute: "\(name)_restricted_mean_s", value: quantile(0.9)),
      MetricDefinition(
        "\(name)_restricted_mean_s", unit: "s", .smallerIsBetter,
        "\(text): mean of the smaller of the wait and \(hours) h.",
        censoring: "The area under the Kaplan–Meier curve up to \(hours) h.", of: scopes,
        value: { totals in
          sketch(totals).flatMap { KaplanMeier($0).restrictedMean(upTo: delayLimit.seconds) }
        }),
      MetricDefinition(
        "\(name)_median_not_reached", unit: "1", nil,
        "\(text): 1 if so few waits end that there is no median, else 0; empty without waits.",
        censoring: censoring, of: scopes,
        value: { totals in
          guard let sketch = sketch(totals), sketch.count > 0 else { return nil }
          return KaplanMeier(sketch).median == nil ? 1 : 0
        }),
    ]
  }

  /// Metrics of the outcomes of items.
  static let service: [MetricDefinition] = [
    MetricDefinition(
      "submissions_per_day", unit: "1/d", nil, "Items accepted per device-day.",
      censoring: Censoring.submitted,
      of: everyItem
    ) { $0.perDay($0.items.counts[.submitted]) },
    MetricDefinition(
      "launches_per_day", unit: "1/d", nil,
      "Background launches per device-day; for transfers their starts, which are in no other sum.",
      censoring: Censoring.submitted, of: everyItem
    ) { $0.perDay($0.launches) },
    MetricDefinition(
      "launches_per_powered_hour", unit: "1/h", nil,
      "Background launches per hour that a device was on; for transfers their starts, which are in no other sum.",
      censoring: Censoring.submitted, of: [.population, .mechanism]
    ) { $0.perPoweredHour($0.launches) },
    MetricDefinition(
      "cold_launch_share", unit: "1", .smallerIsBetter, "Share of launches that had to start a process.",
      of: everyItem
    ) { share($0.items.counts[.coldLaunches], of: $0.launches) },
    MetricDefinition(
      "processing_completed_share", unit: "1", .largerIsBetter,
      "Share of processing requests that complete successfully within 72 h of the opening of their window (of the first "
        + "one of requests that replace each other), within 1 % of that time. Empty where fewer than 72 h are observed.",
      censoring:
        "Lost, cancelled and force-quit waits and runs without success are competing ends. Only the horizon "
        + "censors (Aalen–Johansen).",
      of: [.population, .app],
      value: { totals in
        totals.longestObserved < completionLimit
          ? nil : totals.items(of: .processing)?.completedShare(by: completionLimit)
      }),
    MetricDefinition(
      "completed_share", unit: "1", .largerIsBetter,
      "Share of items, without replaced and cancelled ones, that completed successfully.",
      censoring: Censoring.pending, of: [.mechanism]
    ) { share($0.items.counts[.completed], of: $0.items.wanted) },
    MetricDefinition(
      "expiries_per_day", unit: "1/d", .smallerIsBetter, "Runs per device-day that the system asked to stop.",
      censoring: Censoring.submitted, of: everyItem
    ) { $0.perDay($0.items.counts[.expired]) },
    MetricDefinition(
      "kills_per_day", unit: "1/d", .smallerIsBetter, "Runs per device-day that ended with their process.",
      censoring: Censoring.submitted, of: everyItem
    ) { $0.perDay($0.items.counts[.killed]) },
    MetricDefinition(
      "failures_per_day", unit: "1/d", .smallerIsBetter,
      "Runs per device-day that completed without success.",
      censoring: Censoring.submitted, of: everyItem
    ) { $0.perDay($0.items.counts[.failed]) },
    MetricDefinition(
      "cellular_bytes_per_day", unit: "B/d", .smallerIsBetter,
      "Bytes that runs moved over the cellular network per device-day.", of: everyItem
    ) { $0.perDay($0.items.counts[.bytesCellular]) },
    MetricDefinition(
      "wifi_bytes_per_day", unit: "B/d", nil, "Bytes that runs moved over Wi-Fi per device-day.",
      of: everyItem
    ) { $0.perDay($0.items.counts[.bytesWifi]) },
    push("pushes_sent_per_day", unit: "1/d", nil, "Pushes accepted by the server per device-day.") {
      $0.perDay($1.counts[.sent])
    },
    push("push_delivered_share", .largerIsBetter, "Share of pushes sent that reached the app.") {
      share($1.counts[.delivered], of: $1.counts[.sent])
    },
    push(
      "push_coalesced_share", .smallerIsBetter, "Share of pushes sent that gave way to a newer one."
    ) { share($1.counts[.coalesced], of: $1.counts[.sent]) },
    push("push_dropped_share", .smallerIsBetter, "Share of pushes sent that were lost.") {
      share($1.counts[.dropped], of: $1.counts[.sent])
    },
    MetricDefinition(
      "longest_time_without_run_p95_s", unit: "s", .smallerIsBetter,
      "95th percentile, over apps and devices, of the longest time without a run of the app, within 0.5 %.",
      censoring: Censoring.gap, of: [.population, .app], value: { $0.gaps?.quantile(0.95) }),
    MetricDefinition(
      "launch_fairness", unit: "1", .largerIsBetter,
      "Jain's index of the launches per device-day of all apps that submit items: 1 if all get the same, "
        + "1/n if one of n gets all.",
      value: { totals in
        // Rates are finite and not negative, which is all that the index asks for.
        (try? JainFairness.index(totals.launchRates)) ?? nil
      }),
  ]

  /// The time by which a processing request is to be completed, in seconds.
  private static let completionLimit = TimeSpan.hours(72).seconds

  private static func push(
    _ name: String, unit: String = "1", _ polarity: Polarity?, _ definition: String,
    _ fraction: @escaping @Sendable (ScopeTotals, MechanismTotals) -> MetricFraction?
  ) -> MetricDefinition {
    MetricDefinition(
      name, unit: unit, polarity, definition,
      censoring: "Pushes that wait at the end of the horizon count as sent only.", of: [.population, .app]
    ) { totals in totals.items(of: .push).flatMap { fraction(totals, $0) } }
  }

  /// Metrics of the effort of deciding.
  static let policy: [MetricDefinition] = [
    MetricDefinition(
      "decisions_per_device_day", unit: "1/d", .smallerIsBetter,
      "Decision points with a candidate per device-day, whether or not the policy had to be asked."
    ) { totals in totals.devices.flatMap { totals.perDay($0.counts[.decisions]) } },
    MetricDefinition(
      "candidates_per_decision", unit: "1", nil, "Mean number of candidates at a decision point that has one."
    ) { share($0.devices?.counts[.candidates], of: $0.devices?.counts[.decisions]) },
    MetricDefinition(
      "violations_per_device_day", unit: "1/d", .smallerIsBetter,
      "Wrong decisions of the policy per device-day of the whole horizon."
    ) { totals in totals.devices.flatMap { perHorizonDay($0.counts[.violations], $0) } },
    MetricDefinition(
      "budget_use", unit: "1", nil,
      "Energy debited from the devices' energy budgets over what was refilled without clipping, whole horizon."
    ) { totals in
      totals.devices.map {
        MetricFraction(
          Double($0.counts[.budgetDebited]) / 1e9, over: Double($0.counts[.budgetRefilled]) / 1e9)
      }
    },
  ]

  /// Expiries and ends of processes by reason, over the whole horizon.
  static let reasons: [MetricDefinition] =
    ["timeLimit", "deviceInUse", "unplugged"].map { reason in
      perReason("expired", reason, "expiries_\(snakeCase(reason))_per_day", "Runs asked to stop")
    }
    + [
      "completionTimeout", "memoryPressure", "noHandler", "crash", "forceQuit", "reboot", "powerOff",
      "transferCompletionLate",
    ].map {
      perReason("terminated", $0, "kills_\(snakeCase($0))_per_day", "Processes ended, running or not,")
    }

  private static func perReason(
    _ event: String, _ reason: String, _ name: String, _ text: String
  ) -> MetricDefinition {
    MetricDefinition(
      name, unit: "1/d", .smallerIsBetter,
      "\(text) for reason `\(reason)` per device-day of the whole horizon."
    ) { totals in
      totals.devices.flatMap { devices in
        perHorizonDay(Int128(totals.events[.init(event: event, reason: reason)] ?? 0), devices)
      }
    }
  }

  private static func perHorizonDay(_ count: Int128, _ devices: DeviceTotals) -> MetricFraction? {
    MetricFraction(Double(count), over: Double(devices.counts[.horizon]) / 8.64e10)
  }

  /// `timeLimit` as `time_limit`.
  static func snakeCase(_ word: String) -> String {
    word.reduce(into: "") { text, character in
      text += character.isUppercase ? "_" + character.lowercased() : String(character)
    }
  }
}

import EventSimulation
import OutputAnalysis
import ResultsStore
import Workload

extension MetricCatalogue {
  /// The mechanisms whose waits are told, with the words for their items.
  private static let waiting: [(mechanism: Mechanism, items: String)] = [
    (.refresh, "refresh requests"), (.processing, "processing requests"), (.push, "pushes"),
  ]

  /// How long items wait: once per mechanism for population and apps, and unprefixed for the mechanism itself.
  static let delays: [MetricDefinition] =
    waiting.flatMap { mechanism, items in
      waits(
        "\(mechanism.name)_delay", "Wait of \(items) from the start of their window to the launch",
        Censoring.quantile, of: .apps
      ) { $0.items(of: mechanism)?.delays }
    }
    + waits(
      "delay", "Wait from the start of the window to the launch", Censoring.quantile, of: [.mechanism]
    ) { $0.items.delays }
    + waits(
      "processing_completion_time",
      "Time from the start of the window to the successful completion of processing requests",
      Censoring.completion, of: .apps
    ) { $0.items(of: .processing)?.completions }
    + waits(
      "completion_time", "Time from the start of the window to the successful completion",
      Censoring.completion, of: [.mechanism]
    ) { $0.items.completions }

  static let transfers: [MetricDefinition] =
    waits(
      "transfer_delay", "Wait of transfers from the start of their window to their start",
      Censoring.quantile, of: .apps
    ) { $0.transfers?.delays }
    + waits(
      "transfer_completion_time", "Time from the start of the window of a transfer to its last byte",
      Censoring.completion, of: .apps
    ) { $0.transfers?.completions }

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
        "\(name)_median_s", unit: "s", .smallerIsBetter, of: scopes, "\(text): median, within 0.5 %.",
        censoring: censoring, substitute: "\(name)_restricted_mean_s", value: quantile(0.5)),
      MetricDefinition(
        "\(name)_p90_s", unit: "s", .smallerIsBetter, of: scopes, "\(text): 90th percentile, within 0.5 %.",
        censoring: censoring, substitute: "\(name)_restricted_mean_s", value: quantile(0.9)),
      MetricDefinition(
        "\(name)_restricted_mean_s", unit: "s", .smallerIsBetter, of: scopes,
        "\(text): mean of the smaller of the wait and \(hours) h.",
        censoring: "The area under the Kaplan–Meier curve up to \(hours) h.",
        value: { sketch($0).flatMap { KaplanMeier($0).restrictedMean(upTo: delayLimit.seconds) } }),
      MetricDefinition(
        "\(name)_median_not_reached", unit: "1", nil, of: scopes,
        "\(text): 1 if so few waits end that there is no median, else 0; empty without waits.",
        censoring: censoring,
        value: { totals in
          guard let sketch = sketch(totals), sketch.count > 0 else { return nil }
          return KaplanMeier(sketch).median == nil ? 1 : 0
        }),
    ]
  }

  static let service: [MetricDefinition] = [
    MetricDefinition(
      "submissions_per_day", unit: "1/d", nil, of: .items, "Items accepted per device-day.",
      censoring: Censoring.submitted
    ) { $0.perDay($0.items.counts[.submitted]) },
    MetricDefinition(
      "launches_per_day", unit: "1/d", nil, of: .items,
      "Background launches per device-day; for transfers their starts, which are in no other sum.",
      censoring: Censoring.submitted
    ) { $0.perDay($0.launches) },
    MetricDefinition(
      "launches_per_powered_hour", unit: "1/h", nil, of: [.population, .mechanism],
      "Background launches per hour that a device was on; for transfers their starts, which are in no other sum.",
      censoring: Censoring.submitted
    ) { MetricFraction($0.launches, per: $0.poweredHours) },
    MetricDefinition(
      "cold_launch_share", unit: "1", .smallerIsBetter, of: .items,
      "Share of launches that had to start a process."
    ) { share($0.items.counts[.coldLaunches], of: $0.launches) },
    MetricDefinition(
      "processing_completed_share", unit: "1", .largerIsBetter, of: .apps,
      "Share of processing requests that complete successfully within 72 h of the opening of their window (of the first "
        + "one of requests that replace each other), within 1 % of that time. Empty where fewer than 72 h are observed.",
      censoring:
        "Lost, cancelled and force-quit waits and runs without success are competing ends. Only the horizon "
        + "censors (Aalen–Johansen).",
      value: { totals in
        totals.longestObserved < completionLimit
          ? nil : totals.items(of: .processing)?.completedShare(by: completionLimit)
      }),
    MetricDefinition(
      "completed_share", unit: "1", .largerIsBetter, of: [.mechanism],
      "Share of items, without replaced and cancelled ones, that completed successfully.",
      censoring: Censoring.pending
    ) { share($0.items.counts[.completed], of: $0.items.wanted) },
    MetricDefinition(
      "expiries_per_day", unit: "1/d", .smallerIsBetter, of: .items,
      "Runs per device-day that the system asked to stop.", censoring: Censoring.submitted
    ) { $0.perDay($0.items.counts[.expired]) },
    MetricDefinition(
      "kills_per_day", unit: "1/d", .smallerIsBetter, of: .items,
      "Runs per device-day that ended with their process.", censoring: Censoring.submitted
    ) { $0.perDay($0.items.counts[.killed]) },
    MetricDefinition(
      "failures_per_day", unit: "1/d", .smallerIsBetter, of: .items,
      "Runs per device-day that completed without success.", censoring: Censoring.submitted
    ) { $0.perDay($0.items.counts[.failed]) },
    MetricDefinition(
      "cellular_bytes_per_day", unit: "B/d", .smallerIsBetter, of: .items,
      "Bytes that runs moved over the cellular network per device-day."
    ) { $0.perDay($0.items.counts[.bytesCellular]) },
    MetricDefinition(
      "wifi_bytes_per_day", unit: "B/d", nil, of: .items, "Bytes that runs moved over Wi-Fi per device-day."
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
      "longest_time_without_run_p95_s", unit: "s", .smallerIsBetter, of: .apps,
      "95th percentile, over apps and devices, of the longest time without a run of the app, within 0.5 %.",
      censoring: Censoring.gap, value: { $0.gaps?.quantile(0.95) }),
    MetricDefinition(
      "launch_fairness", unit: "1", .largerIsBetter,
      "Jain's index of the launches per device-day of all apps that submit items: 1 if all get the same, "
        + "1/n if one of n gets all.",
      // Rates are finite and not negative, which is all that the index asks for.
      value: { (try? JainFairness.index($0.launchRates)) ?? nil }),
  ]

  private static let completionLimit = TimeSpan.hours(72).seconds

  private static func push(
    _ name: String, unit: String = "1", _ polarity: Polarity?, _ definition: String,
    _ fraction: @escaping @Sendable (ScopeTotals, MechanismTotals) -> MetricFraction?
  ) -> MetricDefinition {
    MetricDefinition(
      name, unit: unit, polarity, of: .apps, definition,
      censoring: "Pushes that wait at the end of the horizon count as sent only."
    ) { totals in totals.items(of: .push).flatMap { fraction(totals, $0) } }
  }

  /// The share of waits that ends with a start or delivery by some times, named like the waits.
  static let incidence: [MetricDefinition] =
    waiting.flatMap { mechanism, _ in
      times.map { time in
        deliveredShare("\(mechanism.name)_delivered_by_\(time.name)", mechanism.name, time, of: .apps) {
          $0.items(of: mechanism)?.deliveredShare(by: time.seconds, of: mechanism)
        }
      }
    }
    + times.map { time in
      deliveredShare("delivered_by_\(time.name)", "the mechanism", time, of: [.mechanism]) { totals in
        totals.mechanism.flatMap { totals.items.deliveredShare(by: time.seconds, of: $0) }
      }
    }

  private static let times: [(name: String, text: String, seconds: Double)] = [
    ("15min", "15 min", 900), ("1h", "1 h", 3600), ("24h", "24 h", 86_400),
  ]

  private static func deliveredShare(
    _ name: String, _ what: String, _ time: (name: String, text: String, seconds: Double),
    of scopes: [MetricScope], _ value: @escaping @Sendable (ScopeTotals) -> Double?
  ) -> MetricDefinition {
    MetricDefinition(
      name, unit: "1", .largerIsBetter, of: scopes,
      "Share of the waits of \(what) that end with a start or delivery by \(time.text), within 1 % of that time."
        + (scopes == [.mechanism] ? " A transfer is delivered with its last byte." : ""),
      censoring:
        "Lost, cancelled and force-quit waits are competing ends: they end no other way. Only the horizon "
        + "censors (Aalen–Johansen).", value: value)
  }
}

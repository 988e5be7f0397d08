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
        "Lost, canceled and force-quit waits are competing ends: they end no other way. Only the horizon "
        + "censors (Aalen–Johansen).", value: value)
  }
}

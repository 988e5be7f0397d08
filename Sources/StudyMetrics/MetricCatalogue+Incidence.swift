import OutputAnalysis
import ResultsStore
import Workload

extension MetricCatalogue {
  /// The share of waits that ends with a start or delivery by some times: for population and apps once per mechanism,
  /// unprefixed for the mechanism itself.
  static let incidence: [MetricDefinition] =
    [Mechanism.refresh, .processing, .push].flatMap { mechanism in
      times.map { time in
        share("\(mechanism.name)_delivered_by_\(time.name)", mechanism.name, time, of: [.population, .app]) {
          $0.items(of: mechanism)
        }
      }
    }
    + times.map { time in
      share("delivered_by_\(time.name)", "the mechanism", time, of: [.mechanism]) { $0.items }
    }

  private static let times: [(name: String, text: String, seconds: Double)] = [
    ("15min", "15 min", 900), ("1h", "1 h", 3600), ("24h", "24 h", 86_400),
  ]

  private static func share(
    _ name: String, _ what: String, _ time: (name: String, text: String, seconds: Double),
    of scopes: [MetricScope], _ items: @escaping @Sendable (ScopeTotals) -> MechanismTotals?
  ) -> MetricDefinition {
    let seconds = time.seconds
    return MetricDefinition(
      name, unit: "1", .largerIsBetter,
      "Share of the waits of \(what) that end with a start or delivery by \(time.text), within 1 % of that time.",
      censoring:
        "Lost, cancelled and force-quit waits are competing ends: they end no other way. Only the horizon "
        + "censors (Aalen–Johansen).",
      of: scopes,
      value: { totals in
        items(totals).flatMap {
          CumulativeIncidence($0.delays, competing: $0.competing).share(by: seconds)
        }
      })
  }
}

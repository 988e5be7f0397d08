import OutputAnalysis

/// The metrics that are judged, and those that stand on the front, where a study does not say.
package enum DefaultMetrics {
  /// Metrics with a verdict, with their margins, in the order of tables.
  package static let judged: [ComparisonPlan.VerdictMetric] = [
    .init(name: "discretionary_battery_j_per_day", margin: .relative(0.1)),
    .init(name: "energy_j_per_day", margin: .relative(0.01)),
    .init(name: "staleness_at_reachable_open_s", margin: .relative(0.1)),
    .init(name: "fresh_reachable_open_share", margin: .absolute(0.02)),
    .init(name: "processing_completed_share", margin: .absolute(0.02)),
  ]
  /// The two metrics of the first front.
  package static let front = (
    first: "discretionary_battery_j_per_day", second: "staleness_at_reachable_open_s"
  )
  /// The two metrics of each front: one judges freshness by age, the other by the share of opens that see fresh content, because
  /// they order policies differently.
  package static let fronts = [
    front,
    (first: front.first, second: "fresh_reachable_open_share"),
  ]
}

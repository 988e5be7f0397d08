import ResultsStore
import StudyMetrics

/// A default metric as a ratio of the sums of a day.
struct DailyMetric: Sendable {
  /// The metric of the catalogue.
  let name: String
  /// The part of a run's day in numerator and denominator, in the units of the metric.
  let fraction: @Sendable (DayRow) -> MetricFraction

  var unit: String { MetricCatalogue.metric(name)?.unit ?? "" }

  private static func perDay(_ nanojoules: Int64, _ row: DayRow) -> MetricFraction {
    MetricFraction(Double(nanojoules) / 1e9, over: Double(row.microseconds) / 8.64e10)
  }

  /// All of ``DefaultMetrics/judged``, in their order.
  static let all: [DailyMetric] = [
    DailyMetric(name: "discretionary_battery_j_per_day") { perDay($0.discretionaryBatteryNanojoules, $0) },
    DailyMetric(name: "energy_j_per_day") { perDay($0.energyNanojoules, $0) },
    DailyMetric(name: "staleness_at_reachable_open_s") {
      MetricFraction(Double($0.reachableStalenessMicroseconds) / 1e6, over: Double($0.reachableOpens))
    },
    DailyMetric(name: "fresh_reachable_open_share") {
      MetricFraction(Double($0.freshReachableOpens), over: Double($0.reachableOpens))
    },
    DailyMetric(name: "processing_completed_share") {
      MetricFraction(Double($0.processingCompleted), over: Double($0.processingWanted))
    },
  ]
}

import OutputAnalysis
import ResultsStore
import Workload

extension MetricCatalogue {
  private static let unrecorded = "Empty unless the study records `regret`."

  /// Metrics of the loss of a run against the best schedule with as many fetches.
  static let regret: [MetricDefinition] = [
    MetricDefinition(
      "bound_staleness_s", unit: "s", .smallerIsBetter,
      "Mean over opens of the least staleness that any schedule reaches with as many background fetches, each "
        + "at an instant when the hard gates of the run were open, without duration and without failure; "
        + "foreground fetches stay.",
      censoring: unrecorded, of: [.population, .app]
    ) { $0.regret?.boundPerOpen },
    MetricDefinition(
      "regret_staleness_s", unit: "s", .smallerIsBetter,
      "Mean over opens of the staleness at open minus bound_staleness_s; never below 0.",
      censoring: unrecorded, of: [.population, .app]
    ) { $0.regret?.regretPerOpen },
    MetricDefinition(
      "regret_ratio", unit: "1", .smallerIsBetter,
      "Total staleness at opens over its bound, over the apps and devices with a reachable open; empty where the "
        + "bound is 0.",
      censoring: unrecorded, of: [.population, .app]
    ) { $0.regret?.ratio },
    MetricDefinition(
      "fetches_needed", unit: "1", nil,
      "Sum over apps and devices of the fewest background fetches with which a schedule, bounded like "
        + "bound_staleness_s, is no staler at the opens than the run.",
      censoring: unrecorded, of: [.population, .app],
      value: { $0.regret.map { Double($0[.fetchesNeeded]) } }),
    MetricDefinition(
      "fetch_efficiency", unit: "1", .largerIsBetter,
      "fetches_needed over the successful background fetches that arrived after warm-up; empty where there were "
        + "none.",
      censoring: unrecorded, of: [.population, .app]
    ) { $0.regret?.efficiency },
  ]
}

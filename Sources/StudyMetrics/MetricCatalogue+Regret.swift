import OutputAnalysis
import ResultsStore

extension MetricCatalogue {
  private static let unrecorded = "Empty unless the study records `regret`."

  /// What a run lost against the best schedule with as many fetches.
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
      "Total staleness at opens over its bound; empty where the bound is 0.",
      censoring: unrecorded, of: [.population, .app]
    ) { $0.regret?.ratio },
  ]
}

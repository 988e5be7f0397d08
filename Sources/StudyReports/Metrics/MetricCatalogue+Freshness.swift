import OutputAnalysis
import ResultsStore
import Workload

extension MetricCatalogue {
  /// Metrics of the content that users find on opening apps. Opens within ten minutes after the last stay do not count.
  static let freshness: [MetricDefinition] = [
    MetricDefinition(
      "staleness_at_open_s", unit: "s", .smallerIsBetter, of: .apps,
      "Mean over opens of the time since the oldest change of content that had not been fetched; 0 if none."
    ) { $0.freshness?.counts.stalenessPerOpen },
    MetricDefinition(
      "staleness_at_open_p90_s", unit: "s", .smallerIsBetter, of: .apps,
      "90th percentile over opens of the staleness, within 0.5 %.",
      value: { $0.freshness?.staleness.quantile(0.9) }),
    MetricDefinition(
      "content_age_at_open_s", unit: "s", .smallerIsBetter, of: .apps,
      "Mean over opens of the age of information: time since the last fetch."
    ) { $0.freshness.map { seconds($0.counts[.age], per: $0.counts[.opens]) } },
    MetricDefinition(
      "content_age_at_open_p90_s", unit: "s", .smallerIsBetter, of: .apps,
      "90th percentile over opens of the time since the last fetch, within 0.5 %.",
      value: { $0.freshness?.ages.quantile(0.9) }),
    MetricDefinition(
      "fresh_open_share", unit: "1", .largerIsBetter, of: .apps,
      "Share of opens whose staleness is at most the app's `freshWithin`."
    ) { share($0.freshness?.counts[.fresh], of: $0.freshness?.counts[.opens]) },
    MetricDefinition(
      "opens_per_day", unit: "1/d", nil, of: .apps,
      "Opens per device-day of apps with content, by which freshness is judged: an open within `content.openSettle` of the "
        + "app's last time in front belongs to that visit and does not count."
    ) { $0.perDay($0.freshness?.counts[.opens]) },
    MetricDefinition(
      "useless_refresh_share", unit: "1", .smallerIsBetter, of: .apps,
      "Share of successful background fetches that no open came to use before the next fetch.",
      censoring: "A fetch that no open has used by the end of the horizon counts as useless."
    ) { share($0.freshness?.counts.uselessFetches, of: $0.freshness?.counts[.fetches]) },
    MetricDefinition(
      "background_fetches_per_day", unit: "1/d", nil, of: .apps,
      "Successful background fetches per device-day."
    ) { $0.perDay($0.freshness?.counts[.fetches]) },
    MetricDefinition(
      "staleness_at_open_s_per_device", unit: "s", .smallerIsBetter,
      "Mean over devices of each device's own mean staleness; devices without opens are left out."
    ) { $0.devices?.staleness.fraction },
    MetricDefinition(
      "fresh_open_share_per_device", unit: "1", .largerIsBetter,
      "Mean over devices of each device's own share of fresh opens; devices without opens are left out."
    ) { $0.devices?.freshShare.fraction },
  ]

  /// The freshness that users find on opening apps that could have fetched in the background before.
  ///
  /// An open is reachable if, at some instant since the app's last foreground fetch or the start, all gates that no
  /// policy opens were open for one kind of item by which the app fetches.
  static let reach: [MetricDefinition] = [
    MetricDefinition(
      "reachable_open_share", unit: "1", nil, of: .apps,
      "Share of opens that are reachable: at some instant since the app's last foreground fetch all gates that no "
        + "policy opens were open for one kind of item by which it fetches."
    ) { share($0.freshness?.counts[.reachable], of: $0.freshness?.counts[.opens]) },
    MetricDefinition(
      "staleness_at_reachable_open_s", unit: "s", .smallerIsBetter, of: .apps,
      "Mean over reachable opens of the time since the oldest change of content that had not been fetched; 0 if none."
    ) { $0.freshness.map { seconds($0.counts[.reachableStaleness], per: $0.counts[.reachable]) } },
    MetricDefinition(
      "fresh_reachable_open_share", unit: "1", .largerIsBetter, of: .apps,
      "Share of reachable opens whose staleness is at most the app's `freshWithin`."
    ) { share($0.freshness?.counts[.freshReachable], of: $0.freshness?.counts[.reachable]) },
  ]

  private static let unrecorded = "Empty unless the study records `regret`."

  /// Metrics of the loss of a run against the best schedule with as many fetches.
  static let regret: [MetricDefinition] = [
    MetricDefinition(
      "bound_staleness_s", unit: "s", .smallerIsBetter, of: .apps,
      "Mean over opens of the least staleness that any schedule reaches with as many background fetches, each "
        + "at an instant when the hard gates of the run were open, without duration and without failure; "
        + "foreground fetches stay.", censoring: unrecorded
    ) { $0.regret.map { seconds($0[.bound], per: $0[.opens]) } },
    MetricDefinition(
      "regret_staleness_s", unit: "s", .smallerIsBetter, of: .apps,
      "Mean over opens of the staleness at open minus bound_staleness_s; never below 0.",
      censoring: unrecorded
    ) { $0.regret.map { seconds($0[.staleness] - $0[.bound], per: $0[.opens]) } },
    MetricDefinition(
      "regret_ratio", unit: "1", .smallerIsBetter, of: .apps,
      "Total staleness at opens over its bound, over the apps and devices with a reachable open; empty where the "
        + "bound is 0.", censoring: unrecorded
    ) { totals in
      totals.regret.map {
        MetricFraction(Double($0[.reachableStaleness]) / 1e6, over: Double($0[.reachableBound]) / 1e6)
      }
    },
    MetricDefinition(
      "fetches_needed", unit: "1", nil, of: .apps,
      "Sum over apps and devices of the fewest background fetches with which a schedule, bounded like "
        + "bound_staleness_s, is no staler at the opens than the run.", censoring: unrecorded,
      value: { $0.regret.map { Double($0[.fetchesNeeded]) } }),
    MetricDefinition(
      "fetch_efficiency", unit: "1", .largerIsBetter, of: .apps,
      "fetches_needed over the successful background fetches that arrived after warm-up; empty where there were "
        + "none.", censoring: unrecorded
    ) { share($0.regret?[.fetchesNeeded], of: $0.regret?[.observedFetches]) },
  ]
}
